// @ts-check
/**
 * All tests. Types, lint and format are looked at in the time that the tests leave: most of theirs they wait for a
 * server, a page or a run. The exit code is 1 when any of it failed.
 */
import { spawn } from 'node:child_process';

/**
 * Resolves with whether it ended well.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
const passes = (program, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });

const [checked, tested] = await Promise.all([
  passes(process.execPath, ['lint/check.mjs', '--aside']),
  passes('node_modules/.bin/vitest', ['run', ...process.argv.slice(2)]),
]);
if (!checked) process.stderr.write('Types, lint or format: see what was found further up.\n');
process.exitCode = checked && tested ? 0 : 1;
