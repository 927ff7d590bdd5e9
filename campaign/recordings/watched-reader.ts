import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { once } from 'node:events';
import { sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../server/built.ts';
import { shown } from '../attack.ts';
import { stumble, type Subject } from '../subject.ts';
import { marker } from './hostile-folder.ts';
import type { Reading } from './reader.ts';

/** Processor time says more than the clock: a busy machine makes nothing wrong. */
export const bounds = { slowestMs: 90_000, mostCpuMs: 20_000 };
/** A process that has loaded the command line has 120 MB. */
const mostMb = 620;

/** All that a terminal obeys, but what ends a line. */
const controls = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A process that reads traces. It is replaced where it hangs, ends or has grown. */
export class WatchedReader {
  readonly #subject: Subject;
  readonly #root: string;
  readonly #bounds: typeof bounds;
  #child: ChildProcess | null = null;

  constructor(subject: Subject, root: string, within = bounds) {
    this.#bounds = within;
    this.#subject = subject;
    this.#root = realpathSync(root);
  }

  /** Reads by the words of a command line. Resolves with what was harmful about it; `codes`: those that are right. */
  async read(words: readonly string[], codes: readonly number[]): Promise<string[]> {
    const child = (this.#child ??= this.#start());
    const over = new AbortController();
    child.send({ words });
    const answer = await Promise.race([
      once(child, 'message', { signal: over.signal }).then(([reading]) => reading as Reading),
      once(child, 'exit', { signal: over.signal }).then(
        ([code, signal]) => `ended by ${String(signal ?? code)}`,
      ),
      pause(this.#bounds.slowestMs, `had not ended after ${this.#bounds.slowestMs / 1000} s`, {
        signal: over.signal,
      }),
    ]);
    over.abort();
    if (typeof answer === 'string') {
      await this.end();
      return [answer];
    }
    if (answer.mostMb > mostMb) await this.end();
    return this.#harmIn(answer, codes);
  }

  #harmIn(
    { code, stdout, stderr, opened, polluted, mostMb: hadMb, cpuMs }: Reading,
    codes: readonly number[],
  ): string[] {
    const text = stdout + stderr;
    const outside = opened.filter((path) => !`${path}${sep}`.startsWith(this.#root + sep));
    return [
      ...(codes.includes(code) ? [] : [`ended with ${code}: ${shown(stderr)}`]),
      ...(stumble.test(stderr) ? [`wrote ${shown(stderr, 800)}`] : []),
      ...harmInText('the terminal', text),
      ...(outside.length > 0 ? [`opened ${shown(outside)}`] : []),
      ...(polluted.length > 0 ? [`put ${polluted.join(', ')} on prototypes`] : []),
      ...(hadMb > mostMb ? [`took ${hadMb} MB`] : []),
      ...(cpuMs > this.#bounds.mostCpuMs ? [`took ${Math.round(cpuMs)} ms of processor time`] : []),
    ];
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #start(): ChildProcess {
    return fork(fileURLToPath(builtFile('campaign/recordings/reader.js')), {
      cwd: this.#root,
      // Leftovers of an earlier case are not counted.
      execArgv: ['--expose-gc'],
      env: this.#subject.env({}),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  }
}

/** The harm in a text that a reader of traces wrote. */
export const harmInText = (place: string, text: string): string[] => [
  ...(controls.test(text) ? [`${place} has ${JSON.stringify(controls.exec(text)?.[0])}`] : []),
  ...(text.includes(marker) ? [`${place} quotes a file that no trace may name`] : []),
];
