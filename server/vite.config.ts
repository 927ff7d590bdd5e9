import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin } from 'vite';
import { commandsInBuild, metadataInBuild } from './engine/clients/node-redis/methods.ts';
import {
  declarations,
  jestDeclarations,
  profileDeclarations,
  vitestDeclarations,
} from './library/declarations.ts';
import { resultJsonSchema } from './library/published-types.ts';
import { programs } from './setup/entries.mjs';
import { fingerprintOf } from './setup/freshness.mjs';

const project = new URL('../', import.meta.url);
/** Files that a process or a thread begins with: they keep their names, all else is in chunks/. */
const entries = [
  ...Object.values(programs).map((path) => path.replace(/^dist\/|\.js$/g, '')),
  'server/cli/main',
  'server/library/index',
  'server/engine/lane-worker',
  'server/engine/sweep/atomicity-probe-worker',
  'server/http/exports/export-worker',
  'server/network/network-worker',
  'server/profile/program',
  'server/profile/preload',
  'bench/engine/bare-worker',
  'bench/network/throughput',
  'campaign/recordings/reader',
  'bench/page/page',
  'bench/page/viewers',
  'bench/agents/stand-in',
  'bench/viewers/crowd',
];
const source = (entry: string) => fileURLToPath(new URL(`${entry}.ts`, project));

const mark = fingerprintOf(fileURLToPath(project)).slice(0, 8);

const ofTools = /\/(bench|campaign|calibration)\/|\/socket\.io-client\//;

/**
 * Packages with what they export (none: a function), loaded for purposes that are not ours: OpenAPI as YAML, a list of
 * all files to serve, requests of tests, what checks and writes by JSON Schema (`checkedByZod` is in its place),
 * networks of addresses (`addressRule` tells a client's, and which proxy is trusted is a function of ours), a log that
 * hides fields, a feed for other origins.
 */
const neverUsed: Record<string, readonly string[]> = {
  yaml: ['parse', 'stringify'],
  glob: ['glob'],
  'light-my-request': ['inject'],
  '@fastify/ajv-compiler': ['validatorSelector'],
  '@fastify/fast-json-stringify-compiler': ['serializerSelector'],
  'ip-address': ['Address6'],
  'ipaddr.js': ['isValid', 'parse'],
  '@pinojs/redact': [],
  cors: [],
};

/** In place of the 59 kB that check what Fastify is called with: its defaults, and no option that it does not name. */
const optionsWithDefaults = (): string => {
  const require = createRequire(import.meta.url);
  const { defaultInitOptions } = require('fastify/lib/config-validator.js') as { defaultInitOptions: object };
  return `const defaults = ${JSON.stringify(defaultInitOptions)};
    module.exports = (options) => {
      for (const name of Object.keys(options)) if (!(name in defaults)) delete options[name];
      for (const name of Object.keys(defaults)) options[name] ??= structuredClone(defaults[name]);
      return true;
    };
    module.exports.defaultInitOptions = defaults;`;
};

/**
 * Modules of packages that are nothing here, and what stands in their place. A lane takes one client of node-redis:
 * no cluster, no Sentinel, no pool, no OpenTelemetry, and of its commands those that are called.
 * The page's own files have none of the media types of vendors. Socket.IO runs on one server, on Node's own HTTP, and
 * refuses clients of its earlier protocol. Whether plugins fit Fastify, and its options are right, is known before
 * anything is built: from types, and from tests that run with the packages as they are. The log goes to a stream that
 * is there, without a thread of its own. Requests are counted in memory, and routes found without compiling them. The
 * API is told as OpenAPI 3, not as Swagger 2 or from a file, and its schemas refer to none outside. No route is a
 * regular expression that could be unsafe.
 */
