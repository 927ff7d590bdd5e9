import { Worker } from 'node:worker_threads';
import { Refusal } from '../plugins/errors.ts';
import { tooLarge, type ExportJob, type ExportedFile } from './export-file.ts';
import { builtFile } from '../../built.ts';
import type { ErrorDetails } from '../../../shared/contract/http.ts';

export type FromExport =
  | { type: 'done'; bytes: Uint8Array; headers: ExportedFile['headers'] }
  | { type: 'refused'; status: number; details: ErrorDetails }
  | { type: 'failed'; stack: string };

export interface ExporterOptions {
  /** How long one file may take, ms. */
  patienceMs?: number;
}

type Exported = Extract<FromExport, { type: 'done' }>;

const entry = builtFile('server/http/exports/export-worker.js');

const mostWaiting = 4;
const defaultPatienceMs = 10_000;
const heap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/**
 * Makes files of documents, which takes time and memory: in a thread of its own with bounds on both, one after the
 * other, so that whatever is asked for, the server still answers.
 */
export class Exporter {
  readonly #patienceMs: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #worker: Worker | null = null;
  #closed = false;

  constructor({ patienceMs = defaultPatienceMs }: ExporterOptions = {}) {
    this.#patienceMs = patienceMs;
  }

  /** Why no more can wait now; `null`: one can. */
  refusal(): Refusal | null {
    return this.#waiting > mostWaiting || this.#closed ? busy() : null;
  }

  /** Rejects with a Refusal: the document is not what it should be, or the file takes too much or too long. */
  async export(job: ExportJob): Promise<Exported> {
    const refused = this.refusal();
    if (refused) throw refused;
    this.#waiting++;
    const file = this.#last.then(() => this.#run(job));
    this.#last = file.catch(() => undefined).finally(() => this.#waiting--);
    return file;
  }

  /** Ends the one that is being made; the others are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
  }

  async #run(job: ExportJob): Promise<Exported> {
    if (this.#closed) throw busy();
    const worker = new Worker(entry, { workerData: job, resourceLimits: heap, name: `export ${job.format}` });
    this.#worker = worker;
    const patience = setTimeout(() => void worker.terminate(), this.#patienceMs);
    try {
      const answer = await answerOf(worker);
      if (answer.type === 'done') return answer;
      if (answer.type === 'refused') throw new Refusal(answer.status, answer.details);
      throw new Error(`the export failed: ${answer.stack}`);
    } finally {
      clearTimeout(patience);
      await worker.terminate();
      this.#worker = null;
    }
  }
}

/** Rejects with a Refusal where the thread ends without an answer. */
const answerOf = (worker: Worker): Promise<FromExport> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
    });
    worker.once('exit', () => {
      reject(tooSlow());
    });
  });

const retryAfterSeconds = 5;

const busy = (): Refusal =>
  new Refusal(503, {
    code: 'exports_busy',
    message: 'Several files are being made already: try again in a moment.',
    retryAfterSeconds,
  });

const tooSlow = (): Refusal =>
  new Refusal(503, {
    code: 'export_too_slow',
    message: 'Making the file took too long, and was given up.',
    retryAfterSeconds,
  });
