import { planDefaults } from '../../../../../shared/plan/defaults.ts';
import type { NetworkPlan } from '../../../../../shared/contract/plan.ts';
import type { WrittenWorkload } from '../../../../../shared/contract/written.ts';
import type { Workload } from '../../../../../shared/contract/workload.ts';
import type { SnippetWorkload } from '../../../../../shared/snippets/asked.ts';
import type { StrategyDescription, TargetDescription } from '../../../../../shared/contract/http.ts';
import type { PageSession } from '../../../connection/page-session.svelte.ts';
import type { PlanDraft } from '../../../plan/plan-draft.svelte.ts';
import type { LiveRun } from '../../../run/live-run.svelte.ts';
import { slowdownFor } from './anatomy.ts';
import type { BoardLane } from '../../../run/board-lane.ts';
import { laneAnatomy, type LaneAnatomy } from './lane-anatomy.ts';
import { largest } from '../../../../../shared/statistics/extremes.ts';

/** What is shown of a lane's trip: measured, or what its settings ask for. */
export interface AnatomyView {
  lane: BoardLane;
  description: StrategyDescription | undefined;
  settings: LaneSettings;
  /** `null`: nothing is measured. */
  anatomy: LaneAnatomy | null;
  /** That share a trip, and the socket writes that carry them. */
  commands: number;
  writes: number;
}

/** All lanes to one scale. */
export interface AnatomyBoard {
  views: AnatomyView[];
  /** The most that any lane has in a trip: what the others need more trips for. */
  sameCommands: number;
  /** The longest that a lane takes for these commands; where trips overlap, one trip. */
  longestMs: number;
  /** How much slower than they are the trips are shown. */
  slowdown: number;
}

export function anatomyBoard(state: BoardState, lanes: readonly BoardLane[]): AnatomyBoard {
  const views = lanes.map((lane) => viewOf(state, lane));
  const measured = views.flatMap(({ anatomy }) => anatomy ?? []);
  const sameCommands = largest(
    views.map(({ commands }) => Math.round(commands)),
    1,
  );
  const times = measured.map(({ totalMs }) => totalMs);
  return {
    views,
    sameCommands,
    longestMs: largest(
      measured.map(({ totalMs, commands, overlaps }) =>
        overlaps ? totalMs : totalMs * Math.max(1, sameCommands / commands),
      ),
      0,
    ),
    slowdown: slowdownFor(times),
  };
}

/** On average; of commands that are drawn, each unit sends one. */
function commandsOfStage({ units }: WrittenWorkload): number {
  const stages = units.flatMap((unit) =>
    unit.stages.map(({ commands }) => ({ commands, of: unit.weight ?? 1 })),
  );
  const sent = stages.map(({ commands, of }) => {
    const always = commands.filter(({ weight }) => weight === undefined);
    const drawn = always.length < commands.length ? 1 : 0;
    return of * always.reduce((sum, { times = 1 }) => sum + times, drawn);
  });
  return total(sent) / total(stages.map(({ of }) => of));
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function viewOf(state: BoardState, lane: BoardLane): AnatomyView {
  const { run, draft, session } = state;
  const description = session.describe(lane.strategy);
  const settings = laneSettings(state, lane.index);
  const batching = description?.batching ?? 'none';
  const anatomy = run && lane.live ? laneAnatomy(run, lane.live, batching) : null;
  const written = run ? run.plan.written : draft.written;
  // What nobody has written yet has no stages.
  const isUnknown = !run && !written && draft.isWritten;
  const { callers, clients, pipeline } = settings.workload;
  const inFlight = callers === undefined ? pipeline : Math.round(callers / clients);
  const asked = batching === 'none' || isUnknown ? 1 : written ? commandsOfStage(written) : inFlight;
  // Of what has not run, this much is sure.
  const isWrittenAsOne =
    description?.batching === 'batch' || ['auto-pipeline', 'gather'].includes(lane.strategy);
  const writes = anatomy?.writes ?? (isWrittenAsOne ? 1 : asked);
  return { lane, description, settings, anatomy, commands: anatomy?.commands ?? asked, writes };
}

/** What the reader has set for a lane. */
export interface LaneSettings {
  workload: SnippetWorkload & Pick<Workload, 'pipeline' | 'callers'>;
  network: NetworkPlan | undefined;
  inCluster: boolean;
}

/** What the lanes on the board are made of. */
export interface BoardState {
  run: LiveRun | null;
  draft: PlanDraft;
  /** The one that the next run will measure. */
  target: TargetDescription | undefined;
  session: PageSession;
}

export function laneSettings({ draft, target }: BoardState, index: number): LaneSettings {
  const inCluster = target?.isCluster ?? target?.kind === 'cluster';
  const { workload = {}, lanes } = draft.toInput();
  const usual = planDefaults.workload;
  const known: Partial<Workload> = Object.fromEntries(
    Object.entries({ ...workload, ...lanes[index]?.workload }).filter(([, value]) => value !== undefined),
  );
  return {
    workload: {
      ...known,
      commands: known.commands ?? usual.commands,
      clients: whole(known.clients, usual.clients),
      threads: whole(known.threads, usual.threads),
      pipeline: whole(known.pipeline, usual.pipeline),
      ttlSeconds: whole(known.ttlSeconds, usual.ttlSeconds),
      resp: known.resp ?? usual.resp,
    },
    network: draft.lanes[index]?.network ?? draft.network,
    inCluster,
  };
}

/** A field that is just being typed may hold anything. */
const whole = (value: number | undefined, otherwise: number): number =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : otherwise;
