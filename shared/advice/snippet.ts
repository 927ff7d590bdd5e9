import type { Workload } from '../schemas.ts';
import type { AdvisedStrategy, Rung } from './advice.ts';
import { isGathering, isOpenLoop } from './search-plan.ts';
import { snippetCall } from './snippet-commands.ts';

/**
 * A module of JavaScript for ioredis that sends what was measured by the advised strategy with its batch size.
 * Closed loop: exports `sendAll(items)`, for a program that has its commands at hand. Open loop: `sendOne(item)`,
 * for one that gets them one by one. Both resolve with replies; both throw the first error of Redis. It connects
 * to `REDIS_URL`; `close()` ends its connections.
 */
export function snippetFor(rung: Rung, workload: Workload): string {
  return [
    ...connectionLines(rung, workload),
    '',
    ...(rung.strategy === 'multi-key' ? [] : [...sendLines(workload), '']),
    ...(isOpenLoop(workload) ? openLoopLines(rung, workload) : closedLoopLines(rung, workload)),
    '',
    'export const close = () => Promise.all(connections.map((redis) => redis.quit()));',
    '',
  ].join('\n');
}

/** Whether each command is sent for itself, so that no batch is made. */
const sendsSingly = ({ strategy, depth }: Rung, workload: Workload): boolean =>
  isOpenLoop(workload) ? !isGathering(strategy) : depth === 1 || strategy === 'one-by-one';

function connectionLines(rung: Rung, workload: Workload): string[] {
  const { clients, threads, resp } = workload;
  const settings = [
    ...(rung.strategy === 'auto-pipeline' ? ['enableAutoPipelining: true'] : []),
    ...(rung.strategy === 'nagle' ? ['noDelay: false'] : []),
    ...(resp === 2 ? ['protocol: 2'] : []),
  ];
  const create = `new Redis(url${settings.length > 0 ? `, { ${settings.join(', ')} }` : ''})`;
  return [
    "import { Redis } from 'ioredis';",
    '',
    "const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';",
    ...(threads > 1 ? [`// Measured with these connections spread over ${threads} threads.`] : []),
    clients === 1
      ? `const connections = [${create}];`
      : `const connections = Array.from({ length: ${clients} }, () => ${create});`,
    ...(sendsSingly(rung, workload) ? [] : [`const batchSize = ${rung.depth};`]),
  ];
}

/** `send`: one command, to a connection or into a pipeline. */
function sendLines(workload: Workload): string[] {
  const calls = workload.commands.map((id) => ({ id, ...snippetCall(id, workload) }));
  const [only, ...more] = calls;
  const fields = [...new Set(calls.flatMap((call) => call.fields))];
  if (!only) return [];
  if (more.length === 0) return [`const send = (redis, ${parameter(fields)}) => redis.${only.call};`];
  return [
    `function send(redis, ${parameter(['command', ...fields])}) {`,
    ...calls.map(({ id, call }) => `  if (command === '${id}') return redis.${call};`),
    '  throw new Error(`no command ${command}`);',
    '}',
  ];
}

const parameter = (fields: readonly string[]) => (fields.length === 0 ? '_item' : `{ ${fields.join(', ')} }`);

function closedLoopLines(rung: Rung, workload: Workload): string[] {
  const single = sendsSingly(rung, workload);
  const { clients } = workload;
  const onEach = clients === 1 ? '' : ` on each of ${clients} connections`;
  const driver = [
    single
      ? `/** Sends all items, one at a time${onEach}; resolves with the replies in order. */`
      : `/** Sends all items, ${rung.depth} at a time${onEach}; resolves with the replies in order. */`,
    'export async function sendAll(items) {',
    '  const replies = [];',
    '  let next = 0;',
    '  const work = async (redis) => {',
    '    while (next < items.length) {',
    ...(single
      ? ['      const at = next++;', '      replies[at] = await send(redis, items[at]);']
      : [
          '      const at = next;',
          '      next += batchSize;',
          '      const answered = await sendBatch(redis, items.slice(at, at + batchSize));',
          '      answered.forEach((reply, index) => (replies[at + index] = reply));',
        ]),
    '    }',
    '  };',
    '  await Promise.all(connections.map(work));',
    '  return replies;',
    '}',
  ];
  return single ? driver : [...batchLines(rung.strategy, workload), '', ...driver];
}

function openLoopLines(rung: Rung, workload: Workload): string[] {
  const pick = [
    'let turn = 0;',
    'const nextConnection = () => connections[turn++ % connections.length];',
    '',
  ];
  if (sendsSingly(rung, workload))
    return [
      ...pick,
      '/** Sends one item at once; resolves with its reply. */',
      'export const sendOne = (item) => send(nextConnection(), item);',
    ];
  const waitMs = Math.max(1, Math.ceil((rung.depth * 1000) / (workload.rps ?? 1)));
  return [
    ...batchLines(rung.strategy, workload),
    '',
    ...pick,
    'let waiting = [];',
    'let timer;',
    '',
    `/** Sends one item with up to ${rung.depth - 1} others, within ${waitMs} ms; resolves with its reply. */`,
    'export function sendOne(item) {',
    '  return new Promise((resolve, reject) => {',
    '    waiting.push({ item, resolve, reject });',
    '    if (waiting.length >= batchSize) void flush();',
    `    else timer ??= setTimeout(flush, ${waitMs});`,
    '  });',
    '}',
    '',
    'async function flush() {',
    '  clearTimeout(timer);',
    '  timer = undefined;',
    '  const batch = waiting;',
    '  waiting = [];',
    '  try {',
    '    const replies = await sendBatch(nextConnection(), batch.map(({ item }) => item));',
    '    batch.forEach(({ resolve }, index) => resolve(replies[index]));',
    '  } catch (error) {',
    '    for (const { reject } of batch) reject(error);',
    '  }',
    '}',
  ];
}

/** `sendBatch`: resolves with a reply for each item. */
function batchLines(strategy: AdvisedStrategy, workload: Workload): string[] {
  switch (strategy) {
    case 'one-by-one':
    case 'concurrent':
    case 'nagle':
    case 'auto-pipeline':
      return ['const sendBatch = (redis, batch) => Promise.all(batch.map((item) => send(redis, item)));'];
    case 'pipeline':
    case 'multi':
      return [
        'async function sendBatch(redis, batch) {',
        `  const queue = redis.${strategy}();`,
        '  for (const item of batch) send(queue, item);',
        '  const results = await queue.exec();',
        '  // exec() does not reject when a command fails: each has an error or a reply.',
        '  return results.map(([error, reply]) => {',
        '    if (error) throw error;',
        '    return reply;',
        '  });',
        '}',
      ];
    case 'multi-key':
      return multiKeyLines(workload);
  }
}

function multiKeyLines({ commands: [id] }: Workload): string[] {
  switch (id) {
    case 'set':
      return [
        'async function sendBatch(redis, batch) {',
        '  await redis.mset(batch.flatMap(({ key, value }) => [key, value]));',
        "  return batch.map(() => 'OK');",
        '}',
      ];
    case 'get':
      return ['const sendBatch = (redis, batch) => redis.mget(batch.map(({ key }) => key));'];
    default:
      return [
        'async function sendBatch(redis, batch) {',
        '  const removed = await redis.del(batch.map(({ key }) => key));',
        '  // The same for all: how many keys of the batch there were.',
        '  return batch.map(() => removed);',
        '}',
      ];
  }
}
