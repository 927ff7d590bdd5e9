import { Redis } from 'ioredis';
import { drive, port } from './support.mjs';

const redis = new Redis(port);
const p = redis.pipeline();
for (const [word, ids] of Object.entries({
  red: [1, 2, 3, 7],
  shoe: [2, 3, 7, 9],
  sale: [3, 7, 8],
  new: [7, 1],
}))
  p.sadd(`idx:${word}`, ...ids);
for (let i = 1; i < 10; i++) p.hset(`doc:${i}`, 'title', `Doc ${i}`, 'views', String(i * 3));
p.zadd('words', 0, 'red', 0, 'reduce', 0, 'redo', 0, 'shoe', 0, 'shop');
await p.exec();

async function search(query) {
  let found;
  // 27a: independent
  for (const token of query.split(' ')) {
    const ids = await redis.smembers(`idx:${token}`);
    found = found ? found.filter((id) => ids.includes(id)) : ids;
  }
  // end
  return found.sort();
}

async function suggest(term, wanted) {
  const out = [];
  // 27b: conditional-exit
  for (let n = term.length; n > 0 && out.length < wanted; n--) {
    const prefix = term.slice(0, n);
    for (const word of await redis.zrangebylex('words', `[${prefix}`, `[${prefix}\xff`))
      if (!out.includes(word)) out.push(word);
  }
  // end
  return out;
}

async function ranked(query) {
  const ids = await search(query);
  const docs = [];
  // 27c: independent
  for (const id of ids) docs.push({ id, views: Number(await redis.hget(`doc:${id}`, 'views')) });
  // end
  return docs.sort((a, b) => b.views - a.views);
}

async function reindex(id, words) {
  // 27d: independent
  for (const word of words) await redis.sadd(`idx:${word}`, id);
  // end
  return words.length;
}

async function frequencies(words) {
  const result = {};
  // 27e: independent
  for (const word of words) {
    result[word] = await redis.scard(`idx:${word}`);
  }
  // end
  return result;
}

await drive(
  async (url) => {
    switch (url.pathname) {
      case '/search':
        return search('red shoe sale');
      case '/suggest':
        return suggest('redu', 3);
      case '/ranked':
        return ranked('red shoe');
      case '/frequencies':
        return frequencies(['red', 'shoe', 'sale', 'new']);
      default:
        return reindex(5, ['green', 'hat', 'cap', 'wool']);
    }
  },
  ['/search', '/suggest', '/ranked', '/frequencies', '/reindex'],
);
redis.disconnect();
