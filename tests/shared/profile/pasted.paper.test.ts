import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writtenSchema } from '../../../shared/contract/written.ts';
import { pastedLimits } from '../../../shared/limits.ts';
import { writtenProblems } from '../../../shared/plan/written/written-problems.ts';
import { judgePasted, type PastedFunction } from '../../../shared/profile/pasted/judge-pasted.ts';
import { projectRoot } from '../../support/project-root.ts';

function functionsIn(text: string, items = 10): PastedFunction[] {
  const judged = judgePasted(text, items);
  if (judged.state === 'refused') throw new Error(judged.why);
  return judged.functions;
}

/** The only function of a text. */
function onlyIn(lines: readonly string[], items?: number) {
  const [one, ...others] = functionsIn(lines.join('\n'), items);
  if (!one || others.length > 0) throw new Error(`${others.length} more functions`);
  const [first] = one.findings;
  return {
    ...one,
    first,
    codes: one.findings.map(({ code }) => code),
    /** The lines that a patch adds. */
    added: (first?.patch?.diff ?? '').match(/^\+(?!\+).*$/gm)?.map((line) => line.slice(1).trim()),
    stages: one.written?.units[0]?.stages.map(({ commands }) => commands),
  };
}

test('a loop that waits for each reply needs one round trip, with its patch, and a unit of as many commands', () => {
  const cart = onlyIn(
    [
      'async function readCart(ids) {',
      '  const items = [];',
      '  for (const id of ids) {',
      '    const item = await redis.get(`item:${id}`);',
      '    if (!item) continue;',
      '    items.push(JSON.parse(item));',
      '  }',
      '  return items;',
      '}',
    ],
    12,
  );
  expect(cart).toMatchObject({ name: 'readCart', line: 1, commands: 12, tripsNow: 12, tripsNeeded: 1 });
  expect(cart.first).toMatchObject({ code: 'independent-sequence', perUnit: 12, site: { line: 4 } });
  expect(cart.added).toEqual([
    'const pending = [];',
    'pending.push(redis.get(`item:${id}`));',
    '}',
    'for (const item of await Promise.all(pending)) {',
  ]);
  expect(cart.stages).toEqual([[{ command: 'GET item:${n}', times: 12 }]]);
  expect(cart.written?.setup).toEqual([{ command: 'SET item:${n} ${data(100)}', times: 12 }]);
});

test('what needs a reply is in the stage after it, and what stands behind a check after the check', () => {
  const page = onlyIn([
    'async function page(id) {',
    '  const session = await redis.hgetall(`session:${id}`);',
    '  const user = await redis.hgetall(`user:${session.user}`);',
    '  const cart = await redis.get(`cart:${session.user}`);',
    '  const seen = await redis.smembers("seen");',
    '  return { user, cart, seen };',
    '}',
  ]);
  expect(page).toMatchObject({ tripsNow: 4, tripsNeeded: 2, first: { reasons: ['stages'] } });
  expect(page.stages).toEqual([
    [{ command: 'HGETALL session:0' }, { command: 'SMEMBERS seen:0' }],
    [{ command: 'HGETALL user:0' }, { command: 'GET cart:0' }],
  ]);

  const order = onlyIn([
    'async function order(client, id) {',
    '  const user = await client.hGetAll(`user:${id}`);',
    '  if (!user.name) return null;',
    '  await client.incr("orders");',
    '  await client.set(`last:${id}`, "now");',
    '  await client.zAdd("active", { score: 1, value: id });',
    '}',
  ]);
  expect(order).toMatchObject({
    tripsNow: 4,
    tripsNeeded: 2,
    first: { reasons: ['checks'], spot: { line: 3 } },
  });
  expect(order.stages?.map((stage) => stage.map(({ command }) => command.split(' ')[0]))).toEqual([
    ['HGETALL'],
    ['INCR', 'SET', 'ZADD'],
  ]);
});

test('what is sent together already is left as it is, and is one round trip in the lane as well', () => {
  const all = onlyIn([
    'async function all(ids) {',
    '  return Promise.all(ids.map((id) => redis.get(`a:${id}`)));',
    '}',
  ]);
  expect(all).toMatchObject({ codes: ['concurrent'], tripsNow: 1, tripsNeeded: 1, written: null });

  const copy = onlyIn(
    [
      'async function copy(ids) {',
      '  const batch = redis.pipeline();',
      '  for (const id of ids) batch.get(`from:${id}`);',
      '  const values = await batch.exec();',
      '  for (const id of ids) await redis.set(`to:${id}`, "x");',
      '  return values;',
      '}',
    ],
    3,
  );
  expect(copy).toMatchObject({ codes: ['independent-sequence', 'batched'], tripsNow: 4, tripsNeeded: 2 });
  expect(copy.stages).toEqual([
    [{ command: 'GET from:${n}', times: 3, trip: 0, piped: true }],
    [1, 2, 3].map((trip) => ({ command: `SET to:${trip - 1} \${data(100)}`, trip })),
  ]);
});

