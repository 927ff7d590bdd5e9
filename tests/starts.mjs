// @ts-check
/**
 * `npm run test:starts`: one program in each way that programs of Node are started, without and with `roundtrip profile`:
 * output and exit code have to be the same, and the line that is named has to be that of the source. Runs on this Node,
 * or on those that are named (`npm run test:starts -- 20 22 24`), with ioredis, or node-redis (`--client redis`).
 * `--only NAME` tries some, `--verbose` shows what each writes, `--keep FOLDER` keeps what was installed for the next time.
 * Needs the npm registry. What it installs (1 GB) is in a temporary folder, which is removed at the end. The exit code is 1
 * when anything was not as it should be.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { npm } from '../server/setup/dependencies.mjs';
import { projectRoot } from '../server/setup/build.mjs';
import { planted, starts } from './profile/starts/programs.mjs';

const tools =
  'ioredis@5 redis@5 tsx@4 ts-node@10 typescript@5 @types/node@20 @swc-node/register@1 @swc/core@1 @swc/jest swc-loader esbuild webpack@5 webpack-cli next@16 react@19 react-dom@19 vitest@4 jest@30 mocha@12 pm2 pnpm @yarnpkg/cli-dist';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: 'string', default: 'ioredis' },
    only: { type: 'string' },
    keep: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const client = values.client === 'redis' ? 'redis' : 'ioredis';
const chosen = starts.filter(({ name }) => values.only === undefined || name.startsWith(values.only));
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'roundtrip-starts-'));
const mostSeconds = 240;
const profiler = join(projectRoot, 'dist/server/cli/main.js');

/** @typedef {import('./profile/starts/programs.mjs').Start} Start */
/** @typedef {{ code: number | string | null, stdout: string, stderr: string }} Ended */

/** @param {string} text */
const say = (text) => void process.stderr.write(`${text}\n`);

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = false;

/**
 * @param {readonly string[]} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, use?: (() => Promise<void>) | undefined }} options
 * @returns {Promise<Ended>}
 */
async function finish([program = '', ...words], { use, ...options }) {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (/** @type {Buffer} */ chunk) => (stdout += chunk.toString()));
  child.stderr.on('data', (/** @type {Buffer} */ chunk) => (stderr += chunk.toString()));
  /** @type {Promise<Ended['code']>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('close', (code, signal) => {
      resolve(code ?? (signal && 128 + constants.signals[signal]));
    });
  });
  const late = setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000);
  if (use) {
    await Promise.race([use(), ended]);
    child.kill('SIGTERM');
  }
  const code = await ended;
  clearTimeout(late);
  running.delete(child);
  return { code, stdout, stderr };
}

/** A port that was free a moment ago. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => {
        resolve(port);
      });
    });
  });

/** Asks a server as soon as it listens, three times. @param {number} port @param {string} path */
async function ask(port, path) {
  for (let asked = 0; asked < 3;)
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      if (!(await response.text()).includes('is read')) throw new Error(`status ${response.status}`);
      asked++;
    } catch {
      await sleep(200);
    }
}

