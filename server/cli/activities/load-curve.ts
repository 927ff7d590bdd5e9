import type { Plan } from '../../../shared/contract/plan.ts';
import { loadCurve } from '../../../shared/sweep/load-curve.ts';
import { LoadRatesInvalid, readLoadRates } from '../../../shared/words/load-rates.ts';
import { loadPlanFault } from '../../engine/sweep/load-plan.ts';
import { openPlanTargets } from '../../redis/targets/choose-target.ts';
import { exitCodeOf, UsageError } from '../exit-codes.ts';
import { curveToJudge, judgeAssertion, settled } from '../gate/assertions/evaluate.ts';
import { parseAssertion } from '../gate/assertions/lanes.ts';
import { readGateCall } from '../gate/gate.ts';
import { optionAt, optionName } from '../options/bench.ts';
import type { GivenOptions } from '../options/config.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { put } from '../options/plan-input.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { agentsPlace, describeChosen, parseBenchCall } from './bench-call.ts';
import { planOf } from './plan-of.ts';
import { readyAgain, runSweep } from './sweep.ts';

/** `bench --load-curve`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export async function benchLoadCurve(given: GivenOptions, terminal: Terminal): Promise<number> {
  const call = parseBenchCall(given);
  const rates = loadRatesIn(given);
  const gate = readGateCall(given);
  const outputs = new Outputs(call.outputs, terminal.stdout);
  // Options of an open loop need a rate, and what a lane cannot do at one, it cannot do at any.
  put(call.planInput, ['workload', 'rps'], rates[0]);
  const { code } = call;
  const plan = planOf(call.planInput, given, (one) => describeChosen(call, one), code);
  checkLoadPlan(plan);
  const agents = await agentsPlace(plan, given);
  const assertions = gate.assertions.map((text) =>
    parseAssertion(text, { plan, rates }, gate.assertionLabel),
  );
  for (const sentence of call.skipped) terminal.stderr(`${sentence}\n`);
  const { plan: measured, target: opened, others, stop } = await openPlanTargets(call, plan);
  try {
    const result = await runSweep(
      {
        recipe: loadCurve(measured, rates),
        form: 'full',
        on: [opened, ...others].map(({ target }) => target.description),
        others,
        ...agents,
        code,
        open: () => readyAgain(opened, plan),
      },
      call,
      terminal,
    );
    const checks = settled(
      assertions.map((assertion) => judgeAssertion(assertion, curveToJudge(result))),
      gate.strict,
    );
    const document = { kind: 'recipe', result, checks } as const;
    printDocument(document, outputs, call, terminal);
    return exitCodeOf(document);
  } finally {
    await stop();
  }
}

/** The rates, from low to high. Throws UsageError. */
export function loadRatesIn({ values, inFile }: GivenOptions): number[] {
  const name = inFile('load-curve') ?? '--load-curve';
  try {
    return readLoadRates(lastOf(values, 'load-curve') ?? '');
  } catch (error) {
    if (!(error instanceof LoadRatesInvalid)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}

function checkLoadPlan(plan: Plan): void {
  const fault = loadPlanFault(plan);
  if (fault === null) return;
  const option = optionAt(fault.field);
  throw new UsageError(`${option ? optionName(option) : fault.field}: ${fault.message}`);
}
