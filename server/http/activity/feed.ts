import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import type { LessonSnapshot } from '../../../shared/contract/lesson.ts';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import type { SearchSnapshot } from '../../../shared/contract/search.ts';
import {
  acknowledge,
  isDrained,
  type FeedPart,
  type FeedServer,
  type ViewerSocket,
  type ActionFeed,
} from './viewers.ts';
import { SampleLog, type Cursor } from './sample-log.ts';
import { notPresenter } from '../plugins/presenter.ts';
import type { ActivityBoard, BoardEvent } from './activity-board.ts';
import type { RunActivity } from './types/run.ts';
import type { Admission } from './admission.ts';
import { Audience } from './audience.ts';

interface LiveFeedOptions {
  board: ActivityBoard;
  runs: RunActivity;
  lessons: { latest: { get(): LessonSnapshot | null } };
  searches: { latest: { get(): SearchSnapshot | null } };
  admission: Admission;
  /** Whether a token tells presenters from viewers. */
  guarded: boolean;
  actions: ActionFeed;
  /** Called with faults of ours. */
  onFault: (error: unknown) => void;
  tickMs?: number;
  /** What else is sent over the same sockets. */
  parts?: readonly FeedPart[];
}

const largestMessage = 16 * 1024;

/** So long do viewers have to take what was sent before the server closes. */
const drainMs = 1000;

/** A write to one viewer takes the server's thread 20 µs: with so many, four times a second is 1 % of a core. */
const viewersAtFullPace = 125;

/** At four ticks a second: each viewer is sent something in every two seconds of a run. */
const slowest = 8;

/** Every how manieth tick is sent to so many viewers. What it leaves out comes with the next. */
export const tickPace = (viewers: number): number =>
  Math.min(slowest, Math.max(1, Math.ceil(viewers / viewersAtFullPace)));

/** A connection that was lost without a word is noticed on both sides within the sum, ms. */
const heartbeat = { pingInterval: 5000, pingTimeout: 5000 };

/**
 * Sends every viewer the activity in progress: lessons and searches whole at each change, a run tick by tick. Each
 * viewer has a cursor of its own: a slow one misses a tick and gets a longer one later, so that nothing is queued and
 * nothing is missing.
 */
export class LiveFeed {
  readonly #io: FeedServer;
  readonly #options: LiveFeedOptions;
  readonly #audience: Audience;
  readonly #tickMs: number;
  readonly #log = new SampleLog();
  #ticking: NodeJS.Timeout | undefined;
  #ticks = 0;
  #closed = false;

