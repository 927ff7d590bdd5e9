// @ts-check
/**
 * `npm run test:nodes`: install, build, the quick tests and a bench on each Node that is supported, or on those that are
 * named (`npm run test:nodes -- 22 24`). Each Node comes from its package on the npm registry. Works in a copy of the
 * sources in a temporary folder, which is removed at the end. The exit code is 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { npm } from '../server/setup/dependencies.mjs';
import { projectRoot } from '../server/setup/build.mjs';

const supported = ['20.19', '22', '24', '26'];
const versions = process.argv.length > 2 ? process.argv.slice(2) : supported;
/** Enough of what a step wrote to see why it failed. */
const lastLines = 40;

const folder = mkdtempSync(join(tmpdir(), 'roundtrip-nodes-'));
const project = join(folder, 'project');

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
let stopped = false;

/**
 * Resolves with the exit code and all that was written.
 * @param {readonly string[]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, said: string }>}
 */
const finish = ([program = '', ...args], options) =>
  new Promise((resolve) => {
    let said = '';
    if (stopped) {
      resolve({ code: 1, said: 'stopped' });
      return;
    }
    running = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [running.stdout, running.stderr])
      stream?.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()));
    running.once('error', (error) => {
      resolve({ code: 1, said: error.message });
    });
    running.once('close', (code) => {
      resolve({ code: code ?? 1, said });
    });
  });

/** @param {string} text */
const say = (text) => void process.stderr.write(`${text}\n`);

/**
 * @param {string} what
 * @param {{ code: number, said: string }} outcome
 */
function judge(what, { code, said }) {
  if (code === 0) return true;
  say(`${what} failed:\n${said.trimEnd().split('\n').slice(-lastLines).join('\n')}`);
  return false;
}

/** The sources as they are, without what git ignores. */
async function copySources() {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { code, said } = await finish(['git', ...words], { cwd: projectRoot });
  if (code !== 0) throw new Error(`git ls-files: ${said}`);
  for (const file of said.split('\0'))
    if (file !== '' && existsSync(join(projectRoot, file)))
      cpSync(join(projectRoot, file), join(project, file));
  // Tests that ask git for the files of the project ask about this copy.
  for (const step of [
    ['init', '-q'],
    ['add', '-A'],
  ]) {
    const indexed = await finish(['git', ...step], { cwd: project });
    if (indexed.code !== 0) throw new Error(`git ${step[0] ?? ''}: ${indexed.said}`);
  }
}

/** The steps, each with the words that its Node is called by; npm is this machine's. @type {[string, string[]][]} */
const steps = [
  ['install', ['npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline']],
  ['build', ['server/setup/build.mjs']],
  ['tests', ['node_modules/vitest/vitest.mjs', 'run', '--project', 'paper']],
  [
    'bench',
    [
      'server/setup/run.mjs',
      'bench',
      '-q',
      '-n',
      '5000',
      '--strategy',
      'one-by-one,pipeline',
      '--assert',
      'pipeline.failed == 0',
    ],
  ],
];

/**
 * What became of each step on one Node.
 * @param {string} version
 * @returns {Promise<{ node: string, steps: Record<string, string> }>}
 */
async function tryOn(version) {
  const home = join(folder, `node-${version}`);
  const fetched = await finish(
    [...npm(), 'install', '--no-audit', '--no-fund', '--prefix', home, `node@${version}`],
    {
      cwd: folder,
    },
  );
  if (!judge(`Node ${version}: fetching it`, fetched)) return { node: version, steps: {} };
  const binary = join(home, 'node_modules/node/bin/node');
  const env = {
    ...process.env,
    PATH: [dirname(binary), process.env.PATH].join(delimiter),
    npm_config_prefix: undefined,
  };
  const { said } = await finish([binary, '--version'], { cwd: folder });
  const node = said.trim().replace(/^v/, '');
  /** @type {Record<string, string>} */
  const outcomes = {};
  for (const [step, [first = '', ...words]] of steps) {
    const from = performance.now();
    // `npm` begins with `env node`: the one that comes first on the PATH.
    const command = first === 'npm' ? [...npm(), ...words] : [binary, first, ...words];
    const passed = judge(`Node ${node}: ${step}`, await finish(command, { cwd: project, env }));
    const seconds = Math.round((performance.now() - from) / 1000);
    outcomes[step] = passed ? `${seconds} s` : 'failed';
    say(`Node ${node}: ${step} ${outcomes[step]}`);
    if (!passed) break;
  }
  return { node, steps: outcomes };
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => {
    stopped = true;
    running?.kill(signal);
  });

try {
  await copySources();
  const names = steps.map(([name]) => name);
  const rows = [];
  for (const version of versions) rows.push(await tryOn(version));
  const lines = [
    ['Node', ...names],
    ...rows.map(({ node, steps: outcomes }) => [node, ...names.map((name) => outcomes[name] ?? '–')]),
  ];
  for (const cells of lines)
    process.stdout.write(
      `${cells
        .map((cell) => cell.padEnd(10))
        .join('')
        .trimEnd()}\n`,
    );
  const passed = rows.every(({ steps: outcomes }) => names.every((name) => /s$/.test(outcomes[name] ?? '')));
  if (!passed) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
