import type { LaneState } from '../../../shared/contract/enums.ts';
import type { BoardEvent } from '../activity/activity-board.ts';

export interface CommandCount {
  strategy: string;
  completed: number;
  failed: number;
}

/** What has been measured since the server began: two additions a sample, one a run. */
export class RunCounts {
  readonly #runs: Record<LaneState, number> = { completed: 0, stopped: 0, failed: 0 };
  readonly #commands = new Map<string, CommandCount>();
  /** Of the lanes of the run in progress. */
  #strategies = new Map<string, string>();

  add(event: BoardEvent): void {
    switch (event.type) {
      case 'run-started':
        this.#strategies = new Map(event.plan.lanes.map(({ id, strategy }) => [id, strategy]));
        break;
      case 'sample': {
        const { lane, phase, completed, failed } = event.sample;
        if (phase === 'counted') this.#count(this.#strategies.get(lane) ?? 'unknown', completed, failed);
        break;
      }
      case 'run-finished':
        this.#runs[event.result.state]++;
        break;
      case 'run-lost':
        this.#runs.failed++;
        break;
    }
  }

  /** Runs that are over. */
  runs(): Readonly<Record<LaneState, number>> {
    return this.#runs;
  }

  /** Those that count; those of a warm-up do not. */
  commands(): CommandCount[] {
    return [...this.#commands.values()];
  }

  #count(strategy: string, completed: number, failed: number): void {
    const before = this.#commands.get(strategy) ?? { strategy, completed: 0, failed: 0 };
    this.#commands.set(strategy, {
      strategy,
      completed: before.completed + completed,
      failed: before.failed + failed,
    });
  }
}
