import type { Workload } from '../contract/workload.ts';

/** Workloads as many programs have them. What they are called, and are like, is said where they are shown. */
export const presetIds = ['plain', 'sessionCache', 'counters', 'queue', 'bulkLoad'] as const;
export type PresetId = (typeof presetIds)[number];

export interface WorkloadPreset {
  id: PresetId;
  workload: Pick<Workload, 'commands' | 'dataSize' | 'keyspace' | 'clients' | 'pipeline'> & {
    /** One weight per command. */
    ratio?: number[];
  };
}

export const workloadPresets: readonly WorkloadPreset[] = [
  {
    id: 'plain',
    workload: { commands: ['set'], dataSize: 100, keyspace: 10_000, clients: 10, pipeline: 16 },
  },
  {
    // Ten reads to a write, as behind a web site.
    id: 'sessionCache',
    workload: {
      commands: ['setex', 'get'],
      ratio: [1, 10],
      dataSize: 500,
      keyspace: 10_000,
      clients: 20,
      pipeline: 16,
    },
  },
  {
    id: 'counters',
    workload: { commands: ['incr'], dataSize: 100, keyspace: 1000, clients: 20, pipeline: 32 },
  },
  {
    // As many jobs in as out: the lists neither grow nor run dry.
    id: 'queue',
    workload: {
      commands: ['rpush', 'lpop'],
      ratio: [1, 1],
      dataSize: 200,
      keyspace: 10,
      clients: 10,
      pipeline: 10,
    },
  },
  {
    id: 'bulkLoad',
    workload: { commands: ['set'], dataSize: 200, keyspace: 1_000_000, clients: 4, pipeline: 256 },
  },
];
