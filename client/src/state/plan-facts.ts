import type { Result } from '../../../shared/events.ts';
import { formatBytes } from '../../../shared/format.ts';
import type { Plan } from '../../../shared/schemas.ts';
import { tunedPlan } from '../../../shared/tuned-plan.ts';
import { messages } from '../messages/index.ts';
import { describeMix } from './describe-differences.ts';
import { networkInWords } from './network-in-words.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/** Whether a strategy hands over more than one command at a time. */
type Batches = (strategy: string) => boolean;

/** What a lane sends with: its own settings where it has some, else those that all share. */
interface LaneFacts {
  mix: string;
  clients: number;
  /** `null`: the strategy hands over one command at a time, whatever the plan says. */
  pipeline: number | null;
  dataSize: number;
  network: string;
}

/**
 * What is sent, in words that hold for every lane: where lanes differ in something, it says just that. What was
 * changed on the way is said with what it was before: "batch size 16 → 64".
 */
function inWords(lanes: readonly LaneFacts[], before = lanes) {
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
    sent: [
      inCommon(
        ({ mix }) => mix,
        (mix) => mix,
        differs.commands,
      ),
      inCommon(({ clients }) => clients, text.clients, differs.clients),
      inCommon(({ pipeline }) => pipeline, text.batch, differs.batch),
      inCommon(
        ({ dataSize }) => formatBytes(dataSize),
        (size, was) => text.payload(was + size),
        differs.payload,
      ),
    ].flatMap((fact) => fact ?? []),
    network: inCommon(
      ({ network }) => network,
      (network, was) => text.network(was + network),
      differs.network,
    ),
  };
}

/** Of a run, as it was in the end. */
export const runFacts = (plan: Plan, batches: Batches, tunings: Result['tunings'] = []) =>
  inWords(planLanes(tunedPlan(plan, tunings), batches), planLanes(plan, batches));

const planLanes = (plan: Plan, batches: Batches): LaneFacts[] =>
  plan.lanes.map(({ strategy, workload, network = plan.network }) => ({
    mix: describeMix(workload.commands, workload.ratio),
    clients: workload.clients,
    pipeline: batches(strategy) ? workload.pipeline : null,
    dataSize: workload.dataSize,
    network: networkInWords(network),
  }));

/** Of the settings, which the next run would have. */
export const draftFacts = (draft: PlanDraft, batches: Batches) =>
  inWords(
    draft.lanes.map(({ strategy, workload = {}, network = draft.network }) => {
      const value = (name: 'clients' | 'pipeline' | 'dataSize') => {
        const own = workload[name];
        return typeof own === 'number' ? own : draft.value(name);
      };
      const commands = workload['commands'];
      const { mix } = draft;
      return {
        mix: Array.isArray(commands)
          ? describeMix(commands.map(String), workload['ratio'])
          : describeMix(
              mix.map(({ command }) => command),
              mix.map(({ weight }) => weight),
            ),
        clients: value('clients'),
        pipeline: batches(strategy) ? value('pipeline') : null,
        dataSize: value('dataSize'),
        network: networkInWords(network),
      };
    }),
  );
