import type { CommandId } from '../commands.ts';
import type { Workload } from '../schemas.ts';

/** How a command reads in a program: the fields that it takes of an item, and the call. */
export interface SnippetCall {
  fields: readonly string[];
  /** Behind `redis.`, as in `set(key, value)`. */
  call: string;
}

export function snippetCall(id: CommandId, { ttlSeconds, customCommand }: Workload): SnippetCall {
  const ofKey = (call: string): SnippetCall => ({ fields: ['key'], call });
  const ofBoth = (call: string): SnippetCall => ({ fields: ['key', 'value'], call });
  switch (id) {
    case 'ping':
      return { fields: [], call: 'ping()' };
    case 'set':
    case 'append':
    case 'lpush':
    case 'rpush':
    case 'sadd':
      return ofBoth(`${id}(key, value)`);
    case 'setex':
      return ofBoth(`setex(key, ${ttlSeconds}, value)`);
    case 'hset':
      return ofBoth("hset(key, 'field:1', value)");
    case 'xadd':
      return ofBoth("xadd(key, '*', 'field', value)");
    case 'zadd':
      return { fields: ['key', 'score', 'value'], call: 'zadd(key, score, value)' };
    case 'get':
    case 'incr':
    case 'lpop':
    case 'del':
      return ofKey(`${id}(key)`);
    case 'lrange':
      return ofKey('lrange(key, 0, 9)');
    case 'hget':
      return ofKey("hget(key, 'field:1')");
    case 'expire':
      return ofKey(`expire(key, ${ttlSeconds})`);
    case 'mset':
      return { fields: ['entries'], call: 'mset(entries)' };
    case 'mget':
      return { fields: ['keys'], call: 'mget(keys)' };
    case 'custom':
      return customCall(customCommand ?? '');
  }
}

/** Words are parted by spaces, quoted ones may hold some. */
function customCall(line: string): SnippetCall {
  const fields = new Set<string>();
  const named = (field: string) => {
    fields.add(field);
    return field;
  };
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => {
    const word = double ?? single ?? bare ?? '';
    if (word === '__key__') return named('key');
    if (word === '__data__') return named('value');
    const [before, after, ...more] = word.split('__rand_int__');
    if (before === undefined || after === undefined || more.length > 0) return quote(word);
    const number = `String(${named('number')})`;
    return [before && quote(before), number, after && quote(after)].filter((part) => part !== '').join(' + ');
  });
  return { fields: [...fields], call: `call(${words.join(', ')})` };
}

const quote = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
