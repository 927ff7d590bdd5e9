import * as z from 'zod/mini';
import { longestPlaceName } from '../../../shared/limits.ts';
import { rooms } from '../../../shared/contract/enums.ts';
import { presenterPlaceSchema, type PresenterPlace } from '../../../shared/contract/live.ts';
import { Refusal } from '../plugins/errors.ts';
import { acknowledge, type FeedServer, type ViewerSocket } from './viewers.ts';
import { notPresenter } from '../plugins/presenter.ts';

interface AudienceOptions {
  io: FeedServer;
  /** Whether a token tells presenters from viewers. */
  guarded: boolean;
  onFault: (error: unknown) => void;
  /** Who comes and goes within this time is counted once. */
  gatherMs: number;
}

const placeSchema = z.nullable(presenterPlaceSchema);

/**
 * Who is there, and where the presenter is. A presenter is who holds the token; where there is none, who has
 * switched presenter mode on. The one who moved last leads.
 */
export class Audience {
  readonly #options: AudienceOptions;
  #leader: { viewer: ViewerSocket; place: PresenterPlace } | null = null;
  #counting: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: AudienceOptions) {
    this.#options = options;
  }

  welcome(viewer: ViewerSocket): void {
    const { guarded, onFault } = this.#options;
    viewer.data.presents = guarded && viewer.data.mayControl;
    viewer.emit('presenter', this.#leader?.place ?? null);
    viewer.on('present', (place: unknown, answer) => {
      acknowledge(answer, () => this.#lead(viewer, place), onFault);
    });
    viewer.on('disconnect', () => {
      this.#leave(viewer);
      this.#countSoon();
    });
    this.#countSoon();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#counting);
  }

  #lead(viewer: ViewerSocket, input: unknown): void {
    if (!viewer.data.mayControl) throw notPresenter();
    const place = placeSchema.safeParse(input);
    if (!place.success) throw notAPlace();
    const presented = viewer.data.presents;
    viewer.data.presents = this.#options.guarded || place.data !== null;
    if (viewer.data.presents !== presented) this.#countSoon();
    if (place.data === null) {
      this.#leave(viewer);
      return;
    }
    this.#leader = { viewer, place: place.data };
    viewer.broadcast.emit('presenter', place.data);
  }

  /** Nobody leads any longer: a presenter who comes back says anew where. */
  #leave(viewer: ViewerSocket): void {
    if (this.#leader?.viewer !== viewer) return;
    this.#leader = null;
    this.#options.io.emit('presenter', null);
  }

  /** A class that comes in together is counted once, not once for each of them. */
  #countSoon(): void {
    if (this.#closed) return;
    const { io, gatherMs } = this.#options;
    this.#counting ??= setTimeout(() => {
      this.#counting = undefined;
      const all = [...io.sockets.sockets.values()];
      const presenters = all.filter(({ data }) => data.presents).length;
      // Nobody counts oneself among those who watch.
      for (const viewer of all)
        viewer.emit('viewers', all.length - presenters - (viewer.data.presents ? 0 : 1), presenters);
    }, gatherMs).unref();
  }
}

const notAPlace = (): Refusal =>
  new Refusal(400, {
    code: 'invalid_input',
    message: `place: must be null, or { room, id, step } with a room out of ${rooms.join(', ')}, and id and step null or up to ${longestPlaceName} characters.`,
  });
