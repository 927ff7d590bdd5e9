import { snapshotSamples } from '../../../shared/limits.ts';
import type {
  LiveSample,
  LiveSnapshot,
  RunSnapshot,
  Tick,
  LiveLatency,
} from '../../../shared/contract/live.ts';
import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import type { LatencySummary, ServerFigures } from '../../../shared/contract/figures.ts';

/** How far a viewer has come. The same object for all who have come as far. */
export interface Cursor {
  /** The event that was sent last. */
  readonly event: number;
  /** Of the run's clock. A viewer is sent something in each. */
  readonly second: number;
}

const secondOf = ({ elapsedMs }: RunSnapshot) => Math.floor(elapsedMs / 1000);

/**
 * What viewers are sent of a run: the newest samples of each lane, numbered by event, so that each viewer can have
 * a cursor of its own. Everything else of a tick is taken from the run's snapshot.
 */
export class SampleLog {
  #samples: { event: number; sample: LiveSample }[] = [];
  /** Number of the newest event. */
  #head = 0;
  /** Number of the newest sample that is no longer kept, or of the run's start. */
  #dropped = 0;
  #standingsAt = 0;
  #comparisonsAt = 0;

  append(event: RunEvent): void {
    const number = ++this.#head;
    switch (event.type) {
      case 'run-started':
        this.#samples = [];
        this.#dropped = this.#standingsAt = this.#comparisonsAt = number;
        break;
      case 'sample':
        this.#dropOldestOf(event.sample.lane);
        this.#samples.push({ event: number, sample: toLiveSample(event.sample) });
        break;
      case 'standing':
        this.#standingsAt = this.#comparisonsAt = number;
        break;
      case 'run-finished':
        this.#comparisonsAt = number;
        break;
    }
  }

  /** The cursor of a viewer that has been sent everything. */
  end(run: RunSnapshot): Cursor {
    return { event: this.#head, second: secondOf(run) };
  }

  /** Whether something has happened since then, or another second has begun. */
  hasNews({ event, second }: Cursor, run: RunSnapshot): boolean {
    return this.#head > event || secondOf(run) > second;
  }

  /** What has happened since then; `null` when not all of it is kept any more. */
  tickSince({ event }: Cursor, run: RunSnapshot): Tick | null {
    if (event < this.#dropped) return null;
    const { runId, elapsedMs, totalMs, current, standings, comparisons, slotsMoved } = run;
    const first = this.#samples.findLastIndex((one) => one.event <= event) + 1;
    return {
      runId,
      elapsedMs,
      totalMs,
      current,
      samples: this.#samples.slice(first).map(({ sample }) => sample),
      standings: this.#standingsAt > event ? withShortNumbers(standings) : [],
      comparisons: this.#comparisonsAt > event ? withShortNumbers(comparisons) : [],
      ...(slotsMoved ? { slotsMoved } : {}),
    };
  }

  snapshot(run: RunSnapshot): LiveSnapshot {
    const samples = this.#samples.map(({ sample }) => sample);
    return { ...run, samples: run.plan.schedule.untilStopped ? thinned(samples) : samples };
  }

  #dropOldestOf(lane: string): void {
    const ofLane = this.#samples.filter(({ sample }) => sample.lane === lane);
    const [oldest] = ofLane;
    if (!oldest || ofLane.length < snapshotSamples) return;
    this.#samples = this.#samples.filter((kept) => kept !== oldest);
    this.#dropped = Math.max(this.#dropped, oldest.event);
  }
}

const [wholeMs, oneIn] = [2 * 60_000, 8];

/** Thins the samples for a late joiner: the newest two minutes stay whole, of older ones every eighth of a lane stays. */
function thinned(samples: readonly LiveSample[]): LiveSample[] {
  const since = (samples.at(-1)?.atMs ?? 0) - wholeMs;
  const seen = new Map<string, number>();
  return samples.filter(({ lane, atMs }) => {
    if (atMs >= since) return true;
    const number = seen.get(lane) ?? 0;
    seen.set(lane, number + 1);
    return number % oneIn === 0;
  });
}

/** Whole from 1000 on; below, four digits that say something. */
export const shortNumber = (value: number): number =>
  Number.isInteger(value)
    ? value
    : Math.abs(value) >= 1000
      ? Math.round(value)
      : Number(value.toPrecision(4));

/** The same figures with short numbers: nobody reads longer ones live. */
const withShortNumbers = <T extends object>(figures: T): T =>
  JSON.parse(
    JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? shortNumber(value) : value)),
  ) as T;

const liveLatency = ({ mean, p50, p99 }: LatencySummary): LiveLatency => ({ mean, p50, p99 });

const liveServer = ({ cpu, cpuMicrosPerCommand, cluster }: ServerFigures): LiveSample['server'] => ({
  cpu,
  cpuMicrosPerCommand,
  ...(cluster ? { cluster } : {}),
});

function toLiveSample({
  endsSlice,
  failures,
  hits,
  misses,
  offered,
  backlog,
  latencyMs: { command, batch, response },
  client: { cpu, eventLoopUtilisation },
  server,
  settings: { revision, pipeline, rps },
  ...drawn
}: Sample): LiveSample {
  return withShortNumbers({
    ...drawn,
    latencyMs: {
      command: command && liveLatency(command),
      batch: batch && { mean: batch.mean },
      ...(response ? { response: liveLatency(response) } : {}),
    },
    client: { cpu, eventLoopUtilisation },
    server: server && liveServer(server),
    settings: { revision, pipeline, rps },
  });
}
