import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from 'socket.io';
import type { RunSnapshot } from '../../../shared/contract/live.ts';
import type { AccessRules } from '../plugins/access.ts';
import { acknowledge, type FeedServer, type ViewerSocket } from './feed-sockets.ts';
import { isNews, newsSince, placeIn, toldWhole, type Place } from './feed-news.ts';
import { mayControl, notPresenter } from '../plugins/presenter.ts';
import type { BoardEvent, RunBoard } from './run-board.ts';
import { Audience } from '../workshop/audience.ts';

export interface LiveFeedOptions {
  board: RunBoard;
  access: AccessRules;
  /** The presenter's token; `null`: everybody may tune. */
  token: string | null;
  /** Told of faults of ours. */
  onFault: (error: unknown) => void;
  tickMs?: number;
  /** What else is told over the same sockets. */
  parts?: readonly FeedPart[];
}

/** Something besides the run that viewers are told of. */
export interface FeedPart {
  /** Called once, before the first viewer comes. */
  open(io: FeedServer): void;
  welcome(viewer: ViewerSocket): void;
  /** Nothing is to be sent any more. */
  close(): void;
}

const largestMessage = 16 * 1024;

/** A connection that was lost without a word is noticed on both sides within the sum, ms. */
const heartbeat = { pingInterval: 4000, pingTimeout: 6000 };

/**
 * Shows the run to every viewer. Each viewer has its own place in the stream: whoever is slow misses a tick and
 * gets a longer one later, so that nothing is queued for anybody and nobody is left with a hole.
 */
export class LiveFeed {
  readonly #io: FeedServer;
  readonly #options: LiveFeedOptions;
  readonly #audience: Audience;
  readonly #tickMs: number;
  #ticking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(server: HttpServer, options: LiveFeedOptions) {
    this.#options = options;
    this.#tickMs = options.tickMs ?? 250;
    this.#io = new Server(server, {
      serveClient: false,
      maxHttpBufferSize: largestMessage,
      ...heartbeat,
      allowRequest: ({ headers }, decide) => {
        const refusal = this.#closed ? 'the server is closing' : options.access.refusal(headers);
        decide(refusal, refusal === null);
      },
    });
    this.#audience = new Audience({
      io: this.#io,
      guarded: options.token !== null,
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
  }

  /**
   * Lets every viewer go, once it has what was sent to it, so long as that takes no longer than `patienceMs`. An
   * open socket would keep the HTTP server from closing.
   */
  async close(patienceMs = 1000): Promise<void> {
    this.#closed = true;
    clearInterval(this.#ticking);
    this.#audience.close();
    for (const part of this.#parts) part.close();
    const deadline = performance.now() + patienceMs;
    const waits = ({ conn }: ViewerSocket) => conn.readyState === 'open' && !conn.transport.writable;
    while ([...this.#viewers()].some(waits) && performance.now() < deadline) await sleep(5);
    this.#io.disconnectSockets(true);
    this.#io.engine.close();
  }

  #welcome(viewer: ViewerSocket): void {
    viewer.data.mayControl = mayControl(this.#options.token, viewer.handshake.auth['token']);
    this.#audience.welcome(viewer);
    for (const part of this.#parts) part.welcome(viewer);
    this.#sendSnapshot(viewer, this.#options.board.snapshot());
    viewer.on('tune', (tuning: unknown, answer) => {
      acknowledge(answer, () => this.#tune(viewer, tuning), this.#options.onFault);
    });
  }

  #tune(viewer: ViewerSocket, tuning: unknown): void {
    if (!viewer.data.mayControl) throw notPresenter();
    this.#options.board.tune(tuning);
  }

  #follow(event: BoardEvent): void {
    const run = this.#options.board.snapshot();
    if (!run) return;
    switch (event.type) {
      case 'run-started':
        this.#startAfresh(run);
        this.#ticking = setInterval(() => {
          this.#tick();
        }, this.#tickMs).unref();
        break;
      case 'tuned': {
        const { atMs, tuning, revision } = event;
        this.#io.emit('tuned', { runId: run.runId, atMs, tuning, revision });
        break;
      }
      case 'lane-failed':
        this.#io.emit('laneFailed', { runId: run.runId, lane: event.lane, error: event.error });
        break;
      case 'run-finished':
        clearInterval(this.#ticking);
        this.#tell(run, this.#viewers());
        this.#io.emit('finished', event.result);
        break;
      case 'run-lost':
        clearInterval(this.#ticking);
        this.#startAfresh(run);
        break;
    }
  }

  #tick(): void {
    const run = this.#options.board.snapshot();
    if (run) this.#tell(run, [...this.#viewers()].filter(isDrained));
  }

  /** News are written as JSON once for all viewers who have come as far. */
  #tell(run: RunSnapshot, viewers: Iterable<ViewerSocket>): void {
    const here = placeIn(run);
    const places = new Map<Place | null, string[]>();
    for (const { id, data } of viewers) {
      if (data.place && !isNews(data.place, run)) continue;
      places.set(data.place, [...(places.get(data.place) ?? []), id]);
      data.place = here;
    }
    for (const [place, ids] of places) {
      const news = place && newsSince(place, run);
      if (news) this.#io.to(ids).emit('tick', news);
      else this.#io.to(ids).emit('snapshot', toldWhole(run));
    }
  }

  #sendSnapshot(viewer: ViewerSocket, run: RunSnapshot | null): void {
    viewer.emit('snapshot', run && toldWhole(run));
    viewer.data.place = run && placeIn(run);
  }

  /** One snapshot for all. */
  #startAfresh(run: RunSnapshot): void {
    this.#io.emit('snapshot', toldWhole(run));
    const here = placeIn(run);
    for (const viewer of this.#viewers()) viewer.data.place = here;
  }

  get #parts(): readonly FeedPart[] {
    return this.#options.parts ?? [];
  }

  /** How many pages are open. */
  count(): number {
    return this.#io.sockets.sockets.size;
  }

  #viewers(): Iterable<ViewerSocket> {
    return this.#io.sockets.sockets.values();
  }
}

/** Whether all that was sent before has left this process. */
const isDrained = ({ conn }: ViewerSocket): boolean => conn.readyState === 'open' && conn.transport.writable;
