import type { Plan } from '../../../shared/contract/plan.ts';
import { distanceCount } from '../../../shared/limits.ts';
import { readList } from '../../../shared/settings/notation.ts';
import { distanceSweep } from '../../../shared/sweep/distances.ts';
import { distancesFault } from '../../engine/sweep/distances-fault.ts';
import { openPlanTargets } from '../../redis/targets/choose-target.ts';
import { exitCodeOf, UsageError } from '../exit-codes.ts';
import { optionAt, optionName } from '../options/bench.ts';
import type { GivenOptions } from '../options/config.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { put } from '../options/plan-input.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { describeChosen, parseBenchCall } from './bench-call.ts';
import { planOf } from './plan-of.ts';
import { readyAgain, runSweep } from './sweep.ts';

/** `bench --rtt 0,1ms,…`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export async function benchDistances(given: GivenOptions, terminal: Terminal): Promise<number> {
  const rtts = tripsIn(given);
  const call = parseBenchCall(given, ['rtt']);
  const outputs = new Outputs(call.outputs, terminal.stdout);
  // Jitter is checked against the longest way.
  put(call.planInput, ['network', 'rttMs'], rtts.at(-1));
  const { code } = call;
  const plan = planOf(call.planInput, given, (one) => describeChosen(call, one), code);
  checkPlan(plan, rtts);
  for (const sentence of call.skipped) terminal.stderr(`${sentence}\n`);
  const { plan: measured, target: opened, others: more, stop } = await openPlanTargets(call, plan);
  try {
    const result = await runSweep(
      {
        recipe: distanceSweep(measured, rtts, saysTimes(given) ? 'of plan' : 'short'),
        form: 'full',
        on: [opened, ...more].map(({ target }) => target.description),
        others: more,
        code,
        open: () => readyAgain(opened, plan),
      },
      call,
      terminal,
    );
    const document = { kind: 'recipe', result, checks: [] } as const;
    printDocument(document, outputs, call, terminal);
    return exitCodeOf(document);
  } finally {
    await stop();
  }
}

/** Whether the times of each distance were asked for. */
const saysTimes = ({ values }: GivenOptions): boolean =>
  ['duration', 'warmup', 'slice', 'precision', 'max-duration', 'starts'].some((name) => values.has(name));

/** The round trips, ms, from near to far. Throws UsageError. */
export function tripsIn({ values, inFile }: GivenOptions): number[] {
  const name = inFile('rtt') ?? '--rtt';
  const option = optionAt('network.rttMs');
  const read = withUnits(readList(lastOf(values, 'rtt') ?? '')).map((word) =>
    Number(option?.plan?.read(word, name)),
  );
  const rtts = [...new Set(read)].sort((one, other) => one - other);
  if (rtts.length < distanceCount.min || rtts.length > distanceCount.max)
    throw new UsageError(
      `${name}: name ${distanceCount.min} to ${distanceCount.max} different round trips, as in 0,1ms,5ms,20ms,180ms`,
    );
  return rtts;
}

/** `0,1,5,20ms`: a bare number has the unit of the next word that names one. */
const withUnits = (words: readonly string[]): string[] =>
  words.map((word, place) => {
    const [unit = ''] = /[a-z]+$/.exec(words.slice(place).find((one) => /[a-z]$/.test(one)) ?? '') ?? [];
    return /^[\d.]+$/.test(word) ? word + unit : word;
  });

function checkPlan(plan: Plan, rtts: readonly number[]): void {
  const fault = distancesFault(plan, rtts);
  if (fault === null) return;
  const option = optionAt(fault.field);
  throw new UsageError(`${option ? optionName(option) : fault.field}: ${fault.message}`);
}
