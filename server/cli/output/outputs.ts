import { appendFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { checkWritable, fileOfLane, writeWhole } from './output-files.ts';
import { refuseBehindBanner } from './npm-banner.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { reporters } from '../../reporters/index.ts';
import type { Reporter, Write } from '../../reporters/reporter.ts';
import { UsageError } from '../usage/usage-error.ts';

/** `--csv FILE`; `-` is stdout. */
export interface OutputRequest {
  reporter: string;
  file: string;
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
  readonly #failures = new WriteFailures();

  /** Throws UsageError for what could not be written, before anything is measured. */
  constructor(requests: readonly OutputRequest[], stdout: Write) {
    checkRequests(requests);
    this.takeStdout = requests.some(({ file }) => file === '-');
    this.#stdout = stdout;
    this.#outputs = requests.flatMap((request) => {
      const reporter = reporters.find(({ id }) => id === request.reporter);
      const { file } = request;
      return reporter ? [{ reporter, request, write: file === '-' ? stdout : appendTo(file) }] : [];
    });
  }

  /** Writes what is told during the run. Does not throw: what fails is said by `report`. */
  onEvent(event: RunEvent): void {
    for (const { reporter, request, write } of this.#outputs)
      if (!this.#failures.has(request))
        this.#failures.attempt(request, () => reporter.onEvent?.(event, write));
  }

  /** Writes all that is made of the document. Throws when something could not be written, after all the rest was. */
  report(document: ReportedDocument): void {
    for (const { reporter, request } of this.#outputs)
      if (reporter.report)
        this.#failures.attempt(request, () => this.#write(reporter, request.file, document));
    this.#failures.check();
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

/** What could not be written: nothing of it keeps the rest from being written. */
class WriteFailures {
  readonly #reasons = new Map<string, string>();

  has(request: OutputRequest): boolean {
    return this.#reasons.has(nameOf(request));
  }

  attempt(request: OutputRequest, write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#reasons.set(nameOf(request), error instanceof Error ? error.message : String(error));
    }
  }

  /** Throws what failed, if anything did. */
  check(): void {
    if (this.#reasons.size > 0)
      throw new Error(
        `could not be written:\n${[...this.#reasons].map(([name, why]) => `${name}: ${why}`).join('\n')}`,
      );
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

/** Begins the file anew with the first text, and not before it: a run that does not begin leaves an old one alone. */
function appendTo(file: string): Write {
  let begun = false;
  return (text) => {
    if (begun) appendFileSync(file, text);
    else writeFileSync(file, text);
    begun = true;
  };
}
