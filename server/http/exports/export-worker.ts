import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../plugins/errors.ts';
import { exportFile, type ExportJob } from './export-file.ts';
import type { FromExport } from './exporter.ts';

function work(job: ExportJob): FromExport {
  try {
    const { text, headers } = exportFile(job);
    return { type: 'done', bytes: new TextEncoder().encode(text), headers };
  } catch (error) {
    const { status, details } = describeError(error);
    if (status < 500) return { type: 'refused', status, details };
    return { type: 'failed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const answer = work(workerData as ExportJob);
parentPort?.postMessage(answer, answer.type === 'done' ? [answer.bytes.buffer as ArrayBuffer] : []);
