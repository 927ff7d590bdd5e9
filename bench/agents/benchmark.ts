import { wrongUsage, scriptOptions } from '../script-options.ts';
import { canHold } from './cpu-group.ts';
import { measureCrowd, type CrowdFigures } from './crowd.ts';
import { measuredHead, measuredRow, modelText } from './crowd-text.ts';
import { measureHeld, timesOne } from './held-agents.ts';
import { LoadMachines } from './load-machines.ts';
import { modelOf } from './model.ts';
import { measureOverhead, type Overhead } from './overhead.ts';
import { quantileOf } from './ranked.ts';

/**
 * Agents as processes of this machine. `slices`: what a slice of a run by agents takes beyond its time, how far apart
 * agents start, and whether counts are the server's. `held`: four agents, each held to a part of a processor, against
 * one such agent, in turns. `crowd`: many agents without load on one control Redis, and what a model of
 * them makes of that for more. Ends with 1 where counts differ or four agents deliver less than 3.6 times one.
 */
const parts = ['slices', 'held', 'crowd'] as const;
const values = scriptOptions({
  only: { type: 'string', default: parts.join(',') },
  slices: { type: 'string', default: '40' },
  rounds: { type: 'string', default: '6' },
  agents: { type: 'string', default: '2,10,30,100' },
  model: { type: 'string', default: '100,1000' },
  way: { type: 'string', default: '0.25' },
  processors: { type: 'string', default: '0.2' },
});
const chosen = values.only.split(',');
const unknown = chosen.find((part) => !parts.some((one) => one === part));
if (unknown !== undefined) wrongUsage(`--only takes of ${parts.join(', ')}, not "${unknown}"`);

const numbersOf = (list: string) => list.split(',').map(Number);
const rates = [200, 500, 1000, 2000, null];
const leastTimes = 3.6;
const ms = (value: number) => value.toFixed(2).padStart(6);
const both = (rising: readonly number[], high: number) =>
  `${ms(quantileOf(rising, 0.5))} ${ms(quantileOf(rising, high))}`;

const line = (agents: number, rps: number | null, one: Overhead) =>
  [
    `${agents} agents`,
    (rps === null ? 'closed loop' : `${rps}/s`).padEnd(11),
    `${one.sent} sent, ${one.counted} counted`.padEnd(30),
    `${one.repeated} repeated`,
    `overhead ${both(one.overheadMs, 0.95)}`,
    `skew ${both(one.skewMs, 0.99)}`,
    one.seenSkewMs.length === 0 ? '' : `seen ${both(one.seenSkewMs, 0.99)}`,
    `${one.sampleBytes} B`,
  ].join('  ');

/** Resolves with whether all counts are the server's. */
async function slices(): Promise<boolean> {
  process.stdout.write('ms: overhead of a slice p50 p95, skew of starts p50 p99; end of a slice, bytes\n');
  let agree = true;
  for (const agents of [2, 4]) {
    const names = Array.from({ length: agents }, (_, agent) => `agent-${agent + 1}`);
    const machines = await LoadMachines.start(...names);
    try {
      for (const rps of rates) {
        const options = { agents, rps, slices: Number(values.slices), sliceMs: 250 };
        const measured = await measureOverhead(machines, options);
        agree &&= measured.sent === measured.counted;
        process.stdout.write(`${line(agents, rps, measured)}\n`);
      }
    } finally {
      await machines.close();
    }
  }
  return agree;
}

/** Resolves with whether four agents deliver enough. */
async function held(): Promise<boolean> {
  if (!canHold) {
    process.stdout.write('held: not here, for want of the cpu controller of cgroup v1\n');
    return true;
  }
  const processors = Number(values.processors);
  const options = { agents: 4, processors, clients: 4, rounds: Number(values.rounds) };
  const measured = await measureHeld(options);
  const rate = timesOne(measured, 'throughput');
  const p99 = timesOne(measured, 'p99Ms');
  const interval = (bounds: readonly number[] | null) => bounds?.map((x) => x.toFixed(2)).join(' – ') ?? '–';
  process.stdout.write(
    `4 agents held to ${processors} of a processor each, against one, ${options.rounds} rounds\n` +
      `commands/s: ${Math.round(rate.one)} by one, ${Math.round(rate.all)} by four: × ${rate.ratio.toFixed(2)} (95 %: ${interval(rate.ci95)})\n` +
      `p99, ms: ${p99.one.toFixed(2)} by one, ${p99.all.toFixed(2)} by four: × ${p99.ratio.toFixed(2)} (95 %: ${interval(p99.ci95)})\n` +
      `each: ${[measured.one, measured.all].map((runs) => runs.map(({ throughput }) => Math.round(throughput)).join(' ')).join(' by one, ')} by four\n` +
      `counts agree: ${[...measured.one, ...measured.all].every(({ agree }) => agree) ? 'in all runs' : 'not in all runs'}\n`,
  );
  return rate.ratio >= leastTimes;
}

/** Resolves with true: it only tells. */
async function crowd(): Promise<boolean> {
  process.stdout.write(measuredHead);
  const crowds: CrowdFigures[] = [];
  for (const agents of numbersOf(values.agents)) {
    const measured = await measureCrowd(agents);
    crowds.push(measured);
    process.stdout.write(measuredRow(measured));
  }
  process.stdout.write(modelText(modelOf(crowds, Number(values.way)), numbersOf(values.model)));
  return true;
}

for (const part of [slices, held, crowd])
  if (chosen.includes(part.name) && !(await part())) process.exitCode = 1;
