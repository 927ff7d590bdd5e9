// @ts-check
/**
 * The same program in each way that Node programs are started: three units that read five keys, one after another.
 */

/** The line that the profiler has to name: in sources, and in what is built of them without a map. */
export const planted = 'await redis.get(`cart:${id}:${item}`)';

/** @type {Record<'ioredis' | 'redis', string>} */
const connections = {
  ioredis: `import { Redis } from 'ioredis';
export const connect = async () => new Redis(Number(process.env.REDIS_PORT));
`,
  redis: `import { createClient } from 'redis';
export const connect = () => createClient({ url: 'redis://127.0.0.1:' + process.env.REDIS_PORT }).connect();
`,
};

const cart = `export async function cart(redis, id) {
  const items = [];
  for (let item = 0; item < 5; item++) items.push(${planted});
  return items.join(' ');
}
`;
const main = `import { connect } from './connect';
import { cart } from './cart';
export async function main() {
  const redis = await connect();
  for (const id of ['ann', 'bob', 'eve']) console.log(id, await cart(redis, id));
  await redis.quit();
  console.error('all are read');
}
`;
const start = `import { main } from './main';
main().then(() => { process.exitCode = 3; });
`;
const serve = `import { createServer } from 'node:http';
import { connect } from './connect';
import { cart } from './cart';
connect().then((redis) => {
  const server = createServer((request, response) => {
    cart(redis, request.url).then((items) => response.end(items + 'is read'));
  }).listen(Number(process.env.PORT), '127.0.0.1');
  const end = () => {
    server.close(() => { console.log('closed'); process.exit(4); });
    server.closeAllConnections();
  };
  process.once('SIGTERM', end).once('SIGINT', end);
});
`;
/** Modules that the program loads, as a text after \`import\`, and what it does with them. */
const forks = `import cluster from 'node:cluster';
import { main } from './main';
if (cluster.isPrimary) {
  let left = 2;
  for (let worker = 0; worker < left; worker++) cluster.fork();
  cluster.on('exit', (worker, code) => { if (--left === 0) process.exitCode = code; });
} else main().then(() => process.exit(5));
`;
const threads = `import { isMainThread, Worker } from 'node:worker_threads';
import { main } from './main';
if (isMainThread) new Worker(__filename).on('exit', (code) => { process.exitCode = code; });
else main().then(() => { process.exitCode = 6; });
`;
const children = `import { fork } from 'node:child_process';
import { main } from './main';
if (process.argv[2] !== 'child') fork(__filename, ['child']).on('exit', (code) => { process.exitCode = code; });
else main().then(() => { process.exitCode = 7; });
`;
/** @param {string} runner */
const suite = (runner) => `import { connect } from './connect';
import { cart } from './cart';
import { trips } from '@roundtrip-lab/roundtrip/profile';
${runner}test('trips are counted', async () => {
  const redis = await connect();
  const count = await trips(() => cart(redis, 'ann'));
  await redis.quit();
  if (count !== 5) throw new Error('counted ' + count);
});
test('too many trips', async () => {
  const redis = await connect();
  await trips(() => cart(redis, 'ann'), { max: 3 }).finally(() => redis.quit());
});
test('a cart is read', async () => {
  const redis = await connect();
  for (const id of ['ann', 'bob', 'eve']) await cart(redis, id);
  await redis.quit();
});
test('a test that fails', () => { throw new Error('as it should'); });
`;

/** A module as CommonJS. @param {string} text */
const commonJs = (text) =>
  text
    .replaceAll(/^import (.+) from '(.+)';$/gm, "const $1 = require('$2');")
    .replaceAll(/^export (async )?function (\w+)/gm, 'exports.$2 = $2;\n$1function $2')
    .replaceAll(/^export const (\w+)/gm, 'const $1 = exports.$1');
/** A module with the extensions of files that it imports. @param {string} text @param {string} extension */
const withExtensions = (text, extension) => text.replaceAll(/ '(\.\/\w+)'/g, ` '$1${extension}'`);
/** A module of TypeScript: types take lines and columns that what is built of it has not. @param {string} text */
const typed = (text) =>
  text
    .replace('function cart(redis, id)', 'function cart(redis: Reads, id: string): Promise<string>')
    .replace('const items = []', 'const items: (string | null)[] = []')
    .replace(
      /^(?=export async function cart)/,
      'interface Reads {\n  get(key: string): Promise<string | null>;\n}\n\n',
    );

/** @typedef {Record<string, string>} Files */
/** @param {Files} modules @param {string} extension @param {(text: string) => string} write @returns {Files} */
const inSrc = (modules, extension, write) =>
  Object.fromEntries(Object.entries(modules).map(([name, text]) => [`src/${name}${extension}`, write(text)]));

