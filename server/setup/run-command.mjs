// @ts-check
/** Runs the commands of a preparation, each said before it is run; all output goes to stderr. */
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A preparation that could not be made; the message is for the person at the terminal. */
export class PreparationFailed extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'PreparationFailed';
    this.exitCode = exitCode;
  }
}

/** @param {string} line */
export const writeLine = (line) => void process.stderr.write(`${line}\n`);

const passedOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a command and says so. Resolves with its exit code. An interrupt is handed to the command first, so that
 * the caller can still put things in order; then PreparationFailed is thrown.
 * @param {readonly string[]} command
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdin?: 'ignore' | 'inherit' }} [options]
 * @returns {Promise<number>}
 */
export function attempt(command, { cwd, env, stdin = 'ignore' } = {}) {
  const [program = '', ...args] = command;
  writeLine(`$ ${command.map(quoted).join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: [stdin, 2, 2] });
    /** @type {NodeJS.Signals | undefined} */
    let interruptedBy;
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      interruptedBy = signal;
      child.kill(signal);
    };
    for (const signal of passedOn) process.on(signal, passOn);
    const settle = () => {
      for (const signal of passedOn) process.off(signal, passOn);
    };
    child.once('error', (error) => {
      settle();
      reject(new PreparationFailed(`Cannot run ${program}: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      settle();
      if (interruptedBy) {
        reject(new PreparationFailed('Interrupted.', 128 + constants.signals[interruptedBy]));
      } else {
        resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
      }
    });
  });
}

/**
 * Like `attempt`, for a command that has to succeed. Throws PreparationFailed.
 * @param {readonly string[]} command
 * @param {Parameters<typeof attempt>[1]} [options]
 */
export async function run(command, options) {
  const code = await attempt(command, options);
  if (code !== 0) throw new PreparationFailed(`"${command.join(' ')}" failed with exit code ${code}.`);
}

/**
 * Waits until all have ended, also where one fails: nothing is written any more when what is there is tidied up.
 * Throws the first failure.
 * @param {Promise<unknown>[]} works
 */
export async function allToTheEnd(works) {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}

/** @param {string} word */
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * Whether a module, by its URL, is the program that was started, also by way of a link.
 * @param {string} url
 */
export const isMain = (url) => {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
};
