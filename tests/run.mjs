// @ts-check
/**
 * All tests, and beside them types, lint and format at the lowest priority: in the time in which tests wait. The exit
 * code is 1 when any of it failed.
 */
import { spawn } from 'node:child_process';
import { packageProgram } from '../server/setup/package-program.mjs';

/** As in vitest.config.ts. */
const vitestFlags = ['--max-semi-space-size=64'];

const words = process.argv.slice(2).filter((word) => word !== '--full');
const isFull = process.argv.includes('--full');
// The longest tests are left to `npm run test:full`, and files that are named run whichever they are.
const least = words.length > 0 ? {} : { ROUNDTRIP_TESTS: 'most' };
const env = isFull ? { ...process.env, ROUNDTRIP_TESTS: 'full' } : { ...least, ...process.env };

/** @param {string[]} program */
const passes = ([path = '', ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(path, args, { env, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code === 0);
    });
  });

const [node, ...vitestProgram] = packageProgram('vitest');
const [tested, checked] = await Promise.all([
  passes([node, ...vitestFlags, ...vitestProgram, 'run', ...words]),
  passes([process.execPath, 'lint/check.mjs', '--aside']),
]);
if (!checked) process.stderr.write('Types, lint or format: see what was found further up.\n');
process.exitCode = checked && tested ? 0 : 1;