/** What a program writes, without times, ids of processes and ports; processes write in any order. @param {string} text */
const lines = (text) =>
  text
    .trimEnd()
    .replaceAll(/\p{Cc}\[[\d;?]*[A-Za-z]/gu, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?|\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/, estimated \d+ s|.*failed to kill.*|^roundtrip: still running.*/gm, '')
    .replaceAll(/\d+(?:\.\d+)?\s?m?s\b|duration_ms:? [\d.]+/g, 'TIME')
    .replaceAll(/\(node:\d+\)|\b(?:127\.0\.0\.1|localhost):\d+|pid[=: ]+\d+/gi, 'ID')
    // Jest leaves out the time of a test that took none.
    .replaceAll('(TIME)', '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/** @param {string[]} one @param {string[]} other */
const areSame = (one, other) => one.toSorted().join('\n') === other.toSorted().join('\n');

/** What a start has come to that is as it should be. @param {Start} start */
const right = ({ reason, place }) =>
  `same output, ${reason ? `said why no line is right: ${reason}` : place ? 'line of the bundle' : 'right line'}`;

/** Where the planted line is, as the profile should say it. @param {Start} start @param {string} cwd */
function expectedPlace({ files, place }, cwd) {
  const all = files(client);
  const file = place ?? Object.keys(all).find((name) => all[name]?.includes(planted)) ?? '';
  const at = readFileSync(join(cwd, file), 'utf8')
    .split('\n')
    .findIndex((line) => /[`"]cart:/.test(line));
  return `${file === 'code.js' ? '[eval]' : file}:${at + 1}:`;
}

/**
 * What was wrong with one start; empty: nothing.
 * @param {Start} start
 * @param {{ node: string, env: NodeJS.ProcessEnv, base: string }} options
 * @returns {Promise<string[]>}
 */
async function tryStart(start, { node, env: usual, base }) {
  const cwd = join(base, start.isApart ? 'apart' : 'tools', start.name.replaceAll(/\W+/g, '-'));
  const files = start.files(client);
  rmSync(cwd, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  const port = await freePort();
  const env = { ...usual, ...start.env, PORT: String(port), PM2_HOME: join(cwd, '.pm2') };
  const words = (/** @type {readonly string[]} */ given) =>
    given.map((word) => ({ CODE: files['code.js'] ?? '', PACKAGE: `${client}@5` })[word] ?? word);
  for (const step of start.build ?? []) {
    const built = await finish(words(step), { cwd, env });
    if (built.code !== 0) return [`cannot be built: ${built.stdout}${built.stderr}`.slice(-1000)];
  }
  const { serves } = start;
  const use = serves === undefined ? undefined : () => ask(port, serves);
  const json = join(base, 'profile.json');
  rmSync(json, { force: true });
  const command = words(start.run);
  const plain = await finish(command, { cwd, env, use });
  const profile = [node, profiler, 'profile', '--budget', '100%', '--json', json, '--'];
  const profiled = await finish([...profile, ...command], { cwd, env, use });
  const wrong = [];
  if (values.verbose)
    say(
      `${plain.code} ${plain.stdout}\n---\n${plain.stderr}\n=== ${profiled.code} ${profiled.stdout}\n---\n${profiled.stderr}`,
    );
  if (plain.code !== profiled.code) wrong.push(`exit code ${profiled.code}, alone ${plain.code}`);
  if (!areSame(lines(plain.stdout), lines(profiled.stdout))) wrong.push('stdout differs');
  const [alone, beside] = [lines(plain.stderr), lines(profiled.stderr)];
  // The report stands after what the program says.
  if (!areSame(alone, beside.slice(0, alone.length))) wrong.push('stderr differs');
  const told = /5 round trips, at most 3 allowed: *(\S+?):\d+ +5 × GET/.exec(
    [...lines(plain.stdout), ...alone].join(' '),
  );
  const place = expectedPlace(start, cwd).slice(0, -1);
  if (start.isSuite && told?.[1] !== place)
    wrong.push(`trips() names ${told?.[1] ?? 'no line'}, not ${place}`);
  const report = beside.slice(alone.length).join(' ');
  if (!existsSync(json)) return [...wrong, `no report: ${report}`];
  /** @type {import('../shared/contract/profile.ts').Profile} */
  const { findings, faults, commands, units } = JSON.parse(readFileSync(json, 'utf8'));
  if (faults) wrong.push(`the recorder failed: ${faults.cause}`);
  if (commands === 0) return [...wrong, report];
  if (start.isSuite && !units.some(({ kind, name }) => kind === 'test' && name === 'a cart is read'))
    wrong.push(`no unit of the test: ${units.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`);
  const expected = expectedPlace(start, cwd);
  const found = findings.filter(({ command: one }) => one === 'GET');
  if (found.length === 0) wrong.push(`no finding: ${report}`);
  for (const {
    site: { file, line, column },
    code,
    reasons,
    perUnit,
  } of found) {
    const place = `${file}:${line}:${column}`;
    if (start.reason !== undefined) {
      if (!reasons.includes(start.reason))
        wrong.push(`${place}: ${code} (${reasons.join(', ')}), not ${start.reason}`);
      continue;
    }
    if (!place.startsWith(expected)) wrong.push(`${place} is named, and ${expected} is right`);
    // Of a bundle without a map, the report may say that it cannot see.
    if (code !== 'independent-sequence' && start.place === undefined)
      wrong.push(`${code} (${reasons.join(', ')})`);
    if (perUnit % 5 !== 0) wrong.push(`${perUnit} a unit`);
  }
  return wrong;
}

/** The folder of a Node of this version, from its package; that of this process for none. @param {string | null} version */
async function nodeOf(version) {
  if (version === null) return process.execPath;
  const home = join(folder, `node-${version}`);
  const binary = join(home, 'node_modules/node/bin/node');
  if (!existsSync(binary)) await install(home, [`node@${version}`]);
  return binary;
}

/** @param {string} home @param {string[]} packages */
async function install(home, packages) {
  mkdirSync(home, { recursive: true });
  if (!existsSync(join(home, 'package.json')))
    writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const words = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefix', home, ...packages];
  const { code, stderr } = await finish([...npm(), ...words], { cwd: home, env: process.env });
  if (code !== 0) throw new Error(`npm install ${packages.join(' ')}: ${stderr}`);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    stopped = true;
    for (const child of running) child.kill(signal);
    process.exitCode = 130;
  });

const redisPort = await freePort();
mkdirSync(folder, { recursive: true });
const server = spawn('redis-server', ['--port', String(redisPort), '--save', '', '--dir', folder], {
  stdio: 'ignore',
});
try {
  if (!existsSync(join(folder, 'tools/node_modules'))) await install(join(folder, 'tools'), tools.split(' '));
  // Jest takes it for an installed package, and loads the file for require.
  const own = join(folder, 'tools/node_modules/@roundtrip-lab/roundtrip');
  for (const part of ['package.json', 'dist/server/profile', 'dist/chunks'])
    cpSync(join(projectRoot, part), join(own, part), { recursive: true });
  const redis = new Redis(redisPort);
  // It tries again until the server listens.
  redis.on('error', () => undefined);
  for (const id of ['ann', 'bob', 'eve', '/ann'])
    for (const [item, word] of ['apple', 'bread', 'cheese', 'dates', 'eggs'].entries())
      await redis.set(`cart:${id}:${item}`, word);
  redis.disconnect();
  for (const version of positionals.length === 0 ? [null] : positionals) {
    const node = await nodeOf(version);
    const env = {
      ...process.env,
      PATH: [dirname(node), join(folder, 'tools/node_modules/.bin'), process.env.PATH].join(delimiter),
      ...{ REDIS_PORT: String(redisPort), NO_COLOR: '1', CI: 'true', NEXT_TELEMETRY_DISABLED: '1' },
      ...{ npm_config_prefix: undefined, YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: '0' },
    };
    const { stdout } = await finish([node, '--version'], { cwd: folder, env });
    process.stdout.write(`Node ${stdout.trim()}, ${client}\n`);
    const major = Number(/\d+/.exec(stdout)?.[0]);
    for (const start of chosen) {
      if (stopped || (start.since ?? 0) > major) continue;
      const wrong = await tryStart(start, { node, env, base: folder });
      process.stdout.write(
        `${start.name.padEnd(26)}${wrong.length === 0 ? right(start) : wrong.join('; ')}\n`,
      );
      if (wrong.length > 0) process.exitCode = 1;
    }
  }
} finally {
  for (const child of running) child.kill('SIGKILL');
  server.kill('SIGKILL');
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
