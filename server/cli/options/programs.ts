import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBelow } from '../../profile/source-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { splitLine } from './foreign/shell-line.ts';

/** A command that may be run, by the name that a client chooses. */
export interface NamedProgram {
  name: string;
  command: readonly string[];
}

const mostPrograms = 20;

/** The folder of the programs, links followed. Throws UsageError. */
export function readRoot(given: string | null): string {
  const path = given ?? process.cwd();
  const refused = (why: string) => new UsageError(`--root ${path}: ${why}`);
  let root: string;
  try {
    root = realpathSync(path);
    if (!statSync(root).isDirectory()) throw new Error('it is not a folder');
  } catch (error) {
    throw refused(messageOf(error));
  }
  if (resolve(root, '..') === root)
    throw refused('name the folder of the project: everything on this machine is below this one');
  return root;
}

/** `job=node job.js`: no shell sees the line. Throws UsageError, also for a script that is not below the root. */
export function readPrograms(given: readonly string[], root: string): NamedProgram[] {
  if (given.length === 0)
    throw new UsageError('--program NAME="COMMAND" names a program that may be run: there has to be one');
  if (given.length > mostPrograms)
    throw new UsageError(`--program: at most ${mostPrograms} programs, not ${given.length}`);
  const programs = given.map((text) => readProgram(text));
  const twice = programs.find(({ name }, index) => programs.findIndex((one) => one.name === name) < index);
  if (twice) throw new UsageError(`--program ${twice.name} is given twice: a name is that of one program`);
  for (const { name, command } of programs) {
    const outside = scriptOutside(command, root);
    if (outside !== null)
      throw new UsageError(
        `--program ${name}: ${outside} is not below the root, ${root}: --root names another`,
      );
  }
  return programs;
}

function readProgram(text: string): NamedProgram {
  const [, name, line = ''] = /^([a-z0-9][a-z0-9-]{0,39})=(.*)$/s.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError(
      `--program takes NAME="COMMAND", as in job="node job.js": a name has small letters, digits and hyphens, not "${text.slice(0, 80)}"`,
    );
  const command = splitLine(line, (rest) => {
    throw new UsageError(`--program ${name}: a quote is not closed: ${rest}`);
  });
  if (command.length === 0)
    throw new UsageError(`--program ${name}: a command is missing, as in --program ${name}="node job.js"`);
  return { name, command };
}

/** The first word of a command that is a file of code and not below the root, links followed; `null`: none is. */
export function scriptOutside(command: readonly string[], root: string): string | null {
  const scripts = command.filter((word) => /^[^-=\s][^=\s]*\.[cm]?[jt]sx?$/.test(word));
  return scripts.find((word) => !isInside(root, resolve(root, word))) ?? null;
}

/** False for a file that is not there as well. */
function isInside(root: string, path: string): boolean {
  try {
    return isBelow(root, path);
  } catch {
    return false;
  }
}
