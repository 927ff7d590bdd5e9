import { cachedStrategy } from '../contract/strategies.ts';
import { otherLibrary } from './libraries.ts';
import { comeSingly, sendsSingly, splitsIn, type SnippetRequest } from './asked.ts';

/** Imports, `connections` and `batchSize`. */
export function connectionLines(asked: SnippetRequest): string[] {
  const { inCluster, snippet, batchSize, workload } = asked;
  const { clients, threads } = workload;
  const other = otherLibrary(asked);
  const create =
    snippet.by === 'wire' ? 'open()' : `new ${inCluster ? 'Cluster' : 'Redis'}(${argumentsOf(asked)})`;
  const split = splitsIn(asked);
  return [
    ...(snippet.by === 'wire'
      ? ["import { connect } from 'node:net';"]
      : [other?.importLine(snippet.by) ?? `import { ${inCluster ? 'Cluster' : 'Redis'} } from 'ioredis';`]),
    ...(split === null
      ? []
      : [
          "import { once } from 'node:events';",
          "import slotOf from 'cluster-key-slot'; // ioredis brings it along",
        ]),
    '',
    `const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:${inCluster ? 7000 : 6379}';`,
    ...(other ? ['', ...other.openLines(workload, asked.strategy === cachedStrategy), ''] : []),
    ...(threads > 1 ? [`// Measured with these connections spread over ${threads} threads.`] : []),
    other
      ? `const connections = await Promise.all(Array.from({ length: ${clients} }, open));`
      : clients === 1
        ? `const connections = [${create}];`
        : `const connections = Array.from({ length: ${clients} }, () => ${create});`,
    ...(split === null
      ? []
      : [
          '// Where each slot is, is known once they are ready.',
          "await Promise.all(connections.map((redis) => once(redis, 'ready')));",
        ]),
    ...(sendsSingly(asked) || (snippet.by === 'gather' && comeSingly(workload))
      ? []
      : [`const batchSize = ${batchSize};`]),
  ];
}

function argumentsOf({ snippet, inCluster, workload }: SnippetRequest): string {
  const ofClient = snippet.client === undefined ? [] : [snippet.client];
  const ofConnection = [
    ...(snippet.connection === undefined ? [] : [snippet.connection]),
    ...(workload.resp === 2 ? ['protocol: 2'] : []),
  ];
  const settings = inCluster
    ? [...ofClient, ...(ofConnection.length > 0 ? [`redisOptions: { ${ofConnection.join(', ')} }`] : [])]
    : [...ofClient, ...ofConnection];
  return [inCluster ? '[url]' : 'url', ...(settings.length > 0 ? [`{ ${settings.join(', ')} }`] : [])].join(
    ', ',
  );
}
