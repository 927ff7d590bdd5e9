/**
 * Figures that the documents that are reproduced have published: rates in commands per second, times in ms, CPU as a
 * share of one core of the Redis server. Where each comes from is said in the words of its recipe.
 */

export const connections = {
  requests: 1_000_000,
  rows: [
    { clients: 1, rps: 8768.55 },
    { clients: 5, rps: 35_334.44 },
    { clients: 10, rps: 52_430.14 },
    { clients: 50, rps: 52_413.65 },
  ],
} as const;

export const payload = {
  requests: 1_000_000,
  rows: [
    { clients: 10, dataSize: 2, rps: 52_474.16, cpu: 0.42 },
    { clients: 10, dataSize: 1000, rps: 52_430.14, cpu: 0.48 },
    { clients: 10, dataSize: 1400, rps: 45_396.77, cpu: 0.41 },
    { clients: 10, dataSize: 1500, rps: 25_518.67, cpu: 0.29 },
    { clients: 10, dataSize: 5000, rps: 12_736.74, cpu: 0.24 },
    { clients: 20, dataSize: 10_000, rps: 6476.81, cpu: 0.18 },
  ],
} as const;

export const pipelineDepth = {
  clients: 20,
  rows: [
    { dataSize: 100, depth: 1, requests: 1_000_000, rps: 52_394.43 },
    { dataSize: 100, depth: 8, requests: 2_000_000, rps: 495_662.97 },
    { dataSize: 100, depth: 10, requests: 2_000_000, rps: 558_659.25 },
    { dataSize: 100, depth: 11, requests: 2_000_000, rps: 312_940.09 },
    { dataSize: 100, depth: 15, requests: 2_000_000, rps: 452_386.34 },
    { dataSize: 100, depth: 40, requests: 5_000_000, rps: 487_519.53 },
    { dataSize: 200, depth: 1, requests: 2_000_000, rps: 51_167.91 },
    { dataSize: 200, depth: 4, requests: 2_000_000, rps: 220_288.56 },
    { dataSize: 200, depth: 6, requests: 2_000_000, rps: 161_147.36 },
    { dataSize: 200, depth: 8, requests: 2_000_000, rps: 221_361.38 },
    { dataSize: 3000, depth: 1, requests: 1_000_000, rps: 21_104.17 },
    { dataSize: 3000, depth: 8, requests: 1_000_000, rps: 21_713.17 },
  ],
} as const;

export const commandsAtDepth = {
  clients: 50,
  requests: 100_000,
  dataSize: 3,
  keyspace: 1000,
  /** Measured twice at depth 1: once with all percentiles. */
  rows: [
    {
      command: 'set',
      depth: 1,
      rps: 47_801.15,
      latencyMs: { mean: 0.723, min: 0.184, p50: 0.671, p95: 1.255, p99: 1.567, max: 5.895 },
    },
    {
      command: 'lpush',
      depth: 1,
      rps: 47_938.64,
      latencyMs: { mean: 0.736, min: 0.208, p50: 0.687, p95: 1.295, p99: 1.687, max: 2.975 },
    },
    { command: 'set', depth: 1, rps: 47_984.64, latencyMs: { p50: 0.615 } },
    { command: 'lpush', depth: 1, rps: 49_875.31, latencyMs: { p50: 0.615 } },
    { command: 'set', depth: 10, rps: 248_756.22, latencyMs: { p50: 1.695 } },
    { command: 'lpush', depth: 10, rps: 253_164.55, latencyMs: { p50: 1.639 } },
  ],
} as const;

export const shallowPipelines = {
  clients: 50,
  requests: 100_000,
  dataSize: 3,
  rows: [
    { depth: 1, rps: 51_975.05 },
    { depth: 2, rps: 91_240.88 },
    { depth: 3, rps: 102_354.15 },
  ],
} as const;

/** Commands in a pipeline, where a long one is split. */
export const splitAt = 10_000;

export const roundTrips = {
  ttlSeconds: 20,
  commands: 1000,
  rounds: 5,
  rows: [
    {
      server: 'local-container',
      pingMs: 0.108,
      oneByOneMs: 1065.4,
      pipelineMs: 29.6,
      speedup: 36,
      perRound: {
        pingMs: [0.12, 0.14, 0.12, 0.07, 0.09],
        oneByOneMs: [1208, 1107, 987, 1113, 912],
        pipelineMs: [28, 36, 28, 29, 27],
      },
    },
    {
      server: 'office-network',
      pingMs: 12.75,
      oneByOneMs: 6485.4,
      pipelineMs: 69.4,
      speedup: 93.5,
      perRound: {
        pingMs: [20.93, 11.62, 13.05, 8.71, 9.44],
        oneByOneMs: [5893, 7129, 6421, 5987, 6997],
        pipelineMs: [102, 57, 77, 53, 58],
      },
    },
    {
      server: 'another-continent',
      pingMs: 178.598,
      oneByOneMs: 338_382.8,
      pipelineMs: 1324.6,
      speedup: 255.5,
      perRound: {
        pingMs: [192.4, 182.6, 172.45, 173.05, 172.49],
        oneByOneMs: [336_557, 352_612, 331_517, 370_071, 301_157],
        pipelineMs: [1987, 1017, 1507, 1125, 987],
      },
    },
  ],
} as const;

export const threads = {
  commands: 10_000,
  /** Behind it comes the number of the row. */
  keyPrefix: '32021420001:90000300009999:10001:1601198414621:',
  rows: [
    { strategy: 'one-by-one', threads: 1, ms: 4784 },
    { strategy: 'one-by-one', threads: 2, ms: 1277 },
    { strategy: 'one-by-one', threads: 4, ms: 884 },
    { strategy: 'one-by-one', threads: 10, ms: 588 },
    { strategy: 'pipeline', threads: 1, ms: 55 },
    { strategy: 'pipeline', threads: 2, ms: 72 },
    { strategy: 'pipeline', threads: 4, ms: 103 },
  ],
} as const;

export const bulkInsert = {
  commands: 10_000_000,
  keyPrefix: threads.keyPrefix,
  /** The job behind it: so many rows a day, by 10 threads. */
  rowsADay: 800_000_000,
  rows: [
    { threads: 1, ms: 70_000 },
    { threads: 2, ms: 65_198 },
    { threads: 5, ms: 44_944 },
  ],
} as const;
