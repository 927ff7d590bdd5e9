import { expect, test } from 'vitest';
import { patchIn } from '../../support/with-sources.ts';

const afterIn = (...source: string[]): string => {
  const { text } = patchIn(source.join('\n'));
  return text;
};

test('commands one after another are sent together, with their names and comments', () => {
  const after = afterIn(
    'async function page(id) {',
    '  const user = await redis.hgetall(`user:${id}`);',
    '  // The cart comes with its items.',
    '  const items = await redis.get(`cart:${id}`); // in JSON',
    '  await redis.incr("views");',
    '  return { user, items };',
    '}',
  );
  expect(after).toBe(
    [
      'async function page(id) {',
      '  const [user, items] = await Promise.all([',
      '    redis.hgetall(`user:${id}`),',
      '    // The cart comes with its items.',
      '    redis.get(`cart:${id}`), // in JSON',
      '    redis.incr("views"),',
      '  ]);',
      '  return { user, items };',
      '}',
    ].join('\n'),
  );
});

test('arguments that call something unseen stay in their order, so they may go together', () => {
  const { text } = patchIn(
    [
      'async function post(id) {',
      '  await redis.expire(`voted:${id}`, week);',
      '',
      '  await redis.zadd("time", clock.now(), id);',
      '',
      '  await redis.zadd("score", clock.now() + 1, id);',
      '}',
    ].join('\n'),
  );
  expect(text.split('\n')).toEqual([
    'async function post(id) {',
    '  await Promise.all([',
    '    redis.expire(`voted:${id}`, week),',
    '    redis.zadd("time", clock.now(), id),',
    '    redis.zadd("score", clock.now() + 1, id),',
    '  ]);',
    '}',
  ]);
});

test('what needs an earlier reply is sent in the stage after it, with the declarations that it needs', () => {
  const after = afterIn(
    'async function page(id) {',
    '  const a = await redis.get(`a:${id}`)',
    '  const name = `b:${id}`',
    '  const b = await redis.get(name)',
    '  const c = await redis.get(`c:${a}`)',
    '  const d = JSON.parse(await redis.get(`d:${b}`))',
    '  return [a, b, c, d]',
    '}',
  );
  expect(after).toBe(
    [
      'async function page(id) {',
      '  const name = `b:${id}`',
      '  const [a, b] = await Promise.all([redis.get(`a:${id}`), redis.get(name)])',
      '  const [c, reply] = await Promise.all([redis.get(`c:${a}`), redis.get(`d:${b}`)])',
      '  const d = JSON.parse(reply)',
      '  return [a, b, c, d]',
      '}',
    ].join('\n'),
  );
});

test('a loop that only writes stays as it is, but for what it waits for', () => {
  const after = afterIn(
    'async function save(items) {',
    '  for (const item of items) {',
    '    if (item.isNew) await redis.incr(`new:${item.id}`);',
    '    count += 1;',
    '  }',
    '}',
  );
  expect(after).toBe(
    [
      'async function save(items) {',
      '  const pending = [];',
      '  for (const item of items) {',
      '    if (item.isNew) pending.push(redis.incr(`new:${item.id}`));',
      '    count += 1;',
      '  }',
      '  await Promise.all(pending);',
      '}',
    ].join('\n'),
  );
});

test('a loop that works with replies becomes one that sends and one that works, in the same order', () => {
  const after = afterIn(
    'async function load(ids, pending) {',
    '  const found = {};',
    '  for (let at = 0; at < ids.length; at += 1) {',
    '    const id = ids[at];',
    '    if (id === null) continue;',
    '    const user: User = await redis.hgetall(`user:${id}`);',
    '    if (!user.name) continue;',
    '    found[id] = show(user, at);',
    '  }',
    '  return found;',
    '}',
  );
  expect(after).toBe(
    [
      'async function load(ids, pending) {',
      '  const found = {};',
      '  const pending2 = [];',
      '  for (let at = 0; at < ids.length; at += 1) {',
      '    const id = ids[at];',
      '    if (id === null) continue;',
      '    pending2.push(redis.hgetall(`user:${id}`).then((user) => ({ at, id, user })));',
      '  }',
      '  for (const { at, id, user } of await Promise.all(pending2)) {',
      '    if (!user.name) continue;',
      '    found[id] = show(user, at);',
      '  }',
      '  return found;',
      '}',
    ].join('\n'),
  );
});

