import slotOf from 'cluster-key-slot';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { SlotsMoved } from '../../../shared/contract/result.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import type { Target } from '../../redis/connection/target.ts';
import { serialiseError } from '../lane/failure-class.ts';
import { hashTag } from '../workload/key-names.ts';

interface SlotMoverParts {
  /** As it is now. */
  target: () => Target;
  /** Milliseconds since the run began. */
  now: () => number;
  onMoved: (moved: SlotsMoved) => void;
  warn: (warning: Warning) => void;
}

/** Moves slots of a private cluster during a run, one move at a time. */
export class SlotMover {
  readonly moved: SlotsMoved[] = [];
  readonly #parts: SlotMoverParts;
  #moving: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SlotMoverParts) {
    this.#parts = parts;
  }

  /** A moment from now; `end` calls it off. */
  later(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.move();
    }, afterMs);
  }

  /**
   * Begins a move, unless one is under way. Around the slot of the hash tag, so that it concerns every lane. Throws
   * InvalidInput where this target has no slots that could be moved.
   */
  move(): void {
    if (!this.#parts.target().moveSlots)
      throw new InvalidInput([problemAt('moveSlots', { code: 'slots-cannot-move' })]);
    this.#moving ??= this.#move().finally(() => (this.#moving = null));
  }

  /** Begins no further move and waits for the one under way: keys must not be removed while they are moved. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#moving;
  }

  async #move(): Promise<void> {
    const { target, now, onMoved, warn } = this.#parts;
    const atMs = now();
    try {
      const done = await target().moveSlots?.(slotOf(hashTag));
      if (!done) return;
      const moved = { atMs, ...done };
      this.moved.push(moved);
      onMoved(moved);
    } catch (error) {
      warn({ code: 'slots-not-moved', reason: serialiseError(error).message });
    }
  }
}