  constructor(server: HttpServer, options: LiveFeedOptions) {
    this.#options = options;
    this.#tickMs = options.tickMs ?? 250;
    this.#io = new Server(server, {
      serveClient: false,
      maxHttpBufferSize: largestMessage,
      ...heartbeat,
      allowRequest: (request, decide) => {
        const refusal = this.#closed ? 'the server is closing' : options.admission.refusal(request);
        decide(refusal, refusal === null);
      },
    });
    options.admission.guard(this.#io);
    this.#audience = new Audience({
      io: this.#io,
      guarded: options.guarded,
      onFault: options.onFault,
      gatherMs: this.#tickMs,
    });
    for (const part of this.#parts) part.open(this.#io);
    this.#io.on('connection', (viewer) => {
      this.#welcome(viewer);
    });
    options.board.onEvent((event) => {
      this.#follow(event);
    });
    options.runs.onFilling((keys, of) => this.#io.emit('filling', { keys, of }));
  }

  /**
   * Lets every viewer go, once it has what was sent to it, so long as that takes no longer than a second. An open socket
   * would keep the HTTP server from closing.
   */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#ticking);
    this.#audience.close();
    for (const part of this.#parts) part.close();
    const deadline = performance.now() + drainMs;
    const waits = ({ conn }: ViewerSocket) => conn.readyState === 'open' && !conn.transport.writable;
    while ([...this.#viewers()].some(waits) && performance.now() < deadline) await sleep(5);
    this.#io.disconnectSockets(true);
    this.#io.engine.close();
  }

  #welcome(viewer: ViewerSocket): void {
    this.#audience.welcome(viewer);
    for (const part of this.#parts) part.welcome?.(viewer);
    const run = this.#run();
    viewer.emit('lesson', this.#options.lessons.latest.get());
    viewer.emit('search', this.#options.searches.latest.get());
    viewer.emit('snapshot', run && this.#log.snapshot(run));
    viewer.data.cursor = run && this.#log.end(run);
    viewer.on('tune', (tuning: unknown, answer) => {
      acknowledge(answer, () => this.#tune(viewer, tuning), this.#options.onFault);
    });
  }

  #tune(viewer: ViewerSocket, tuning: unknown): void {
    if (!viewer.data.mayControl) throw notPresenter();
    this.#options.actions.report(
      { done: 'changed', kind: 'run', tuning: this.#options.runs.tune(tuning) },
      viewer.id,
    );
  }

  #follow(event: BoardEvent): void {
    switch (event.type) {
      case 'changed':
        if (event.kind === 'lesson') this.#io.emit('lesson', this.#options.lessons.latest.get());
        else this.#io.emit('search', this.#options.searches.latest.get());
        return;
      case 'lesson-ended':
      case 'search-ended':
      case 'failed':
        return;
      case 'run-put-away':
        this.#sendWhole(null);
        return;
    }
    const run = this.#run();
    if (!run) return;
    if (event.type !== 'run-lost') this.#log.append(event);
    switch (event.type) {
      case 'run-started':
        this.#sendWhole(run);
        this.#ticking = setInterval(() => {
          this.#tick();
        }, this.#tickMs).unref();
        break;
      case 'tuned': {
        const { atMs, tuning, revision, totalMs } = event;
        this.#io.emit('tuned', { runId: run.runId, atMs, tuning, revision, totalMs });
        break;
      }
      case 'lane-failed':
        this.#io.emit('laneFailed', { runId: run.runId, lane: event.lane, error: event.error });
        break;
      case 'run-finished':
        clearInterval(this.#ticking);
        this.#sendNews(run, this.#viewers());
        this.#io.emit('finished', event.result);
        break;
      case 'run-lost':
        clearInterval(this.#ticking);
        this.#sendWhole(run);
        break;
    }
  }

  #tick(): void {
    const run = this.#run();
    if (run && ++this.#ticks % tickPace(this.count()) === 0)
      this.#sendNews(run, [...this.#viewers()].filter(isDrained));
  }

  /** A tick is serialised once for all viewers who have come as far. */
  #sendNews(run: RunSnapshot, viewers: Iterable<ViewerSocket>): void {
    const end = this.#log.end(run);
    const groups = new Map<Cursor | null, string[]>();
    for (const { id, data } of viewers) {
      if (data.cursor && !this.#log.hasNews(data.cursor, run)) continue;
      groups.set(data.cursor, [...(groups.get(data.cursor) ?? []), id]);
      data.cursor = end;
    }
    for (const [cursor, ids] of groups) {
      const all = ids.length === this.count();
      const audience = all ? this.#io : this.#io.to(ids);
      const tick = cursor && this.#log.tickSince(cursor, run);
      if (tick) audience.emit('tick', tick);
      else audience.emit('snapshot', this.#log.snapshot(run));
    }
  }

  /** The whole run, to everybody; `null`: none is shown. */
  #sendWhole(run: RunSnapshot | null): void {
    this.#io.emit('snapshot', run && this.#log.snapshot(run));
    const end = run && this.#log.end(run);
    for (const viewer of this.#viewers()) viewer.data.cursor = end;
  }

  #run(): RunSnapshot | null {
    return this.#options.runs.latest.get();
  }

  get #parts(): readonly FeedPart[] {
    return [this.#options.actions, ...(this.#options.parts ?? [])];
  }

  count(): number {
    return this.#io.sockets.sockets.size;
  }

  #viewers(): Iterable<ViewerSocket> {
    return this.#io.sockets.sockets.values();
  }
}