const emptied: readonly (readonly [RegExp, string])[] = [
  [/\/@redis\/client\/dist\/lib\/(cluster|sentinel)\//, 'module.exports = {};'],
  [/\/@redis\/client\/dist\/lib\/commands\/index\.js$/, commandsInBuild()],
  [/\/@redis\/client\/dist\/lib\/commands\/(GEOSEARCH_WITH|HIMPORT_\w+)\.js$/, 'module.exports = {};'],
  [/\/@redis\/client\/.*\/command-metadata-data\.js$/, metadataInBuild()],
  [/\/@redis\/client\/dist\/lib\/client\/pool\.js$/, 'exports.RedisClientPool = class {};'],
  [
    /\/@redis\/client\/dist\/lib\/opentelemetry\/index\.js$/,
    'exports.ClientRegistry = { instance: { register() {}, unregister() {} } };',
  ],
  [/\/semver\/index\.js$/, 'exports.satisfies = () => true;'],
  [/\/fastify\/lib\/config-validator\.js$/, optionsWithDefaults()],
  [/\/thread-stream\/index\.js$/, 'module.exports = class {};'],
  [/\/@fastify\/swagger\/lib\/(spec\/swagger\/|mode\/static\.js$)/, 'module.exports = {};'],
  [
    /\/json-schema-resolver\/ref-resolver\.js$/,
    'module.exports = () => ({ resolve: (schema) => schema, definitions: () => ({ definitions: {} }) });',
  ],
  [/\/sonic-boom\/index\.js$/, 'module.exports = class {};'],
  [/\/debug\/src\/browser\.js$/, 'module.exports = {};'],
  [/\/@fastify\/rate-limit\/store\/RedisStore\.js$/, 'module.exports = class {};'],
  [/\/find-my-way\/lib\/compiler\.js$/, 'module.exports = {};'],
  [/\/safe-regex2\/index\.js$/, 'module.exports = () => true;'],
  [/\/mime\/types\/other\.js$/, 'module.exports = {};'],
  [/\/mime-db\/db\.json$/, '{}'],
  [/\/engine\.io\/build\/(parser-v3\/|transports-uws\/|userver\.js$)/, 'module.exports = {};'],
  [/\/socket\.io-adapter\/dist\/cluster-adapter\.js$/, 'module.exports = {};'],
];

/** Replaces such a package by one that throws when it is called, and empties such a module; each has to be there. */
const leaveOut = (): Plugin => {
  const unmet = new Set<RegExp | string>([...emptied.map(([module]) => module), ...Object.keys(neverUsed)]);
  return {
    name: 'leave-out',
    enforce: 'pre',
    resolveId: (id) => (id in neverUsed ? `\0left-out:${id}` : null),
    load: (id) => {
      const [module, nothing] = emptied.find(([one]) => one.test(id)) ?? [];
      if (module !== undefined) {
        unmet.delete(module);
        return nothing;
      }
      const [, name = ''] = id.split('\0left-out:');
      unmet.delete(name);
      return neverUsed[name]
        ?.map(
          (word) =>
            `export const ${word} = () => { throw new Error('${name} is left out of the build: server/vite.config.ts'); };`,
        )
        .join('\n');
    },
    buildEnd(error) {
      // A part of the project has a part of the packages.
      if (!error && unmet.size > 0 && existsSync(source('server/http/main')))
        this.error(`No package has what is to be left out: ${[...unmet].join(', ')} (server/vite.config.ts)`);
    },
  };
};

/** The CommonJS file that Node loads before a profiled program, copied unchanged. */
const required = (): Plugin => ({
  name: 'required',
  generateBundle() {
    const fileName = 'server/profile/require-preload.cjs';
    const file = new URL(fileName, project);
    if (existsSync(file)) this.emitFile({ type: 'asset', fileName, source: readFileSync(file) });
  },
});

/** Builds the module that a program imports as CommonJS too: Jest has no require of ES modules. */
const asCommonJs = (): Plugin => ({
  name: 'as-common-js',
  async generateBundle() {
    if (!existsSync(source('server/profile/program'))) return;
    const [built] = [
      await build({
        ...{ configFile: false, logLevel: 'warn', root: fileURLToPath(new URL('.', import.meta.url)) },
        build: {
          ...{ ssr: source('server/profile/program'), write: false, target: 'node20', minify: false },
          rolldownOptions: {
            output: {
              format: 'cjs',
              strict: true,
              minify: { mangle: { keepNames: true }, compress: true, codegen: true },
            },
          },
        },
      }),
    ].flat();
    if (!built || !('output' in built)) throw new Error('server/profile/program was not built as CommonJS');
    const [{ code }] = built.output;
    this.emitFile({ type: 'asset', fileName: 'server/profile/program.cjs', source: code });
  },
});

/** What other programs read: types of the package, and the JSON Schema of a result. */
const published = (): Plugin => ({
  name: 'published',
  generateBundle() {
    const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
    emit('server/library/roundtrip.d.ts', declarations());
    emit('server/library/vitest.d.ts', vitestDeclarations);
    emit('server/library/jest.d.ts', jestDeclarations);
    for (const ending of ['d.ts', 'd.cts']) emit(`server/profile/program.${ending}`, profileDeclarations);
    emit('result.schema.json', JSON.stringify(resultJsonSchema()));
  },
});

/**
 * Server, command line and benchmarks, with the packages that they use: many small files take long to load. While
 * one works on them (`--mode development`), the packages stay outside: to build is what takes long then.
 */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [required(), ...(mode === 'production' ? [leaveOut(), published(), asCommonJs()] : [])],
  // ioredis has the table of Redis' commands in an earlier version beside it: one is enough.
  resolve: { dedupe: ['@ioredis/commands'] },
  // Always outside: what has a binary of its own, or loads files by itself.
  ssr: {
    noExternal: mode === 'production' || [],
    external: [
      '@modelcontextprotocol/sdk',
      '@valkey/valkey-glide',
      'bullmq',
      'jiti',
      'libsql',
      'playwright-core',
    ],
  },
  build: {
    ssr: true,
    outDir: '../dist',
    emptyOutDir: false,
    license: { fileName: 'licences.json' },
    target: 'node20',
    // No package has the maps: its files do not ask for them.
    sourcemap: mode === 'production' ? 'hidden' : true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // An image has no benchmarks.
      input: Object.fromEntries(
        entries.filter((entry) => existsSync(source(entry))).map((entry) => [entry, source(entry)]),
      ),
      output: {
        entryFileNames: '[name].js',
        // What benchmarks alone need is in no package. All chunks of a build have one mark: a process that still runs
        // finds none of the next build, and 1,000 imports by a hash of their own would take 10 kB of the package.
        chunkFileNames: ({ moduleIds }) =>
          `${moduleIds.some((id) => ofTools.test(id)) ? 'tools' : 'chunks'}/[name]-${mark}.js`,
        // Marks for bundlers, which a program that is bundled has no use for.
        comments: { annotation: false, jsdoc: false },
        // Functions keep their names: a stack trace in an issue is then to be read without maps, which no package has.
        minify: {
          mangle: { toplevel: true, keepNames: true },
          compress: true,
          codegen: { removeWhitespace: true },
        },
      },
      checks: { bundlerTimings: false },
    },
  },
}));