/**
 * @typedef {object} Start
 * @property {string} name
 * @property {(client: 'ioredis' | 'redis') => Files} files
 * @property {string[][]} [build]
 * @property {readonly string[]} run
 * @property {string} [serves] Path that is asked three times, before SIGTERM.
 * @property {string} [place] The file of the planted line, if it is not the source.
 * @property {Record<string, string>} [env]
 * @property {'transpiled'} [reason] The report gives it in place of a line of the source.
 * @property {boolean} [isApart] It has its own folder of packages.
 * @property {boolean} [isSuite] Its test is a unit.
 * @property {number} [since] The first version of Node that can do it.
 */

/** @param {Files} more */
const javaScript = (more) => (/** @type {'ioredis' | 'redis'} */ client) => ({
  'package.json': '{ "private": true }',
  ...inSrc({ connect: connections[client], cart, main, ...more }, '.js', commonJs),
});
/** @param {Files} more */
const esm = (more) => (/** @type {'ioredis' | 'redis'} */ client) => ({
  'package.json': '{ "private": true, "type": "module" }',
  ...inSrc({ connect: connections[client], cart, main, ...more }, '.js', (text) =>
    withExtensions(text, '.js'),
  ),
});
const tsconfig =
  '{ "compilerOptions": { "target": "es2022", "module": "commonjs", "moduleResolution": "node10", "esModuleInterop": true, "sourceMap": true, "strict": true, "skipLibCheck": true } }';
/** @param {Files} more */
const typeScript = (more) => (/** @type {'ioredis' | 'redis'} */ client) => ({
  'package.json': '{ "private": true }',
  'tsconfig.json': tsconfig,
  ...inSrc({ connect: connections[client], cart, main, ...more }, '.ts', typed),
});
/** @param {string} extension @param {string} options */
const typeScriptModules = (extension, options) => (/** @type {'ioredis' | 'redis'} */ client) => ({
  'package.json': '{ "private": true, "type": "module" }',
  'tsconfig.json': `{ "compilerOptions": { "target": "es2022", "module": "nodenext", ${options} "strict": true, "skipLibCheck": true } }`,
  ...inSrc({ connect: connections[client], cart, main, start }, '.ts', (text) =>
    withExtensions(typed(text), extension),
  ),
});

const esbuild = [
  'esbuild',
  'src/start.ts',
  '--bundle',
  '--minify',
  '--platform=node',
  '--outfile=dist/app.js',
  '--log-level=error',
];
/** @param {string} devtool */
const webpack = (devtool) => `module.exports = {
  mode: 'production', target: 'node', devtool: ${devtool}, entry: './src/start.ts',
  output: { path: __dirname + '/dist', filename: 'app.js' },
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, use: { loader: 'swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } } }] },
};
`;
const next = (/** @type {'ioredis' | 'redis'} */ client) => ({
  'package.json': '{ "private": true }',
  'next.config.js': 'module.exports = {};',
  'app/layout.js':
    'export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n',
  'app/page.js': 'export default function Page() { return <p>page</p>; }\n',
  'app/api/cart/[id]/route.js': `import { connect } from '../../../../src/connect';
import { cart } from '../../../../src/cart';
let redis;
export async function GET(request, { params }) {
  const { id } = await params;
  redis ??= connect();
  return new Response((await cart(await redis, id)) + 'is read');
}
`,
  ...inSrc({ connect: connections[client], cart }, '.js', (text) => text),
});

const code = (/** @type {'ioredis' | 'redis'} */ client) =>
  commonJs(`${connections[client]}${cart}${main.replaceAll(/^import .*\n/gm, '')}main();\n`);

