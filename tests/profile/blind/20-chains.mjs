import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { drive, port } from './support.mjs';

const redis = new Redis(port);
const sha = (text) => createHash('sha1').update(text).digest('hex').slice(0, 8);
const seed = redis.pipeline();
let at = 'start';
for (let i = 0; i < 6; i++) {
  seed.set(`h:${sha(at)}`, `block ${i}`);
  at = `block ${i}`;
}
for (let i = 0; i < 6; i++)
  seed
    .set(`num:${i * 3}`, i < 5 ? i + 1 : 0)
    .set(`node:${i}`, JSON.stringify({ next: { id: i + 1 } }))
    .set(`cfg:${i}`, 'x'.repeat(i));
seed.set('votes:1', '4,9,2').set('pick:9', '7,1').set('pick:7', 'done').set('sum:13', 'yes');
await seed.exec();

async function hashed(start) {
  let value = start;
  // 20a: dependent
  for (let i = 0; i < 5; i++) {
    value = await redis.get(`h:${sha(value)}`);
  }
  // end
  return value;
}

async function arithmetic() {
  let n = 0;
  const path = [];
  // 20b: dependent
  for (let i = 0; i < 5; i++) {
    n = Number(await redis.get(`num:${n * 3}`));
    path.push(n);
  }
  // end
  return path;
}

async function linked() {
  let id = 0;
  let hops = 0;
  // 20c: dependent
  while (hops < 5) {
    const node = JSON.parse(await redis.get(`node:${id}`));
    id = node.next.id;
    hops++;
  }
  // end
  return id;
}

async function sorted() {
  // 20d: dependent
  const votes = (await redis.get('votes:1'))
    .split(',')
    .map(Number)
    .sort((a, b) => b - a);
  const pick = (await redis.get(`pick:${votes[0]}`)).split(',').map(Number);
  const end = await redis.get(`pick:${Math.max(...pick)}`);
  // end
  return end;
}

async function counted() {
  let total = 0;
  // 20e: dependent
  for (let i = 0; i < 4; i++) {
    total += Number(await redis.strlen(`cfg:${total + 1}`)) + 1;
  }
  // end
  return total;
}

async function sized() {
  let total = 0;
  // 20f: independent
  for (let i = 0; i < 5; i++) {
    total = total * 2 + Number(await redis.strlen(`cfg:${i}`));
  }
  // end
  return total;
}

class Cursor {
  position = 0;
  async step() {
    this.position = Number(await redis.get(`num:${this.position * 3}`));
  }
}
async function stepped() {
  const cursor = new Cursor();
  // 20g: dependent
  for (let i = 0; i < 4; i++) await cursor.step();
  // end
  return cursor.position;
}

const pages = {
  '/hashed': () => hashed('start'),
  '/arithmetic': arithmetic,
  '/linked': linked,
  '/sorted': sorted,
  '/counted': counted,
  '/sized': sized,
  '/stepped': stepped,
};
await drive(async (url) => ({ value: await pages[url.pathname]() }), Object.keys(pages));
redis.disconnect();
