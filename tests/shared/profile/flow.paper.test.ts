import { expect, test } from 'vitest';
import { ValueFlow, type Reach } from '../../../shared/profile/flow.ts';

/** How the reply of the first command reaches the last one; a single command is both. */
function reachIn(source: string): Reach {
  const flow = new ValueFlow(source);
  const calls = source
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/redis\.(\w+)\(/g)].map(({ index: at }) =>
        flow.callAt(index + 1, at + 'redis.'.length + 1),
      ),
    );
  const [first, last] = [calls[0] ?? null, calls.at(-1) ?? null];
  if (first === null || last === null) throw new Error('no call');
  return flow.reach(first, last);
}

test.each<[Reach, string, string]>([
  ['none', 'a list is filled', 'const found = []; for (const id of ids) found.push(await redis.get(id));'],
  [
    'none',
    'a value is read',
    'const names = {}; for (const id of ids) { const v = await redis.get(id); names[id] = JSON.parse(v).name; }',
  ],
  [
    'none',
    'lines end without semicolons',
    'const found = []\nfor (const id of ids) {\n  const v = await redis.get(id)\n  found.push(v)\n}',
  ],
  [
    'none',
    'a missing value throws',
    "for (const id of ids) { const v = await redis.get(id); if (!v) throw new Error('gone'); }",
  ],
  [
    'none',
    'a sum is made',
    'let sum = 0; for (let i = 0; i < n; i++) sum += Number(await redis.get(`a:${i}`));',
  ],
  [
    'none',
    'types stand between',
    'const out = new Map(); for (const id of ids) { const v: string | null = await redis.get(id as string); out.set(id, v!); }',
  ],
  ['argument', 'the key is the reply', 'for (let i = 0; i < 3; i++) at = await redis.get(at);'],
  ['argument', 'the key is computed', 'for (;;) { const v = await redis.get(`n:${at}`); at = hash(v); }'],
  [
    'argument',
    'it goes through an object',
    'for (;;) { const { next } = JSON.parse(await redis.get(state.at)); state.at = next; }',
  ],
  [
    'argument',
    'it is kept by a field of this',
    'class A { async next() { const v = await redis.get(this.at); this.at = v.next; } }',
  ],
  [
    'argument',
    'a later line needs it',
    'const team = await redis.hget(id, "team");\nconst colour = await redis.get(team);',
  ],
  [
    'none',
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
    'condition',
    'an operator asks',
    'for (const id of ids) (await redis.get(id)) && (await redis.set(`c:${id}`, 1));',
  ],
  [
    'condition',
    'it returns, and no semicolon follows',
    'const o = { async f() { for (const id of ids) if (await redis.get(id)) return }, g() {} };',
  ],
  [
    'condition',
    'a branch asks',
    'for (const id of ids) { const v = await redis.get(id); if (v) await redis.set(`c:${id}`, 1); }',
  ],
  [
    'condition',
    'a line before has returned',
    'async () => { const v = await redis.get(a); if (!v) return; await redis.get(b); }',
  ],
  [
    'none',
    'a reply is counted',
    'let n = 0; for (const id of ids) { if ((await redis.exists(id)) === 1) n++; }',
  ],
  [
    'none',
    'one object is made',
    'async () => { return { a: await redis.get(a), b: Number(await redis.get(b)) }; }',
  ],
  [
    'none',
    'one text is made',
    'async () => { return `${(await redis.get(a)) ?? 0} of ${await redis.get(b)}`; }',
  ],
  [
    'condition',
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
])('%s: %s', (reach, _what, source) => {
  expect(reachIn(source)).toBe(reach);
});

test('an error holds back what would be written next, and a read may be sent', () => {
  const source = "for (const id of ids) { if ((await redis.decr(id)) < 0) throw new Error('none left'); }";
  const flow = new ValueFlow(source);
  const call = flow.callAt(1, source.indexOf('decr') + 1) ?? -1;
  const reached = [true, false].map((isRead) => flow.reach(call, call, { isRead }));
  expect(reached).toEqual(['none', 'condition']);
});

test('strings, comments, templates and regular expressions hide no bracket', () => {
  const source =
    "for (const id of ids) { // }\n  const a = '}'; const b = /[}]/; const c = `${'}'}}`; /* } */\n  at = await redis.get(at);\n}";
  expect(reachIn(source)).toBe('argument');
});