/** @type {readonly Start[]} */
export const starts = [
  { name: 'CommonJS', files: javaScript({ start }), run: ['node', 'src/start.js'] },
  { name: 'ESM', files: esm({ start }), run: ['node', 'src/start.js'] },
  { name: 'a server', files: javaScript({ start: serve }), run: ['node', 'src/start.js'], serves: '/ann' },
  { name: 'node on .ts', files: typeScriptModules('.ts', ''), run: ['node', 'src/start.ts'], since: 22 },
  { name: 'tsx', files: typeScript({ start }), run: ['tsx', 'src/start.ts'] },
  { name: 'tsx, ESM', files: typeScriptModules('.js', ''), run: ['tsx', 'src/start.ts'] },
  {
    name: 'tsc with maps',
    files: typeScript({ start }),
    build: [['tsc', '--outDir', 'dist', '--types', 'node']],
    run: ['node', 'dist/start.js'],
  },
  { name: 'ts-node', files: typeScript({ start }), run: ['ts-node', '-T', 'src/start.ts'] },
  {
    name: 'ts-node, ESM',
    files: typeScriptModules('.js', ''),
    run: ['node', '--no-warnings', '--loader', 'ts-node/esm', 'src/start.ts'],
    env: { TS_NODE_TRANSPILE_ONLY: 'true' },
    reason: 'transpiled',
  },
  {
    name: 'ts-node, ESM, maps',
    files: typeScriptModules('.js', ''),
    run: ['node', '--enable-source-maps', '--no-warnings', '--loader', 'ts-node/esm', 'src/start.ts'],
    env: { TS_NODE_TRANSPILE_ONLY: 'true' },
  },
  {
    name: '@swc-node/register',
    files: typeScript({ start }),
    run: ['node', '-r', '@swc-node/register', 'src/start.ts'],
  },
  {
    name: '@swc-node, ESM',
    files: typeScriptModules('.js', '"sourceMap": true,'),
    run: ['node', '--import', '@swc-node/register/esm-register', 'src/start.ts'],
    reason: 'transpiled',
  },
  {
    name: '@swc-node, ESM, maps',
    files: typeScriptModules('.js', '"sourceMap": true,'),
    run: ['node', '--enable-source-maps', '--import', '@swc-node/register/esm-register', 'src/start.ts'],
  },
  {
    name: 'esbuild, map',
    files: typeScript({ start }),
    build: [[...esbuild, '--sourcemap']],
    run: ['node', 'dist/app.js'],
  },
  {
    name: 'esbuild, no map',
    files: typeScript({ start }),
    build: [esbuild],
    run: ['node', 'dist/app.js'],
    place: 'dist/app.js',
  },
  {
    name: 'webpack, map',
    files: (client) => ({ ...typeScript({ start })(client), 'webpack.config.js': webpack("'source-map'") }),
    build: [['webpack']],
    run: ['node', 'dist/app.js'],
  },
  {
    name: 'webpack, no map',
    files: (client) => ({ ...typeScript({ start })(client), 'webpack.config.js': webpack('false') }),
    build: [['webpack']],
    run: ['node', 'dist/app.js'],
    place: 'dist/app.js',
  },
  { name: 'Next', files: next, build: [['next', 'build']], run: ['next', 'start'], serves: '/api/cart/ann' },
  {
    name: 'Vitest',
    files: (client) => ({
      ...typeScript({ 'cart.test': suite("import { test } from 'vitest';\n") })(client),
      'vitest.config.mjs': 'export default {};',
    }),
    run: ['vitest', 'run'],
    isSuite: true,
  },
  { name: 'Jest', files: javaScript({ 'cart.test': suite('') }), run: ['jest'], isSuite: true },
  {
    name: 'Jest, @swc/jest',
    files: (client) => ({
      ...typeScript({ 'cart.test': suite('') })(client),
      'jest.config.js': "module.exports = { transform: { '\\\\.ts$': '@swc/jest' } };",
    }),
    run: ['jest'],
    isSuite: true,
  },
  {
    name: 'mocha',
    files: javaScript({ 'cart.test': suite('const test = it;\n') }),
    run: ['mocha', 'src/cart.test.js'],
    isSuite: true,
  },
  {
    name: 'node --test',
    files: javaScript({ 'cart.test': suite("import { test } from 'node:test';\n") }),
    run: ['node', '--test', 'src/cart.test.js'],
    isSuite: true,
  },
  { name: 'node:cluster', files: javaScript({ start: forks }), run: ['node', 'src/start.js'] },
  { name: 'worker_threads', files: javaScript({ start: threads }), run: ['node', 'src/start.js'] },
  { name: 'child_process', files: javaScript({ start: children }), run: ['node', 'src/start.js'] },
  {
    name: 'npm run',
    files: (client) => ({
      ...javaScript({ start })(client),
      'package.json': '{ "private": true, "scripts": { "go": "node src/start.js" } }',
    }),
    run: ['npm', 'run', '-s', 'go'],
  },
  {
    name: 'pm2-runtime',
    files: javaScript({ start: serve }),
    run: ['pm2-runtime', 'start', 'src/start.js'],
    serves: '/ann',
  },
  {
    name: 'pm2-runtime -i 1',
    files: javaScript({ start: serve }),
    run: ['pm2-runtime', 'start', 'src/start.js', '-i', '1'],
    serves: '/ann',
  },
  {
    name: 'pnpm',
    files: javaScript({ start }),
    build: [['pnpm', 'add', 'PACKAGE']],
    run: ['pnpm', 'exec', 'node', 'src/start.js'],
    isApart: true,
  },
  {
    name: 'Yarn PnP',
    files: (client) => ({ ...javaScript({ start })(client), 'yarn.lock': '' }),
    build: [['yarn', 'add', 'PACKAGE']],
    run: ['yarn', 'node', 'src/start.js'],
    isApart: true,
  },
  { name: 'node -e', files: (client) => ({ 'code.js': code(client) }), run: ['node', '-e', 'CODE'] },
];
