import type { GainWords } from '../gain.ts';
import type { PraiseWords } from '../praise.ts';
import type { ServerWords } from '../server.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { Words } from '../words.ts';
import { doubt, headline } from './headline.ts';
import { numbers } from './numbers.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} in two factors${apart ? ', each measured by itself' : ''}: ${waiting} from not waiting, ${batching} from batching.`,
  inconclusive: 'inconclusive',
  evidence: (concurrent, figures) => `What batching changed against ${concurrent}: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} commands per write instead of ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} per server read instead of ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} µs of server CPU per command instead of ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} bytes sent per command instead of ${concurrent}`,
};

const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'response p50' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (no interval)`,
  range: (low, high) => `${low} to ${high}`,
  faster: (lane, times, baseline) => `${lane} is ${times} times as fast as ${baseline}`,
  throughput: (lane, times, baseline) => `${lane} does ${times} times the throughput of ${baseline}`,
  takes: {
    times: (kind, times) => `a typical ${kind} takes ${times} times as long (p50)`,
    longer: (kind, share) => `a typical ${kind} takes ${share} longer (p50)`,
    less: (kind, share) => `a typical ${kind} takes ${share} less time (p50)`,
  },
};

const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Every lane keeps up with ${rate} commands/s`,
  missed: (rate, lanes, count) =>
    lanes === ''
      ? `No lane keeps up with ${rate} commands/s.`
      : `Only ${lanes} ${count === 1 ? 'keeps' : 'keep'} up with ${rate} commands/s.`,
  responses: (times) => `Which is better, response times tell; p50: ${times}.`,
};

const server: ServerWords = {
  accesses: { password: 'password', 'acl-user': 'ACL user' },
  persistences: { 'aof-everysec': 'AOF every second', 'aof-always': 'AOF always', rdb: 'RDB snapshots' },
  ioThreads: (count) => `${count} I/O threads`,
  memory: (mebibytes) => `${mebibytes} MiB at most`,
};

export const english: Words = {
  doubt,
  headline,
  gain,
  sustainedRate,
  numbers,
  praise,
  server,
  verdict,
  warning,
};
