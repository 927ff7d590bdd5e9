import { expect, test } from 'vitest';
import { evidenceIn } from '../../support/with-sources.ts';

/** What keeps the commands of a source apart: a doubt, the places that need others, or nothing. */
function heldBy(source: string): string {
  const evidence = evidenceIn(source);
  if (evidence.doubt !== null) return evidence.doubt;
  const needs = evidence.needs.flatMap(({ data, checks }) => [
    ...data.map(() => 'data'),
    ...checks.map(() => 'check'),
  ]);
  return needs[0] ?? 'nothing';
}

test.each<[string, string, string]>([
  ['nothing', 'a list is filled', 'const found = []; for (const id of ids) found.push(await redis.get(id));'],
  [
    'nothing',
    'a value is read',
    'const names = {}; for (const id of ids) { const v = await redis.get(id); names[id] = JSON.parse(v).name; }',
  ],
  [
    'nothing',
    'lines end without semicolons',
    'const found = []\nfor (const id of ids) {\n  const v = await redis.get(id)\n  found.push(v)\n}',
  ],
  [
    'nothing',
    'a missing value throws',
    "for (const id of ids) { const v = await redis.get(id); if (!v) throw new Error('gone'); }",
  ],
  [
    'nothing',
    'a sum is made',
    'let sum = 0; for (let i = 0; i < n; i++) sum += Number(await redis.get(`a:${i}`));',
  ],
  [
    'nothing',
    'types stand between',
    'const out = new Map(); for (const id of ids) { const v: string | null = await redis.get(id as string); out.set(id, v!); }',
  ],
  [
    'some-need',
    'the key is the reply',
    "let at = 'a'; for (let i = 0; i < 3; i++) at = await redis.get(at);",
  ],
  [
    'handed',
    'the key is computed elsewhere',
    'for (;;) { const v = await redis.get(`n:${at}`); at = hash(v); }',
  ],
  [
    'some-need',
    'it goes through an object',
    'const state = {}; for (;;) { const { next } = JSON.parse(await redis.get(state.at)); state.at = next; }',
  ],
  [
    'some-need',
    'it is kept by a field of this',
    'class A { async next() { for (;;) { const v = await redis.get(this.at); this.at = v.next; } } }',
  ],
  [
    'data',
    'a later line needs it',
    'const team = await redis.hget(id, "team");\nconst colour = await redis.get(team);',
  ],
  [
    'nothing',
    'a later line does not',
    'const team = await redis.hget(id, "team");\nconst colour = await redis.get("colour");',
  ],
  [
    'condition',
    'the loop ends by it',
    'for (const id of ids) { const v = await redis.get(id); if (v === null) break; }',
  ],
  ['condition', 'the loop ends by it at once', 'for (const id of ids) if (await redis.get(id)) return id;'],
  ['condition', 'it runs while there is something', 'while ((item = await redis.lpop(q))) use(item);'],
  [
    'condition',
    'it runs over what it fills',
    'for (const id of queue) { const kids = await redis.smembers(id); queue.push(...kids); }',
  ],
  [
    'check',
    'an operator asks',
    'for (const id of ids) (await redis.get(id)) && (await redis.set(`c:${id}`, 1));',
  ],
  [
    'condition',
    'it returns, and no semicolon follows',
    'const o = { async f() { for (const id of ids) if (await redis.get(id)) return }, g() {} };',
  ],
  [
    'check',
    'a branch asks',
    'for (const id of ids) { const v = await redis.get(id); if (v) await redis.set(`c:${id}`, 1); }',
  ],
  [
    'check',
    'a line before has returned',
    'async () => { const v = await redis.get(a); if (!v) return; await redis.get(b); }',
  ],
  [
    'nothing',
    'a reply is counted',
    'let n = 0; for (const id of ids) { if ((await redis.exists(id)) === 1) n++; }',
  ],
  [
    'nothing',
    'one object is made',
    'async () => { return { a: await redis.get(a), b: Number(await redis.get(b)) }; }',
  ],
  [
    'nothing',
    'one text is made',
    'async () => { return `${(await redis.get(a)) ?? 0} of ${await redis.get(b)}`; }',
  ],
  [
    'check',
    'one stands in for the other',
    'async () => { return (await redis.get(a)) ?? (await redis.get(b)); }',
  ],
  [
    'condition',
    'a branch sets what the loop asks for',
    "while (more) { const v = await redis.get(keys[i]); if (v === 'end') more = false; i++; }",
  ],
  [
    'condition',
    'a branch counts what the loop asks for',
    'while (i < 9) { const v = await redis.get(key); if (v) i++; }',
  ],
  [
    'handed',
    'a branch chooses the next key',
    "for (let i = 0; i < 9; i++) { const v = await redis.get(key); if (v === 'left') key = 'l'; else key = 'r'; }",
  ],
  ['condition', 'it is counted', 'do { const n = await redis.incr(k); tries = n; } while (tries < 5);'],
])('%s holds it: %s', (held, _what, source) => {
  expect(heldBy(source)).toBe(held);
});

test('an error holds back what would be written next, and a read may be sent', () => {
  const loopOf = (name: string) =>
    `for (const id of ids) { if ((await redis.${name}(id)) < 0) throw new Error('none left'); }`;
  expect(heldBy(loopOf('strlen'))).toBe('nothing');
  expect(heldBy(loopOf('decr'))).toBe('condition');
});
