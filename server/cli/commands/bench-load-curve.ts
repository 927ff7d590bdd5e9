import type { Plan } from '../../../shared/contract/plan.ts';
import { loadCurve } from '../../../shared/sweep/load-curve.ts';
import { prepareTarget, alreadyThere } from '../../redis/connection/opened-target.ts';
import { openPlanTargets, type ChosenTarget, type TargetChoice } from '../../redis/targets/choose-target.ts';
import { curveToJudge, judgeAssertion } from '../gate/assertions/evaluate.ts';
import { parseAssertion } from '../gate/assertions/parse.ts';
import type { GivenOptions } from '../options/config/given.ts';
import { checkLoadPlan } from '../options/load-curve.ts';
import { put } from '../options/option-words.ts';
import { Outputs } from '../output/outputs.ts';
import { printDocument } from '../output/print-document.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes } from '../usage/usage-error.ts';
import { agentsPlace } from './agents-place.ts';
import { planOf, type BenchCall } from './parse-bench.ts';
import { runSweep } from './run-sweep.ts';

/** What `bench --load-curve` measures. */
export interface LoadCurveCall {
  call: BenchCall;
  rates: readonly number[];
  choice: TargetChoice;
  given: GivenOptions;
  /** What is known of the server before it is opened. */
  describe: (plan: Plan) => ChosenTarget;
}

/** `bench --load-curve`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export async function benchLoadCurve(
  { call, rates, choice, given, describe }: LoadCurveCall,
  terminal: Terminal,
): Promise<number> {
  const outputs = new Outputs(call.outputs, terminal.stdout);
  const [lowest = NaN] = rates;
  const input = structuredClone(call.planInput);
  // Options of an open loop need a rate, and what a lane cannot do at one, it cannot do at any.
  put(input, ['workload', 'rps'], lowest);
  const plan = planOf(input, given, describe);
  checkLoadPlan(plan);
  const agents = await agentsPlace(plan, given);
  const assertions = call.gate.assertions.map((text) =>
    parseAssertion(text, { plan, rates }, call.gate.assertionLabel),
  );
  for (const sentence of call.skipped) terminal.stderr(`${sentence}\n`);
  const { plan: measured, target: opened, others, stop } = await openPlanTargets(choice, plan);
  try {
    const result = await runSweep(
      {
        recipe: loadCurve(measured, rates),
        form: 'full',
        on: [opened, ...others].map(({ target }) => target.description),
        others,
        ...agents,
        // One server for all rates; one of ours that has died is started again.
        open: async () => alreadyThere((await prepareTarget(opened, plan)).target),
      },
      { isSilent: !call.progress },
      terminal,
    );
    const checks = assertions.map((assertion) => judgeAssertion(assertion, curveToJudge(result)));
    printDocument({ kind: 'recipe', result, checks }, outputs, { quiet: call.quiet }, terminal);
    if (result.state !== 'completed') return exitCodes.notMeasured;
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.assertionFailed;
  } finally {
    await stop();
  }
}
