import type { TripPart } from './anatomy.ts';

export interface TripElements {
  out: HTMLElement;
  back: HTMLElement;
  client: HTMLElement;
  server: HTMLElement;
}

/** Pictures a second: each costs the browser work that the lanes on this machine want. */
const perSecond = 12;

/** A trip that goes round and round. */
export class TripMotion {
  static readonly #moving = new Set<TripMotion>();
  static #timer: ReturnType<typeof setInterval> | undefined;
  static #at = 0;
  readonly #elements: TripElements;
  #animations: Animation[] = [];
  #durationMs = 1;
  /** Shown with the next picture: figures come at any time. */
  #next: { parts: readonly TripPart[]; durationMs: number } | null = null;

  constructor(elements: TripElements) {
    this.#elements = elements;
  }

  /** Continues where the trip before it is. `durationMs`: of one round, as shown. */
  show(parts: readonly TripPart[], durationMs: number): void {
    this.#next = { parts, durationMs };
  }

  move(moves: boolean): void {
    const moving = TripMotion.#moving;
    if (moves) moving.add(this);
    else moving.delete(this);
    if (moving.size === 0) {
      clearInterval(TripMotion.#timer);
      TripMotion.#timer = undefined;
    } else if (TripMotion.#timer === undefined) {
      TripMotion.#at = performance.now();
      TripMotion.#timer = setInterval(() => TripMotion.#tick(), 1000 / perSecond);
    }
  }

  stop(): void {
    this.move(false);
    this.#next = null;
    this.#cancel();
  }

  static #tick(): void {
    const now = performance.now();
    const stepMs = document.hidden ? 0 : now - this.#at;
    this.#at = now;
    for (const one of this.#moving) one.#advance(stepMs);
  }

  #advance(ms: number): void {
    this.#takeNext();
    for (const animation of this.#animations)
      animation.currentTime = (Number(animation.currentTime) + ms) % this.#durationMs;
  }

  #takeNext(): void {
    if (this.#next === null) return;
    const { parts, durationMs } = this.#next;
    this.#next = null;
    const before = Number(this.#animations[0]?.currentTime ?? 0) / this.#durationMs;
    this.#cancel();
    this.#durationMs = durationMs;
    const frames = framesOf(parts);
    this.#animations = (['out', 'back', 'client', 'server'] as const).map((name) => {
      const animation = this.#elements[name].animate(frames[name], {
        duration: durationMs,
        iterations: Infinity,
      });
      animation.pause();
      animation.currentTime = before * durationMs;
      return animation;
    });
  }

  #cancel(): void {
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
  }
}

/** A way is shown for at least this share of a trip: without a network it is too short to be seen. */
const leastWay = 0.15;

/** The parts as they are shown: the ways long enough to be seen. */
function shownParts(parts: readonly TripPart[]): TripPart[] {
  const isWay = ({ name }: TripPart) => name === 'there' || name === 'back';
  const restMs = parts.reduce((sum, part) => sum + (isWay(part) ? 0 : part.ms), 0);
  // Beside what is not on the way, so that both ways have their share of the whole.
  const leastMs = (restMs * leastWay) / (1 - 2 * leastWay);
  return parts.map((part) => (isWay(part) ? { ...part, ms: Math.max(part.ms, leastMs) } : part));
}

/** Where everything is at which share of the trip; a packet is always to be seen, on its way or at an end. */
export function framesOf(measured: readonly TripPart[]): Record<keyof TripElements, Keyframe[]> {
  const parts = shownParts(measured);
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const until = (last: TripPart['name']) => {
    const count = parts.findIndex(({ name }) => name === last) + 1;
    const ms = parts.slice(0, count).reduce((sum, part) => sum + part.ms, 0);
    return Math.min(1, ms / total);
  };
  const [leaves, arrives, served, returns] = [
    until('client'),
    until('there'),
    until('server'),
    until('waiting'),
  ];
  const left = 'translateX(0)';
  const right = 'translateX(100%)';
  return {
    out: [
      { offset: 0, transform: left, opacity: 1 },
      { offset: leaves, transform: left, opacity: 1 },
      { offset: arrives, transform: right, opacity: 1 },
      { offset: served, transform: right, opacity: 1 },
      { offset: served, transform: right, opacity: 0 },
      { offset: 1, transform: right, opacity: 0 },
    ],
    back: [
      { offset: 0, transform: right, opacity: 0 },
      { offset: served, transform: right, opacity: 0 },
      { offset: served, transform: right, opacity: 1 },
      { offset: returns, transform: right, opacity: 1 },
      { offset: 1, transform: left, opacity: 1 },
    ],
    client: lit([[0, leaves]]),
    server: lit([[arrives, served]]),
  };
}

function lit([[from, to]]: [[number, number]]): Keyframe[] {
  return [
    { offset: 0, opacity: 0 },
    { offset: from, opacity: 0 },
    { offset: from, opacity: 1 },
    { offset: to, opacity: 1 },
    { offset: to, opacity: 0 },
    { offset: 1, opacity: 0 },
  ];
}
