import type { Result } from '../../../shared/contract/result.ts';
import type { NetworkPlan, Plan, PlanInput } from '../../../shared/contract/plan.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { workloadFacts, type WorkloadFacts } from '../../../shared/words/workload.ts';
import type { Messages } from '../messages/en.ts';
import { joinMix } from './describe-differences.ts';
import { networkForReader } from '../messages/for-reader.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** Whether a strategy hands over more than one command at a time. */
type Batches = (strategy: string) => boolean;

type WorkloadInput = NonNullable<PlanInput['workload']>;

/** What a lane sends with: its own settings where it has some, else those that all share. */
interface LaneFacts extends WorkloadFacts {
  /** `null`: the strategy hands over one command at a time, whatever the plan says, or it is not settled yet. */
  pipeline: number | null;
  network: string;
}

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
        ({ commands, ratio }) => joinMix(commands, ratio),
        (mix) => mix,
        differs.commands,
      ),
      inCommon(({ clients }) => clients, text.clients, differs.clients),
      inCommon(
        ({ threads }) => threads,
        (threads) => (threads > 1 ? messages.tuning.threads(threads) : ''),
        differs.threads,
      ),
      inCommon(({ pipeline }) => pipeline, text.batch, differs.batch),
      inCommon(
        ({ size }) => size,
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
  const lanesOf = (one: Plan) => planLanes(one, batches, messages);
  return inWords(messages, lanesOf(tunedPlan(plan, tunings)), lanesOf(plan));
}

const planLanes = (plan: Plan, batches: Batches, messages: Messages): LaneFacts[] =>
  plan.lanes.map(({ strategy, workload, network = plan.network }) => ({
    ...workloadFacts(workload, messages.words.numbers.bytes),
    pipeline: batches(strategy) ? workload.pipeline : null,
    network: networkForReader(network, messages),
  }));

/** Of the settings, which the next run would have. */
export function draftFacts(draft: PlanDraft, batches: Batches, messages: Messages) {
  const shared = draft.toInput().workload;
  return inWords(
    messages,
    draft.lanes.map(({ strategy, workload, network = draft.network }) => {
      const own: WorkloadInput = { ...shared, ...workload };
      return {
        ...workloadFacts(own, messages.words.numbers.bytes),
        pipeline: batches(strategy) ? (own.pipeline ?? draft.value('pipeline')) : null,
        network: networkForReader(network, messages),
      };
    }),
  );
}

/** Of what all lanes share, as a list of runs has it; `before`: as it was before it was changed. */
export function sharedFacts(is: SharedPlan, before: SharedPlan, messages: Messages) {
  const factsOf = ({ workload, network }: SharedPlan): LaneFacts => ({
    ...workloadFacts(workload, messages.words.numbers.bytes),
    pipeline: workload.pipeline ?? null,
    network: networkForReader(network, messages),
  });
  return inWords(messages, [factsOf(is)], [factsOf(before)]);
}

interface SharedPlan {
  workload: WorkloadInput;
  network?: NetworkPlan;
}

/** Of what is sent one way after the other, in batches whose size is what is asked. */
export const unbatchedFacts = (
  workload: WorkloadInput,
  network: NetworkPlan | undefined,
  messages: Messages,
) =>
  inWords(messages, [
    {
      ...workloadFacts(workload, messages.words.numbers.bytes),
      pipeline: null,
      network: networkForReader(network, messages),
    },
  ]);
