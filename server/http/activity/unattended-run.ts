import type { ActivityBoard } from './activity-board.ts';
import type { FeedPart, FeedServer, ViewerSocket } from './viewers.ts';

const patienceMs = 30_000;

/**
 * Stops a run without an end once nobody who could stop it has the page open for 30 s. One that a program started with
 * no such page open lasts to its bound.
 */
export class UnattendedRun implements FeedPart {
  readonly #board: ActivityBoard;
  readonly #afterMs: number;
  #io: FeedServer | null = null;
  #isEndless = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(board: ActivityBoard, afterMs = patienceMs) {
    this.#board = board;
    this.#afterMs = afterMs;
    board.onEvent((event) => {
      if (event.type === 'run-started') this.#isEndless = event.plan.schedule.untilStopped === true;
      if (event.type === 'run-finished' || event.type === 'run-lost') this.#isEndless = false;
    });
  }

  open(io: FeedServer): void {
    this.#io = io;
  }

  welcome(viewer: ViewerSocket): void {
    if (!viewer.data.mayControl) return;
    clearTimeout(this.#timer);
    viewer.on('disconnect', () => {
      if (this.#isAttended) return;
      this.#timer = setTimeout(() => {
        if (this.#isEndless && !this.#isAttended) void this.#board.stop(0);
      }, this.#afterMs).unref();
    });
  }

  close(): void {
    this.#io = null;
    clearTimeout(this.#timer);
  }

  get #isAttended(): boolean {
    return [...(this.#io?.sockets.sockets.values() ?? [])].some(({ data }) => data.mayControl);
  }
}
