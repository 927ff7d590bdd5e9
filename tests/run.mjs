// @ts-check
/**
 * All tests: those on paper, then browsers and servers, since beside the others pages took ten times as long. Types,
 * lint and format are checked meanwhile, in the time that these leave. Tests that need the machine for themselves run at
 * the end. The exit code is 1 when any of it failed.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageProgram } from '../server/setup/package-program.mjs';

/** As in vitest.config.ts. */
const vitestFlags = ['--max-semi-space-size=64'];

const flags = ['--full', '--whole'];
const words = process.argv.slice(2).filter((word) => !flags.includes(word));
const isFull = process.argv.includes('--full');
const isWhole = process.argv.includes('--whole');
// The longest tests are left to `npm run test:full`, and files that are named run whichever they are.
const least = words.length > 0 ? {} : { ROUNDTRIP_TESTS: 'most' };
const extent = isFull || isWhole ? { ROUNDTRIP_TESTS: isWhole ? 'whole' : 'full' } : {};
/** Cases that are drawn are the same in every process of this run, and in another one with this seed. */
const seed = process.env['ROUNDTRIP_TESTS_SEED'] ?? String(randomInt(2 ** 32));
/** Reporters of all test runs, and the checks, append to it what failed, in words. */
const failures = join(mkdtempSync(join(tmpdir(), 'roundtrip-tests-')), 'failures');
writeFileSync(failures, '');
const env = {
  ...{ ...least, ...process.env, ...extent },
  ...{ ROUNDTRIP_TESTS_SEED: seed, ROUNDTRIP_TESTS_FAILURES: failures },
};

/**
 * Runs a program. One that fails is named at the end, also where it named no failure itself: a worker may end after the
 * last test was reported.
 * @param {string[]} program
 * @returns {Promise<boolean>}
 */
const passes = ([path = '', ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(path, args, { env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== 0)
        appendFileSync(failures, `${args.join(' ')} ended with ${signal ?? `exit code ${code}`}\n`);
      resolve(code === 0);
    });
  });

const [node, ...vitestProgram] = packageProgram('vitest');
const vitest = [node, ...vitestFlags, ...vitestProgram, 'run'];
/** @param {string[]} projects */
const suite = (...projects) => [...vitest, ...projects.flatMap((project) => ['--project', project])];

const check = passes([process.execPath, 'lint/check.mjs', '--aside']);
const outcomes = [await passes(words.length > 0 ? [...vitest, ...words] : suite('paper'))];
if (words.length === 0) outcomes.push(await passes(suite('scripted', 'real')));
outcomes.push(await check);
if (words.length === 0) outcomes.push(await passes(suite('alone')));
const failed = readFileSync(failures, 'utf8');
rmSync(dirname(failures), { recursive: true });
// A CI often shows only the end of an output.
if (failed !== '') process.stdout.write(`\nFailed, of all test runs and checks:\n${failed}`);
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
