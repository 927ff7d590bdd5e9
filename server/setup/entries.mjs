// @ts-check

/**
 * What a script of package.json runs, and with which words on its command line.
 * @param {string} command
 * @param {readonly string[]} args
 */
export const programFor = (command, args) => {
  const entry = programs[command];
  return entry === undefined
    ? { entry: 'dist/server/cli/main.js', words: [command, ...args] }
    : { entry, words: [...args] };
};

/** Scripts that are programs of their own; any other is a word of the command line. @type {Record<string, string>} */
export const programs = {
  start: 'dist/server/http/main.js',
  campaign: 'dist/campaign/main.js',
  soak: 'dist/campaign/soak.js',
  calibrate: 'dist/calibration/main.js',
  'bench:engine': 'dist/bench/engine/overhead.js',
  'bench:bulk': 'dist/bench/engine/bulk-insert.js',
  'bench:agents': 'dist/bench/agents/benchmark.js',
  'bench:memory': 'dist/bench/engine/memory.js',
  'bench:watching': 'dist/bench/page/watching.js',
  'bench:viewers': 'dist/bench/viewers/benchmark.js',
  'bench:page': 'dist/bench/page/page-cost.js',
  'bench:network': 'dist/bench/network/benchmark.js',
  'bench:profile': 'dist/bench/profile/proxy.js',
  'bench:forecast': 'dist/bench/profile/forecast.js',
  'bench:gates': 'dist/bench/gates/rates.js',
  'record:example': 'dist/bench/profile/example.js',
  'record:lessons': 'dist/bench/lessons/record.js',
};

/**
 * Whether it takes `-` for a file to read.
 * @param {string} command
 */
export const readsStdin = (command) => ['compare', 'report'].includes(command);

/** Words of the command line that measure nothing. */
const withoutServer = ['profile', 'compare', 'trend', 'report', 'recipes', 'completion', 'calibrate'];

/**
 * Whether a private Redis server will be started: not where another one is named, or where only help is wanted.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export const needsServer = (command, args, env) =>
  !withoutServer.includes(command) &&
  !env.ROUNDTRIP_URL &&
  !ownWords(args).some((arg) => /^(-u|--url\b|--help$|-h$)/.test(arg));

/** Those before a program and its own words. @param {readonly string[]} args */
const ownWords = (args) => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args);
