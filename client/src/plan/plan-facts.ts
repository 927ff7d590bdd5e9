import type { Result } from '../../../shared/contract/result.ts';
import type { NetworkPlan, Plan, PlanInput } from '../../../shared/contract/plan.ts';
import { ownWorkload } from '../../../shared/plan/lane-differences.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { describeMix, describeNetwork, settingsInWords } from '../../../shared/words/settings.ts';
import { unitsName, workloadFacts, type WorkloadFacts } from '../../../shared/words/workload.ts';
import type { Messages } from '../messages/en.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** Whether a strategy hands over more than one command at a time. */
type Batches = (strategy: string) => boolean;

type WorkloadInput = NonNullable<PlanInput['workload']>;

/** What a lane sends with: its own settings where it has some, else those that all share. */
interface LaneFacts extends WorkloadFacts {
  /** What is carried out in place of commands: written units, or code; `null`: commands are sent. */
  units: string | null;
  /** `null`: the strategy hands over one command at a time, whatever the plan says, or it is not settled yet. */
  pipeline: number | null;
  network: string;
}

const factsOf = (
  workload: WorkloadInput,
  network: NetworkPlan | undefined,
  pipeline: number | null,
  { words }: Messages,
  units: string | null = null,
): LaneFacts => ({
  ...workloadFacts(workload, words.numbers.exactBytes, words.setting.ownCommand),
  units,
  pipeline,
  network: describeNetwork(network, words),
});

/**
 * What is sent, in words that hold for every lane: where lanes differ in something, it says just that. What was
 * changed on the way is said with what it was before: "batch size 16 → 64".
 */
function inWords(messages: Messages, lanes: readonly LaneFacts[], before = lanes) {
  const text = messages.outcome;
  const { differs } = text;
  const inCommon = <T extends string | number>(
    of: (lane: LaneFacts) => T | null,
    say: (value: T, was: string) => string,
    differ: string,
  ): string | null => {
    const [values, earlier] = [lanes, before].map((all) => [...new Set(all.flatMap((one) => of(one) ?? []))]);
    const [value, ...others] = values ?? [];
    // No lane has anything of it.
    if (value === undefined) return null;
    if (others.length > 0) return differ;
    const [was] = earlier?.length === 1 ? earlier : [];
    return say(value, was === undefined || was === value ? '' : `${was} → `);
  };
  return {
    /** What is as usual, and says nothing, is left out. */
    sent: [
      inCommon(
        ({ units, commands, ratio }) => units ?? describeMix(commands, ratio),
        (mix) => mix,
        differs.commands,
      ),
      inCommon(({ clients }) => clients, text.clients, differs.clients),
      inCommon(
        ({ threads }) => threads,
        (threads) => (threads > 1 ? messages.words.setting.threads(threads) : ''),
        differs.threads,
      ),
      inCommon(({ units, pipeline }) => (units === null ? pipeline : null), text.batch, differs.batch),
      inCommon(
        ({ units, size }) => (units === null ? size : null),
        (size, was) => text.payload(was + size),
        differs.payload,
      ),
      inCommon(
        ({ rps }) => (rps === null ? '' : messages.words.numbers.rate(rps)),
        (rate, was) => (rate === '' ? '' : messages.search.rate(was + rate)),
        differs.rate,
      ),
    ].flatMap((fact) => fact || []),
    network: inCommon(
      ({ network }) => network,
      (network, was) => text.network(was + network),
      differs.network,
    ),
  };
}

/** Of a run, as it was in the end. */
export function runFacts(plan: Plan, batches: Batches, messages: Messages, tunings: Result['tunings'] = []) {
  const lanesOf = (one: Plan) =>
    one.lanes.map(({ strategy, file, workload, network = one.network }) =>
      factsOf(
        workload,
        network,
        batches(strategy) ? workload.pipeline : null,
        messages,
        unitsName(one) ?? file ?? null,
      ),
    );
  return inWords(messages, lanesOf(tunedPlan(plan, tunings)), lanesOf(plan));
}

/** Of the settings, which the next run would have. */
export function draftFacts(draft: PlanDraft, batches: Batches, messages: Messages) {
  const lanes = draft.lanes.map(({ strategy, workload, network = draft.network }) => {
    const own: WorkloadInput = { ...draft.toInput().workload, ...workload };
    const { pipeline = draft.value('pipeline') } = own;
    return factsOf(own, network, batches(strategy) ? pipeline : null, messages, draft.written?.name);
  });
  return inWords(messages, lanes);
}

/** Of what all lanes share, as a list of runs has it; `before`: as it was before it was changed. */
export function sharedFacts(is: SharedPlan, before: SharedPlan, messages: Messages) {
  const [lanes, lanesBefore] = [is, before].map(({ workload, network, units }) => [
    factsOf(workload, network, workload.pipeline ?? null, messages, units),
  ]);
  return inWords(messages, lanes ?? [], lanesBefore);
}

interface SharedPlan {
  workload: WorkloadInput;
  network?: NetworkPlan;
  /** What is carried out in place of the commands. */
  units?: string;
}

/** Of what is sent one way after the other, in batches whose size is what is asked. */
export const unbatchedFacts = (
  workload: WorkloadInput,
  network: NetworkPlan | undefined,
  messages: Messages,
) => inWords(messages, [factsOf(workload, network, null, messages)]);

/** In what a lane of a run differs from what all share. */
export function ownDifferences({ lanes, workload }: Plan, id: string, messages: Messages): string {
  const lane = lanes.find((one) => one.id === id);
  return lane ? settingsInWords({ ...lane, workload: ownWorkload(lane, workload) }, messages) : '';
}
