import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, delimiter, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { laneIds } from '../../../shared/plan/lane-ids.ts';
import type { CodeOfLanes, Command, LaneCode } from '../../engine/lane/lane-code.ts';
import { messageOf, UsageError } from '../exit-codes.ts';
import { splitLine } from './foreign/equal-line.ts';

/** A lane of the user's code as a plan has it: by name and hash, without where it is. */
interface CodeLane {
  id: string;
  strategy: string;
  label?: string;
  file: string;
  hash: string;
}

export interface CodeLanes {
  lanes: CodeLane[];
  code: CodeOfLanes;
}

/** One lane that was read; `named`: by the user. */
interface ReadLane {
  lane: Omit<CodeLane, 'id'>;
  code: LaneCode;
  named?: string | undefined;
}

/** `cmd:python3 before.py`, `before=cmd:python3 before.py`. */
const command = /^(?:([a-z0-9][a-z0-9-]{0,39})=)?cmd:(.*)$/s;

/** The lanes of `--lane`, in order. Throws UsageError for a file that cannot be read, and a program that is not there. */
export function codeLanesOf(given: readonly string[]): CodeLanes {
  const read = given.map((text) => {
    const [, named, line] = command.exec(text) ?? [];
    return line === undefined ? readFile(text) : readCommand(line, named);
  });
  const ids = laneIds(
    read.map(({ lane, named }) => ({
      ...(named !== undefined && { id: named }),
      ...{ ...lane, strategy: basename(lane.file, extname(lane.file)) },
    })),
  );
  const lanes = read.map(({ lane, code }, index) => {
    const id = ids[index] ?? '';
    // Two commands may be of one program.
    return { ...lane, id, ...(code.type === 'command' && { label: id }) };
  });
  return { lanes, code: new Map(read.map(({ code }, index) => [ids[index] ?? '', code])) };
}

function readFile(file: string): ReadLane {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`--lane ${file}: there is no such file`);
  try {
    const lane = { strategy: programStrategy, file: nameOf(path), hash: hashOf(readFileSync(path)) };
    return { lane, code: { type: 'file', url: pathToFileURL(path).href } };
  } catch (error) {
    throw new UsageError(`--lane ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** The line is parted into words as a shell does, and no shell sees it. */
function readCommand(line: string, named: string | undefined): ReadLane {
  const [program = '', ...args] = splitLine(line, (rest) => {
    throw new UsageError(`--lane cmd:${line}: a quote is not closed: ${rest}`);
  });
  if (program === '')
    throw new UsageError('--lane cmd: name a program and its arguments, as in cmd:python3 before.py');
  if (!isThere(program))
    throw new UsageError(
      `--lane cmd:${line}: there is no program "${program}"${program.includes('/') ? '' : ' in PATH'}`,
    );
  const run: Command = { program, args };
  const lane = { strategy: programStrategy, file: nameOf(program), hash: hashOf(line) };
  return { lane, code: { type: 'command', command: run }, named };
}

const nameOf = (path: string) => basename(path).slice(0, 80);
const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

function isThere(program: string): boolean {
  // Windows adds extensions of its own.
  if (process.platform === 'win32') return true;
  if (program.includes('/')) return existsSync(resolve(program));
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
