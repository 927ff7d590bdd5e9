import { redisCommand } from '../commands/redis.ts';
import { commands } from '../commands/workload.ts';
import { defaultClient, type ClientId } from '../contract/enums.ts';
import type { StrategySnippet } from '../contract/strategy.ts';
import type { SnippetRequest, SnippetWorkload } from './asked.ts';
import type { SnippetCall } from './commands.ts';

/** How a client library reads in code, where libraries differ. Lines and expressions name a connection `redis`. */
export interface SnippetLibrary {
  /** One command, on a connection or in a queue of a batch. */
  call(call: SnippetCall, inQueue: boolean): string;
  /** One command for many keys: `words` is an expression of an array. */
  multiKeyCall(name: 'mset' | 'mget' | 'del', words: string): string;
  /** The body of a function of `redis` and `batch` that resolves with all replies. */
  queueLines(strategy: 'pipeline' | 'multi'): string[];
  /** Sends `sent`, items with their `resolve` and `reject`, as one pipeline. */
  gatheredLines: readonly string[];
  /** Prepares `script` for all connections. */
  scriptLines: readonly string[];
  /** Runs it with `keys` and `args`. */
  scriptCall: string;
  close: string;
}

/** A library whose connections are opened by a function `open`. */
interface OtherLibrary extends SnippetLibrary {
  importLine(by: StrategySnippet['by']): string;
  openLines(workload: SnippetWorkload, hasCache: boolean): string[];
}

const ioredis: SnippetLibrary = {
  call: ({ call }) => `redis.${call}`,
  multiKeyCall: (name, words) => `redis.${name}(${words})`,
  queueLines: (strategy) => [
    `  const queue = redis.${strategy}();`,
    '  for (const item of batch) send(queue, item);',
    '  const results = await queue.exec();',
    '  // exec() does not reject when a command fails: each has an error or a reply.',
    '  return results.map(([error, reply]) => {',
    '    if (error) throw error;',
    '    return reply;',
    '  });',
  ],
  gatheredLines: [
    'const queue = redis.pipeline();',
    'for (const { item } of sent) send(queue, item);',
    'const results = await queue.exec();',
    'results.forEach(([error, reply], at) => (error ? sent[at].reject(error) : sent[at].resolve(reply)));',
  ],
  scriptLines: [
    '// Each server is sent the script once; then it is called by its digest (EVALSHA).',
    "for (const redis of connections) redis.defineCommand('runBatch', { lua: script });",
  ],
  scriptCall: 'redis.runBatch(keys.length, keys, args)',
  close: 'redis.quit()',
};

/** Libraries other than ioredis send strings and Buffers alone. */
const asText = (word: string) =>
  /^\d+$/.test(word) ? `'${word}'` : word === 'score' ? 'String(score)' : word;
const wordList = ({ words }: SnippetCall) => `[${words.map(asText).join(', ')}]`;

const methodOf = (name: string) => redisCommand(name)?.method ?? name;

const nodeRedis: OtherLibrary = {
  call: (command, inQueue) =>
    commands[command.id].hasOwnMethod && commands[command.id].times === 1
      ? `redis.${inQueue ? 'addCommand' : 'sendCommand'}(${wordList(command)})`
      : `redis.${command.call.replace(/^\w+/, methodOf)}`,
  multiKeyCall: (name, words) => `redis.${methodOf(name)}(${words})`,
  queueLines: (strategy) => [
    '  const queue = redis.multi();',
    '  for (const item of batch) send(queue, item);',
    ...(strategy === 'pipeline'
      ? ['  // Rejects with the first error: the other replies are lost.', '  return queue.execAsPipeline();']
      : [
          '  try {',
          '    return await queue.exec();',
          '  } catch (error) {',
          '    // `replies` holds every reply, also those of commands that did not fail.',
          '    throw error.replies?.[error.errorIndexes[0]] ?? error;',
          '  }',
        ]),
  ],
  gatheredLines: [
    '// What one turn of the event loop sends is one write.',
    'for (const { item, resolve, reject } of sent) send(redis, item).then(resolve, reject);',
  ],
  scriptLines: [
    '// The server gets the script once; then it is called by its digest (EVALSHA).',
    'const [first] = connections;',
    'const digest = await first.scriptLoad(script);',
  ],
  scriptCall: 'redis.evalSha(digest, { keys, arguments: args.map(String) })',
  close: 'redis.close()',
  importLine: () => "import { createClient } from '@redis/client';",
  openLines: ({ resp, clientTimeout }, hasCache) => [
    'async function open() {',
    ...(hasCache
      ? [
          '  // Each connection keeps what it has read, without a bound; maxEntries and ttl (ms) set one.',
          '  const clientSideCache = { maxEntries: 0, ttl: 0 };',
        ]
      : []),
    ...(clientTimeout === 'library'
      ? [`  const redis = createClient({ url, RESP: ${resp}${hasCache ? ', clientSideCache' : ''} });`]
      : [
          '  // The default is a timeout of 5 s for each command, which costs CPU time.',
          `  const redis = createClient({ url, RESP: ${resp}, commandOptions: { timeout: 0 }${hasCache ? ', clientSideCache' : ''} });`,
        ]),
    '  // Without a listener an error of the connection would end the process.',
    "  redis.on('error', (error) => console.error(error));",
    '  return redis.connect();',
    '}',
  ],
};