test('several commands of a round are a function of the round', () => {
  const after = afterIn(
    'async function load(ids) {',
    '  const rows = [];',
    '  for (const id of ids) {',
    '    const name = await redis.get(`name:${id}`);',
    '    const team = await redis.get(`team:${id}`);',
    '    rows.push({ id, name, team });',
    '  }',
    '  return rows;',
    '}',
  );
  expect(after).toBe(
    [
      'async function load(ids) {',
      '  const rows = [];',
      '  const pending = [];',
      '  for (const id of ids) {',
      '    pending.push(',
      '      (async () => {',
      '        const [name, team] = await Promise.all([redis.get(`name:${id}`), redis.get(`team:${id}`)]);',
      '        return { id, name, team };',
      '      })(),',
      '    );',
      '  }',
      '  for (const { id, name, team } of await Promise.all(pending)) {',
      '    rows.push({ id, name, team });',
      '  }',
      '  return rows;',
      '}',
    ].join('\n'),
  );
});

test.each([
  ['ioredis', 'sadd("all", id)', '[...ids]', 'sadd("all", ...members)'],
  [
    'ioredis',
    'zadd("board", id.score, id.name)',
    'Array.from(ids, (id) => [id.score, id.name]).flat()',
    'zadd("board", ...members)',
  ],
  ['node-redis', 'sAdd("all", id)', '[...ids].flat()', 'sAdd("all", members)'],
  [
    'node-redis',
    'zAdd("board", { score: 1, value: id })',
    'Array.from(ids, (id) => ({ score: 1, value: id }))',
    'zAdd("board", members)',
  ],
  ['node-redis', 'xAck("jobs", group, id)', '[...ids].flat()', 'xAck("jobs", group, members)'],
])('a loop over the members of one key becomes one command: %s %s', (library, call, list, many) => {
  const source = ['async function f(ids, group) {', `  for (const id of ids) await redis.${call};`, '}'];
  expect(patchIn(source.join('\n'), library).text.split('\n').slice(1, -1)).toEqual([
    `  const members = ${list};`,
    `  if (members.length > 0) await redis.${many};`,
  ]);
});

test('a loop over keys of which each has its own member stays a loop', () => {
  const { text } = patchIn(
    'async function f(ids) {\n  for (const id of ids) await redis.sadd(`of:${id}`, "new");\n}',
  );
  expect(text).toContain('for (const id of ids) pending.push(redis.sadd(`of:${id}`, "new"));');
});

test.each([
  [
    'a call between that may change what is sent',
    'between',
    'const a = await redis.get(o.a); touch(o); const b = await redis.get(o.b);',
  ],
  [
    'a return between',
    'leaves',
    'const a = await redis.get("a"); if (isLate) return 1; const b = await redis.get("b");',
  ],
  [
    'another wait between',
    'between',
    'const a = await redis.get("a"); await sleep(1); const b = await redis.get("b");',
  ],
  [
    'an argument that counts',
    'between',
    'const a = await redis.get(n); n += 1; const b = await redis.get(n);',
  ],
  ['a command in a branch', 'apart', 'const a = await redis.get("a"); if (isMore) b = await redis.get("b");'],
  ['a promise that is kept', 'not-awaited', 'const a = redis.get("a"); const b = await redis.get("b");'],
  [
    'a loop that may end early',
    'leaves',
    'for (const id of ids) { const a = await redis.get(id); out.push(a); if (out.length > most) break; }',
  ],
  [
    'a loop whose round changes the next',
    'between',
    'for (const id of ids) { const a = await redis.get(id + n); n += 1; use(a); }',
  ],
  [
    'a loop that waits for more',
    'between',
    'for (const id of ids) { const a = await redis.get(id); await db.save(a); }',
  ],
  [
    'a loop with a variable of its function',
    'between',
    'for (var id of ids) { const a = await redis.get(id); show(id, a); }',
  ],
])('nothing is changed where it may matter: %s', (_, why, body) => {
  expect(patchIn(`async function f(ids, o) {\n${body}\n}`).why).toBe(why);
});

test('lines of Windows stay lines of Windows, and tabs stay tabs', () => {
  const { diff } = patchIn(
    'async function f() {\r\n\tawait redis.incr("a");\r\n\tawait redis.incr("b");\r\n}\r\n',
  );
  expect(diff).toContain('+\tawait Promise.all([redis.incr("a"), redis.incr("b")]);\r\n');
});
