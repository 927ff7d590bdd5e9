import { defaultClient, type ClientId } from '../contract/enums.ts';
import type { StrategySnippet } from '../contract/strategy.ts';
import type { Candidate } from '../contract/search.ts';
import { comeSingly, sendsSingly, snippetOf, type SnippetRequest, type SnippetWorkload } from './asked.ts';
import { batchLines, gatherLines } from './batches.ts';
import { itemOf, perCommand, snippetCalls } from './commands.ts';
import { connectionLines } from './connections.ts';
import { libraryOf } from './libraries.ts';

/**
 * A module of JavaScript for a client library that sends this workload by a strategy with its batch size. Closed loop:
 * exports `sendAll(items)`, for a program that has its commands at hand. Open loop, or with callers: `sendOne(item)`,
 * for one that gets them one by one. Both resolve with replies; both throw the first error of Redis. It connects to `REDIS_URL`;
 * `close()` ends its connections. `hasSnippet` tells whether there is one.
 */
export function snippetFor(
  {
    strategy,
    batchSize,
    client = defaultClient,
  }: { strategy: string; batchSize: Candidate['batchSize']; client?: ClientId | undefined },
  workload: SnippetWorkload,
  inCluster = false,
): string {
  const snippet = snippetOf(strategy) ?? { by: 'each' };
  const asked: SnippetRequest = { strategy, snippet, client, batchSize, workload, inCluster };
  return [
    ...connectionLines(asked),
    '',
    ...(hasOwnWords.includes(snippet.by) ? [] : [...sendLines(asked), '']),
    ...(comeSingly(workload) ? singleLines(asked) : closedLoopLines(asked)),
    '',
    `export const close = () => Promise.all(connections.map((redis) => ${libraryOf(asked).close}));`,
    '',
  ].join('\n');
}

const hasOwnWords: readonly StrategySnippet['by'][] = ['multi-key', 'lua', 'wire'];

/** `send`: one command, to a connection or into a pipeline. */
function sendLines(asked: SnippetRequest): string[] {
  const library = libraryOf(asked);
  const { by } = asked.snippet;
  const inQueue = by === 'pipeline' || by === 'multi' || (by === 'gather' && asked.client !== 'node-redis');
  return perCommand('send', 'redis, ', snippetCalls(asked.workload), (call) => library.call(call, inQueue));
}

function closedLoopLines(asked: SnippetRequest): string[] {
  const single = sendsSingly(asked);
  const { clients } = asked.workload;
  const onEach = clients === 1 ? '' : ` on each of ${clients} connections`;
  const driver = [
    single
      ? `/** Sends all items, one at a time${onEach}; resolves with the replies in order. */`
      : `/** Sends all items, ${asked.batchSize} at a time${onEach}; resolves with the replies in order. */`,
    `// items: one for each command, such as ${itemOf(asked.workload)}`,
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
  return single ? driver : [...batchLines(asked), '', ...driver];
}

function singleLines(asked: SnippetRequest): string[] {
  const { callers, rps = Infinity } = asked.workload;
  if (callers !== undefined && asked.strategy === 'one-by-one') return poolLines(asked);
  const pick = [
    'let turn = 0;',
    'const nextConnection = () => connections[turn++ % connections.length];',
    '',
  ];
  if (sendsSingly(asked))
    return [
      ...pick,
      '/** Sends one item at once; resolves with its reply. */',
      `// item: what one command needs, such as ${itemOf(asked.workload)}`,
      'export const sendOne = (item) => send(nextConnection(), item);',
    ];
  if (asked.snippet.by === 'gather')
    return [
      ...gatherLines(asked),
      '',
      ...pick,
      '/** Sends one item with those that come soon after it; resolves with its reply. */',
      `// item: what one command needs, such as ${itemOf(asked.workload)}`,
      'export const sendOne = (item) => gather(nextConnection(), item);',
    ];
  const waitMs = Math.max(1, Math.ceil((asked.batchSize * 1000) / rps));
  return [
    ...batchLines(asked),
    '',
    ...pick,
    'let waiting = [];',
    'let timer;',
    '',
    `/** Sends one item with up to ${asked.batchSize - 1} others, within ${waitMs} ms; resolves with its reply. */`,
    `// item: what one command needs, such as ${itemOf(asked.workload)}`,
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

/** Callers borrow a connection each, until they have their reply. */
const poolLines = (asked: SnippetRequest): string[] => [
  'const free = [...connections];',
  'const waiting = [];',
  '',
  '/** Sends one item on a connection that no other caller has; resolves with its reply. */',
  `// item: what one command needs, such as ${itemOf(asked.workload)}`,
  'export async function sendOne(item) {',
  '  const redis = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));',
  '  try {',
  '    return await send(redis, item);',
  '  } finally {',
  '    const next = waiting.shift();',
  '    if (next) next(redis);',
  '    else free.push(redis);',
  '  }',
  '}',
];
