import { createRequire } from 'node:module';
import { AgentsUnavailable } from './coordinator-order.ts';

type Library = typeof import('bullmq');

/** Agents need a package that is not installed here: the message says which. */
export class BullMqMissing extends AgentsUnavailable {
  override readonly name = 'BullMqMissing';
  constructor() {
    super('Agents need BullMQ, which is not installed here: npm install bullmq');
  }
}

let loading: Promise<Library> | undefined;

/** BullMQ, loaded for the first run with agents: nobody else needs it. Throws BullMqMissing. */
export const loadBullMq = (): Promise<Library> => (loading ??= load());

async function load(): Promise<Library> {
  try {
    createRequire(import.meta.url).resolve('bullmq');
  } catch {
    throw new BullMqMissing();
  }
  return import('bullmq');
}
