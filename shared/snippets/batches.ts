import { splitsIn, type SnippetRequest, type SnippetWorkload } from './asked.ts';
import { allFields, snippetCalls } from './commands.ts';
import { libraryOf } from './libraries.ts';
import { luaLines } from './lua.ts';
import { gathererLines } from './gather.ts';
import { wireLines } from './wire.ts';

/** `sendBatch`: resolves with a reply for each item. */
export function batchLines(asked: SnippetRequest): string[] {
  if (asked.snippet.by === 'gather')
    return [
      ...gatherLines(asked),
      '',
      'const sendBatch = (redis, batch) => Promise.all(batch.map((item) => gather(redis, item)));',
    ];
  const split = splitsIn(asked);
  if (split === null) return wayLines(asked, 'sendBatch');
  return [...wayLines(asked, 'sendTogether'), '', ...splitLines(asked.workload, split)];
}

function wayLines(asked: SnippetRequest, name: string): string[] {
  const { snippet, workload } = asked;
  switch (snippet.by) {
    case 'each':
    case 'gather':
      return [`const ${name} = (redis, batch) => Promise.all(batch.map((item) => send(redis, item)));`];
    case 'pipeline':
    case 'multi':
      return [`async function ${name}(redis, batch) {`, ...libraryOf(asked).queueLines(snippet.by), '}'];
    case 'multi-key':
      return multiKeyLines(asked, name);
    case 'lua':
      return luaLines(asked, name);
    case 'wire':
      return wireLines(workload, name);
  }
}

/** `gather`: sends one item with those that come soon after it; resolves with its reply. */
export function gatherLines(asked: SnippetRequest): string[] {
  if (splitsIn(asked) === null)
    return [
      ...gathererLines(asked),
      '',
      'const gatherers = new Map(connections.map((redis) => [redis, gatherer(redis)]));',
      'const gather = (redis, item) => gatherers.get(redis)(item);',
    ];
  return [
    ...gathererLines(asked),
    '',
    'const gatherers = new Map(connections.map((redis) => [redis, new Map()]));',
    '// A pipeline goes to one node.',
    'function gather(redis, item) {',
    `  const node = redis.slots[${slotOfItem(asked.workload)}]?.join();`,
    '  const byNode = gatherers.get(redis);',
    '  if (!byNode.has(node)) byNode.set(node, gatherer(redis));',
    '  return byNode.get(node)(item);',
    '}',
  ];
}

function multiKeyLines(asked: SnippetRequest, name: string): string[] {
  const [id] = asked.workload.commands;
  const library = libraryOf(asked);
  switch (id) {
    case 'set':
      return [
        `async function ${name}(redis, batch) {`,
        `  await ${library.multiKeyCall('mset', 'batch.flatMap(({ key, value }) => [key, value])')};`,
        "  return batch.map(() => 'OK');",
        '}',
      ];
    case 'get':
      return [
        `const ${name} = (redis, batch) => ${library.multiKeyCall('mget', 'batch.map(({ key }) => key)')};`,
      ];
    default:
      return [
        `async function ${name}(redis, batch) {`,
        `  const removed = await ${library.multiKeyCall('del', 'batch.map(({ key }) => key)')};`,
        '  // The same for all: how many keys of the batch there were.',
        '  return batch.map(() => removed);',
        '}',
      ];
  }
}

function slotOfItem(workload: SnippetWorkload): string {
  const fields = allFields(snippetCalls(workload));
  const keys = [
    ...(fields.includes('key') ? ['item.key'] : []),
    ...(fields.includes('keys') ? ['item.keys?.[0]'] : []),
    ...(fields.includes('entries') ? ['Object.keys(item.entries ?? {})[0]'] : []),
    "''",
  ];
  return `slotOf(${keys.join(' ?? ')})`;
}

function splitLines(workload: SnippetWorkload, by: 'node' | 'slot'): string[] {
  const slot = slotOfItem(workload);
  return [
    ...(by === 'node'
      ? ['// A pipeline goes to one node.', `const groupOf = (redis, item) => redis.slots[${slot}]?.join();`]
      : [
          '// All keys of a batch must be in one slot: give those that belong together a hash tag, as in {user:7}name.',
          `const groupOf = (_redis, item) => ${slot};`,
        ]),
    '',
    'async function sendBatch(redis, batch) {',
    '  const groups = new Map();',
    '  batch.forEach((item, index) => {',
    '    const group = groupOf(redis, item);',
    '    if (!groups.has(group)) groups.set(group, []);',
    '    groups.get(group).push(index);',
    '  });',
    '  const replies = [];',
    '  const sendGroup = async (indexes) => {',
    '    const answered = await sendTogether(redis, indexes.map((index) => batch[index]));',
    '    answered.forEach((reply, at) => (replies[indexes[at]] = reply));',
    '  };',
    '  await Promise.all([...groups.values()].map(sendGroup));',
    '  return replies;',
    '}',
  ];
}
