// @ts-check
/**
 * Types, lint and format, as many at a time as there are cores: each is reported when it ends, with all that it
 * wrote. With --aside one after another, in the time that other programs leave. The exit code is 1 when any of them
 * found something; ROUNDTRIP_TESTS_FAILURES names a file that what they wrote is then appended to.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority } from 'node:os';
import { packageProgram } from '../server/setup/package-program.mjs';

const aside = process.argv.includes('--aside');
// Those that are started from here are as patient.
if (aside) setPriority(constants.priority.PRIORITY_LOW);

// A file that is as it was is not looked at again, as long as our own rule is the same.
const rule = createHash('sha256').update(readFileSync(new URL('import-directions.js', import.meta.url)));
const known = `node_modules/.cache/eslint-${rule.digest('hex').slice(0, 16)}`;
const byContent = ['--cache', '--cache-strategy', 'content'];

/** The end of a report that is repeated, in characters. */
const longestReport = 2000;

/** The longest first, so that the others fit beside it. */
const checks = [
  ['eslint', ...byContent, '--cache-location', known, '.'],
  ['prettier', '--check', ...byContent, '.'],
  ['svelte-check', '--tsconfig', 'client/tsconfig.json', '--fail-on-warnings'],
  ['oxlint', '--quiet', '--report-unused-disable-directives-severity', 'error'],
  ['knip'],
  ['node', 'lint/unique-exports.js'],
  ['node', 'lint/supply-chain.js'],
  ['node', 'lint/readability.js'],
];

/**
 * Resolves with whether it found nothing.
 * @param {string[]} check
 * @returns {Promise<boolean>}
 */
const passes = ([program = '', ...args]) =>
  new Promise((resolve, reject) => {
    const [path, ...first] = program === 'node' ? [process.execPath] : packageProgram(program);
    const child = spawn(path, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()));
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => (said += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const report = `$ ${[program, ...args].join(' ')}\n${said}`;
      process.stdout.write(report);
      const failures = process.env['ROUNDTRIP_TESTS_FAILURES'];
      if (code !== 0 && failures !== undefined)
        appendFileSync(failures, `${report.slice(-longestReport)}\n${signal ?? `exit code ${code}`}\n`);
      resolve(code === 0);
    });
  });

const waiting = [...checks];
const work = async () => {
  for (let check = waiting.shift(); check; check = waiting.shift())
    if (!(await passes(check))) process.exitCode = 1;
};
await Promise.all(Array.from({ length: aside ? 1 : Math.min(availableParallelism(), checks.length) }, work));
