import { initialStrategies } from '../../../shared/plan/initial-choices.ts';
import type { Threads } from '../../engine/lane/worker-thread.ts';
import type { ActivityBoard } from './activity-board.ts';
import type { FeedPart, FeedServer, ViewerSocket } from './viewers.ts';

/** Lanes of an empty page, a thread each. A run with more of them starts the others itself. */
const laneThreads = initialStrategies(['set'], false).length;
const keepMs = 60_000;
/** The page loads first. */
const delayMs = 500;

/**
 * Starts the threads of the next run while somebody who may start one has a page open and nothing runs. They end after
 * a minute; a page asks for new ones when a hand comes near its Run button.
 */
export class ReadyThreads implements FeedPart {
  readonly #board: ActivityBoard;
  readonly #threads: Threads;
  #io: FeedServer | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(board: ActivityBoard, threads: Threads) {
    this.#board = board;
    this.#threads = threads;
    board.onEvent(({ type }) => {
      if (type === 'run-finished' || type === 'run-lost') this.#soon();
    });
  }

  open(io: FeedServer): void {
    this.#io = io;
  }

  welcome(viewer: ViewerSocket): void {
    if (!viewer.data.mayControl) return;
    this.#soon();
    viewer.on('aboutToRun', () => {
      this.#soon();
    });
  }

  close(): void {
    this.#io = null;
    clearTimeout(this.#timer);
    this.#threads.drop();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const viewers = [...(this.#io?.sockets.sockets.values() ?? [])];
      const mayStart = viewers.some(({ data }) => data.mayControl);
      if (mayStart && this.#board.current() === null) void this.#threads.prepare(laneThreads, keepMs);
    }, delayMs).unref();
  }
}
