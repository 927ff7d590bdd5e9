// @ts-check
/**
 * All tests, then types, lint and format: these are looked at beside the tests that one worker runs, at the lowest
 * priority, because those leave a core idle. The exit code is 1 when any of it failed.
 */
import { spawn } from 'node:child_process';
import { packageProgram } from '../server/setup/package-program.mjs';

/** As in vitest.config.ts. */
const vitestFlags = ['--max-semi-space-size=64'];

/** @param {import('node:child_process').ChildProcess} child */
const endsWell = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });

/** @type {Promise<boolean> | undefined} */
let checking;
const check = () =>
  (checking ??= endsWell(spawn(process.execPath, ['lint/check.mjs', '--aside'], { stdio: 'inherit' })));

const words = process.argv.slice(2).filter((word) => word !== '--full');
const isFull = process.argv.includes('--full');
// The longest tests are left to `npm run test:full`, and files that are named run whichever they are.
const least = words.length > 0 ? {} : { ROUNDTRIP_TESTS: 'most' };
const env = isFull ? { ...process.env, ROUNDTRIP_TESTS: 'full' } : { ...least, ...process.env };

const [node, ...vitestProgram] = packageProgram('vitest');
const vitest = spawn(node, [...vitestFlags, ...vitestProgram, 'run', ...words], {
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// Sent by tests/support/before-measuring.ts; not where the tests were chosen by name, or failed to start.
vitest.once('message', () => void check());
const tested = await endsWell(vitest);
const checked = await check();
if (!checked) process.stderr.write('Types, lint or format: see what was found further up.\n');
process.exitCode = checked && tested ? 0 : 1;