test('calls of functions in the text are followed, also of methods without their class, in TypeScript', () => {
  const many = onlyIn([
    'const key = (id) => `item:${id}`;',
    'async function one(id) {',
    '  const text = await redis.get(key(id));',
    '  return text && JSON.parse(text);',
    '}',
    'async function many(ids) {',
    '  const found = [];',
    '  for (const id of ids) found.push(await one(id));',
    '  return found;',
    '}',
  ]);
  expect(many).toMatchObject({ name: 'many', tripsNow: 10, tripsNeeded: 1 });
  expect(many.first?.site).toMatchObject({ line: 3, caller: { line: 8 } });
  expect(many.stages).toEqual([[{ command: 'GET item:${n}', times: 10 }]]);

  const method = onlyIn([
    'async touch(ids: readonly string[]): Promise<void> {',
    '  for (const id of ids) {',
    '    await this.redis.hincrby(`n:${id}`, "x", 1);',
    '    await this.redis.expire(`n:${id}`, 60);',
    '  }',
    '}',
  ]);
  expect(method).toMatchObject({ name: 'touch', line: 1, tripsNow: 20, tripsNeeded: 1 });
  // Nothing of the class that was put around it.
  expect(method.first?.patch?.diff).toMatch(/^@@ -1,6 \+1,8 @@\n async touch\(ids: readonly string\[\]\)/m);
  expect(method.first?.patch?.diff).not.toContain('class');
});

const plantedText = readFileSync(join(projectRoot, 'tests/profile/planted/with-ioredis.mjs'), 'utf8');
const planted = functionsIn(plantedText);

test.each([
  ['loop', 'independent-sequence', 1],
  ['loopInWrapper', 'independent-sequence', 1],
  ['listThenItems', 'independent-sequence', 2],
  ['twoStages', 'independent-sequence', 2],
  ['thenChain', 'sequence', null],
  ['dependentChain', 'dependent-sequence', null],
  ['hashedChain', 'dependent-sequence', null],
  ['condition', 'sequence', null],
  ['alwaysTakenBranch', 'independent-sequence', 2],
  ['scan', 'dependent-sequence', null],
  ['readModifyWrite', 'sequence', null],
  ['polling', 'sequence', null],
  ['slowLoop', 'sequence', null],
  ['promiseAll', 'concurrent', null],
  ['pipeline', 'batched', null],
  ['ignored', undefined, null],
] as const)(
  'the planted program %s is judged from its source as from its recording',
  (name, code, needed) => {
    const found = planted.find((one) => one.name === name);
    expect(found?.findings[0]?.code).toBe(code);
    expect(found && found.tripsNeeded < found.tripsNow ? found.tripsNeeded : null).toBe(needed);
  },
);

test('commands that units cannot carry out are named, and so are branches that are not followed', () => {
  const mixed = onlyIn([
    'async function mixed(ids) {',
    '  for (const id of ids) {',
    '    if (id.isOld) {',
    '      await redis.del(`old:${id}`);',
    '      continue;',
    '    }',
    '    await redis.set(`new:${id}`, "x");',
    '    await redis.eval("return 1", 1, `new:${id}`);',
    '  }',
    '}',
  ]);
  expect(mixed).toMatchObject({ skipped: [4], unwritten: ['EVAL'] });
});

test.each([10, pastedLimits.items.max])('what is written for %i items is a plan that can run', (items) => {
  const written = functionsIn(plantedText, items).flatMap((one) => one.written ?? []);
  expect(written.length).toBeGreaterThan(5);
  for (const one of written) {
    expect(writtenSchema.safeParse(one).error).toBeUndefined();
    expect(writtenProblems({ written: one })).toEqual([]);
  }
});

test.each([
  ['an empty text', ' \n', { why: 'empty' }],
  ['a long one', 'x'.repeat(pastedLimits.letters + 1), { why: 'too-long', letters: 20_001, most: 20_000 }],
  ['another language', 'def cart(ids):\n  pass', { why: 'unparsed', line: 1, column: 5 }],
  [
    'a fault further on',
    'async function f() {\n  await redis.get("a";\n}',
    { why: 'unparsed', line: 2, column: 22, message: 'Unexpected token' },
  ],
  ['other maps', 'const f = () => new Map().get(1) ?? params.get("a");', { why: 'no-commands' }],
  [
    'loops in loops',
    'async function f(a) { for (const b of a) for (const c of b) for (const d of c) for (const e of d) await redis.get(e); }',
    { why: 'too-many', most: 5000 },
  ],
  ['deep nesting', `async function f(a) { await redis.get(a${'+a'.repeat(9900)}); }`, { why: 'too-deep' }],
])('%s is refused with its reason', (_, text, expected) => {
  expect(judgePasted(text, 10)).toMatchObject({ state: 'refused', ...expected });
});
