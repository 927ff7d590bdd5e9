import {
  writeFileSync,
  accessSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  readFileSync,
} from 'node:fs';
import { resolve, dirname, format, parse } from 'node:path';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { csvWith, type CsvSeparator } from '../../reporters/csv.ts';
import { reporters } from '../../reporters/index.ts';
import type { Reporter, Write } from '../../reporters/reporter.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { projectFile } from '../../built.ts';

/** `--csv FILE`; `-` is stdout. */
export interface OutputRequest {
  reporter: string;
  file: string;
  /** The separator of CSV; absent: a comma. */
  separator?: CsvSeparator;
}

interface Output {
  reporter: Reporter;
  request: OutputRequest;
  /** During the run. */
  write: Write;
}

/** Everything that a command was asked to leave behind. */
export class Outputs {
  /** Whether stdout belongs to one of them. */
  readonly takeStdout: boolean;
  readonly #stdout: Write;
  readonly #outputs: readonly Output[];
  /** Why an output could not be written; it keeps none of the others from being written. */
  readonly #failures = new Map<string, string>();

  /** Throws UsageError for what could not be written, before anything is measured. */
  constructor(requests: readonly OutputRequest[], stdout: Write) {
    checkRequests(requests);
    this.takeStdout = requests.some(({ file }) => file === '-');
    this.#stdout = stdout;
    this.#outputs = requests.flatMap((request) => {
      const { file, separator } = request;
      const reporter = separator ? csvWith(separator) : reporters.find(({ id }) => id === request.reporter);
      return reporter ? [{ reporter, request, write: file === '-' ? stdout : appendTo(file) }] : [];
    });
  }

  /** Writes the events of a run. Does not throw: `report` does, for what could not be written. */
  onEvent(event: RunEvent): void {
    for (const { reporter, request, write } of this.#outputs)
      if (!this.#failures.has(nameOf(request)))
        this.#attempt(request, () => reporter.onEvent?.(event, write));
  }

  /** Writes all that is made of the document. Throws when something could not be written, after all the rest was. */
  report(document: ReportedDocument): void {
    for (const { reporter, request } of this.#outputs)
      if (reporter.report) this.#attempt(request, () => this.#write(reporter, request.file, document));
    const failures = [...this.#failures].map(([name, why]) => `${name}: ${why}`);
    if (failures.length > 0) throw new Error(`could not be written:\n${failures.join('\n')}`);
  }

  #attempt(request: OutputRequest, write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#failures.set(nameOf(request), messageOf(error));
    }
  }

  #write(reporter: Reporter, file: string, document: ReportedDocument): void {
    for (const lane of reporter.perLane && document.kind === 'run' ? document.result.lanes : [undefined]) {
      const parts: string[] = [];
      reporter.report?.(document, (text) => parts.push(text), lane);
      if (file === '-') this.#stdout(parts.join(''));
      else writeWhole(lane ? fileOfLane(file, lane.id) : file, parts.join(''));
    }
  }
}

const nameOf = ({ reporter, file }: OutputRequest) => `--${reporter} ${file}`;

/** Throws UsageError for two that would go to one place, for what could not be written, and for a stdout that has more in it. */
function checkRequests(requests: readonly OutputRequest[]): void {
  const taken = new Map<string, OutputRequest>();
  for (const request of requests) {
    const place = request.file === '-' ? '-' : resolve(request.file);
    const other = taken.get(place);
    if (other)
      throw new UsageError(
        `${nameOf(other)} and ${nameOf(request)} would both go to ${place === '-' ? 'stdout' : place}: give one of them another file`,
      );
    taken.set(place, request);
    if (place === '-') refuseBehindBanner(request.reporter);
    else checkWritable(request.file, request.reporter);
  }
}

/** Replaces the file with the first text, and not before it: a run that does not begin leaves an old one alone. */
function appendTo(file: string): Write {
  let flag = 'w';
  return (text) => {
    writeFileSync(file, text, { flag });
    flag = 'a';
  };
}

/** Whether a file could be written; asked before the run, so that no result is lost after it. Throws UsageError. */
export function checkWritable(file: string, option: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`--${option} ${file} is a folder: name a file`);
  const folder = dirname(resolve(file));
  if (!mayWrite(folder) && !(there && !there.isFile()))
    throw new UsageError(`--${option} ${file}: the folder ${folder} does not exist or cannot be written to`);
  if (there && !mayWrite(file))
    throw new UsageError(`--${option} ${file}: the file is there and cannot be written to`);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes beside the file first, so that it is never found half written. */
function writeWhole(file: string, text: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, never replaced.
  if (there && !there.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const target = there ? realpathSync(file) : file;
  const beside = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, target);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** `out/latency.hgrm` and the lane `pipeline`: `out/latency.pipeline.hgrm`. */
function fileOfLane(file: string, lane: string): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}.${lane}`, ext });
}

/** Scripts of this package that can write a document to stdout. */
const scripts = ['bench', 'advise', 'compare', 'report'];

/**
 * Throws UsageError where npm has written the name of its script to stdout, unless it was called with -s: what
 * follows would be no document. A script of another package that calls `roundtrip` may hand on its stdout as it likes.
 */
export function refuseBehindBanner(option: string, env: NodeJS.ProcessEnv = process.env): void {
  const {
    npm_lifecycle_event: script = '',
    npm_package_name: name,
    npm_config_loglevel: level,
    npm_config_user_agent: agent = '',
  } = env;
  if (!agent.startsWith('npm/') || level === 'silent' || !scripts.includes(script)) return;
  const own = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { name: string };
  if (name !== own.name) return;
  throw new UsageError(
    `--${option} -: npm has written a banner to stdout, which would stand before the document; call it by: npm run -s ${script} -- --${option} -`,
  );
}
