import { formatBytes } from '../../../shared/format.ts';
import type { Plan } from '../../../shared/schemas.ts';
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

/** What is sent, in words that hold for every lane: where lanes differ in something, it says just that. */
function inWords(lanes: readonly LaneFacts[]) {
  const text = messages.outcome;
  const { differs } = text;
  return {
    sent: [
      inCommon(
        lanes.map(({ mix }) => mix),
        (mix) => mix,
        differs.commands,
      ),
      inCommon(
        lanes.map(({ clients }) => clients),
        text.clients,
        differs.clients,
      ),
      inCommon(
        lanes.flatMap(({ pipeline }) => pipeline ?? []),
        text.batch,
        differs.batch,
      ),
      inCommon(
        lanes.map(({ dataSize }) => dataSize),
        (bytes) => text.payload(formatBytes(bytes)),
        differs.payload,
      ),
    ].flatMap((fact) => fact ?? []),
    network: inCommon(
      lanes.map(({ network }) => network),
      text.network,
      differs.network,
    ),
  };
}

/** `null` where no lane has anything of it. */
function inCommon<T>(values: readonly T[], say: (value: T) => string, differs: string): string | null {
  const [first, ...others] = new Set(values);
  if (first === undefined) return null;
  return others.length > 0 ? differs : say(first);
}

/** Of a run. */
export const runFacts = (plan: Plan, batches: Batches) =>
  inWords(
    plan.lanes.map(({ strategy, workload, network = plan.network }) => ({
      mix: describeMix(workload.commands, workload.ratio),
      clients: workload.clients,
      pipeline: batches(strategy) ? workload.pipeline : null,
      dataSize: workload.dataSize,
      network: networkInWords(network),
    })),
  );

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
