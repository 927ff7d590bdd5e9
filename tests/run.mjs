// @ts-check
/**
 * All tests, then types, lint and format: these are looked at beside the tests that run one at a time, at the lowest
 * priority, because those tests leave a core idle. The exit code is 1 when any of it failed.
 */
import { spawn } from 'node:child_process';

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

// The longest tests are left to `npm run test:full`, and files that are named run whichever they are.
const named = process.argv.length > 2;
const env = named ? process.env : { ROUNDTRIP_TESTS: 'most', ...process.env };

const vitest = spawn('node_modules/.bin/vitest', ['run', ...process.argv.slice(2)], {
  env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// Sent by tests/support/before-measuring.ts; not where the tests were chosen by name, or failed to start.
vitest.once('message', () => void check());
const tested = await endsWell(vitest);
const checked = await check();
if (!checked) process.stderr.write('Types, lint or format: see what was found further up.\n');
process.exitCode = checked && tested ? 0 : 1;