const glideByWords = (words: string) => `redis.customCommand(${words})`;

const glide: OtherLibrary = {
  call: (command) => glideByWords(wordList(command)),
  multiKeyCall: (name, words) => glideByWords(`['${name}', ...${words}]`),
  queueLines: (strategy) => [
    `  const queue = new Batch(${strategy === 'multi'}); // ${strategy === 'multi' ? 'in a transaction' : 'not in a transaction'}`,
    '  for (const item of batch) send(queue, item);',
    '  // true: rejects with the first error.',
    '  return redis.exec(queue, true);',
  ],
  gatheredLines: [
    'const queue = new Batch(false); // not in a transaction',
    'for (const { item } of sent) send(queue, item);',
    '// false: an error is one of the replies.',
    'const replies = await redis.exec(queue, false);',
    'replies.forEach((reply, at) =>',
    '  reply instanceof Error ? sent[at].reject(reply) : sent[at].resolve(reply),',
    ');',
  ],
  scriptLines: [
    '// GLIDE loads the script when a server does not know it, and calls it by its digest (EVALSHA).',
    'const batchScript = new Script(script);',
  ],
  scriptCall: 'redis.invokeScript(batchScript, { keys, args: args.map(String) })',
  close: 'redis.close()',
  importLine: (by) =>
    `import { ${[
      ...(by === 'gather' || by === 'pipeline' || by === 'multi' ? ['Batch'] : []),
      'GlideClient',
      'Logger',
      'ProtocolVersion',
      ...(by === 'lua' ? ['Script'] : []),
    ].join(', ')} } from '@valkey/valkey-glide';`,
  openLines: ({ resp, clientTimeout }) => [
    '// Otherwise it logs to stdout.',
    "Logger.setLoggerConfig('off');",
    'const { hostname, port, username, password, protocol, pathname } = new URL(url);',
    'const open = () =>',
    '  GlideClient.createClient({',
    '    addresses: [{ host: hostname, port: Number(port || 6379) }],',
    '    databaseId: Number(pathname.slice(1)),',
    '    ...(password && {',
    '      credentials: {',
    "        username: decodeURIComponent(username) || 'default',",
    '        password: decodeURIComponent(password),',
    '      },',
    '    }),',
    "    useTLS: protocol === 'rediss:',",
    `    protocol: ProtocolVersion.RESP${resp},`,
    ...(clientTimeout === 'library'
      ? []
      : [
          '    // The defaults are 250 ms for each request and 1,000 requests in flight.',
          '    requestTimeout: 2 ** 31 - 1,',
          '    inflightRequestsLimit: 2 ** 31 - 1,',
        ]),
    '  });',
  ],
};

const others: Readonly<Record<Exclude<ClientId, 'ioredis'>, OtherLibrary>> = {
  'node-redis': nodeRedis,
  glide,
};

/** The library of a lane; `null`: it is ioredis, or none. */
export const otherLibrary = ({ client }: Pick<SnippetRequest, 'client'>): OtherLibrary | null =>
  client === defaultClient || client === 'ioredis' ? null : others[client];

export const libraryOf = (asked: Pick<SnippetRequest, 'client'>): SnippetLibrary =>
  otherLibrary(asked) ?? ioredis;
