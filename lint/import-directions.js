import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Imports run one way (docs/architecture.md draws it). Per layer: where it is, the layers it may import, and the packages
 * it may not. The more exact folder comes first. `library`, the way in for other programs, judges by the gate of `cli`.
 */
export const layers = [
  {
    name: 'charts',
    folder: 'client/src/charts',
    layers: ['shared', 'client'],
    not: /^(node:|ioredis$|fastify$)/,
  },
  {
    name: 'client',
    folder: 'client/src',
    layers: ['shared', 'charts'],
    not: /^(node:|ioredis$|fastify$|chart\.js)/,
  },
  {
    name: 'shared',
    folder: 'shared',
    layers: [],
    not: /^(node:|ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'redis',
    folder: 'server/redis',
    layers: ['shared'],
    not: /^(fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'network',
    folder: 'server/network',
    layers: ['shared', 'redis'],
    not: /^(ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'engine',
    folder: 'server/engine',
    layers: ['shared', 'redis', 'network'],
    not: /^(node:https?$|node:readline|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  // What is loaded into a program of the user needs nothing of ours but words of the trace.
  {
    name: 'recorder',
    folder: 'server/profile/process',
    layers: ['shared', 'profile'],
    not: /^(?!node:)/,
  },
  // Folders that a killed process leaves are swept as those of private servers.
  {
    name: 'profile',
    folder: 'server/profile',
    layers: ['shared', 'redis', 'recorder'],
    not: /^(?!node:)/,
  },
  {
    name: 'history',
    folder: 'server/history',
    layers: ['shared'],
    not: /^(ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'reporters',
    folder: 'server/reporters',
    layers: ['shared', 'engine', 'terminal'],
    not: /^(ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'http',
    folder: 'server/http',
    layers: ['shared', 'redis', 'engine', 'profile', 'history', 'reporters', 'terminal'],
    not: /^(ioredis$|svelte|chart\.js)/,
  },
  {
    name: 'cli',
    folder: 'server/cli',
    layers: ['shared', 'redis', 'network', 'engine', 'profile', 'reporters', 'terminal'],
    not: /^(ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  {
    name: 'library',
    folder: 'server/library',
    layers: ['shared', 'redis', 'engine', 'profile', 'cli'],
    not: /^(ioredis$|fastify|@fastify\/|socket\.io|svelte|chart\.js)/,
  },
  { name: 'terminal', folder: 'server/terminal', layers: ['shared'], not: /^(?!node:)/ },
  // Runs before any package is there. A release, which only a clone makes, reads the pages of the site.
  { name: 'setup', folder: 'server/setup', layers: [], not: /^(?!node:)/, clone: ['site'] },
];

/**
 * The rooms of a layer, from the ground up: a room may import those before it, never those after it. Rooms in a list of
 * their own are on one level: schemas are made of settings, which name words of the contract. Files at the top of the
 * layer may import every room, and no room imports them unless they are named here.
 */
export const rooms = {
  shared: [
    'commands',
    ['settings', 'limits.ts', 'contract'],
    'strategies',
    'statistics',
    'foreign',
    'plan',
    'words',
    'sweep',
    'recipes',
    'comparison',
    'search',
    'report',
    'snippets',
    'profile',
  ],
  'server/redis': ['info', 'connection', 'sentinel', 'private', 'cluster', 'keys', 'targets'],
  'client/src': [
    'messages',
    'controls',
    'charts',
    'connection',
    'navigation',
    'workshop',
    'run',
    'plan',
    'outcomes',
    'share',
    'rooms',
    'shell',
  ],
  'server/engine': [
    'latency',
    'workload',
    'lane',
    'resp',
    'strategies',
    'clients',
    'program',
    'probes',
    'agents',
    'run',
    'agent',
    'search',
    'sweep',
  ],
  'server/cli': ['exit-codes.ts', 'output', 'options', 'gate', 'selfcheck', 'activities', 'mcp', 'commands'],
  'server/http': [
    'plugins',
    'openapi',
    'targets',
    'activity',
    'metrics',
    'exports',
    'history',
    'workshop',
    'routes',
  ],
};

/** Rooms whose own rooms import none of each other: what two of them share is lifted out of both. */
export const apart = ['client/src/rooms'];

/**
 * Reports imports that run against the direction, or reach for a package that is another layer's business.
 * @type {import('eslint').Rule.RuleModule}
 */
export const importDirections = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      layer: '{{ from }} may not import {{ to }}: {{ allowed }}.',
      outside: '{{ from }} may not import "{{ source }}": an image has client, server and shared alone.',
      package: '{{ from }} may not import "{{ source }}".',
      room: '{{ from }} may not import {{ to }}: rooms of {{ layer }} go {{ order }}.',
    },
  },
  create(context) {
    const from = layerOf(context.filename, context.cwd);
    if (!from) return {};
    const check = ({ source }) => {
      if (typeof source?.value !== 'string') return;
      if (!source.value.startsWith('.')) {
        if (from.not.test(source.value))
          context.report({
            node: source,
            messageId: 'package',
            data: { from: from.name, source: source.value },
          });
        return;
      }
      const target = resolve(dirname(context.filename), source.value);
      if (
        ![...product, ...(from.clone ?? [])].some((folder) => inFolder(relative(context.cwd, target), folder))
      )
        context.report({
          node: source,
          messageId: 'outside',
          data: { from: from.name, source: source.value },
        });
      const upward = upwardStep(context.filename, target, context.cwd);
      if (upward) context.report({ node: source, messageId: 'room', data: upward });
      const to = layerOf(target, context.cwd);
      if (!to || to === from || from.layers.includes(to.name)) return;
      const allowed = from.layers.length > 0 ? `only ${from.layers.join(', ')}` : 'it imports no other part';
      context.report({ node: source, messageId: 'layer', data: { from: from.name, to: to.name, allowed } });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    };
  },
};

const product = ['client', 'server', 'shared'];

const inFolder = (path, folder) => path.split(sep).join('/').startsWith(`${folder}/`);

function layerOf(path, root) {
  return layers.find(({ folder }) => inFolder(relative(root, path), folder));
}

/** What is wrong with an import between two rooms of one layer; `null`: nothing. */
function upwardStep(file, target, root) {
  for (const [layer, order] of Object.entries(rooms)) {
    const [from, to] = [roomOf(file, layer, root), roomOf(target, layer, root)];
    if (from === null || to === null || from === to || from === top) continue;
    const levelOf = (room) => order.findIndex((level) => [level].flat().includes(room));
    if (to === top || levelOf(to) > levelOf(from))
      return {
        from: `${layer}/${from}`,
        to: `${layer}/${to}`,
        layer,
        order: order.map((level) => [level].flat().join(' + ')).join(' ← '),
      };
  }
  for (const folder of apart) {
    const [from, to] = [roomOf(file, folder, root), roomOf(target, folder, root)];
    if (from === null || to === null || from === to) continue;
    return { from: `${folder}/${from}`, to: `${folder}/${to}`, layer: folder, order: 'side by side' };
  }
  return null;
}

const top = '(top)';

function roomOf(path, layer, root) {
  const inside = relative(join(root, layer), path).split(sep);
  if (inside[0] === '..') return null;
  return inside.length === 1 && !rooms[layer]?.flat().includes(inside[0]) ? top : inside[0];
}
