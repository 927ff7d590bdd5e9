import type { Acknowledgement } from '../../../shared/contract/live.ts';
import type { FieldName } from './plan-fields.ts';

/** How long a slider has to rest before its value is sent, ms: what it passes on the way is not to be measured. */
export const usualRestMs = 250;

/** Gathers what is moved during a run, and sends it when it has come to rest; one change at a time. */
export class Tuner<Field extends FieldName = FieldName> {
  readonly #send: (fields: readonly Field[]) => Promise<Acknowledgement>;
  readonly #refused: (fields: readonly Field[], answer: Acknowledgement & { ok: false }) => void;
  readonly #restMs: () => number;
  readonly #moved = new Set<Field>();
  #underWay: readonly Field[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    send: (fields: readonly Field[]) => Promise<Acknowledgement>,
    refused: (fields: readonly Field[], answer: Acknowledgement & { ok: false }) => void,
    restMs: () => number = () => usualRestMs,
  ) {
    this.#send = send;
    this.#refused = refused;
    this.#restMs = restMs;
  }

  /** Whether this field was moved here and the server has not answered yet. */
  isPending(field: Field): boolean {
    return this.#moved.has(field) || this.#underWay.includes(field);
  }

  move(field: Field): void {
    this.#moved.add(field);
    this.#rest();
  }

  /** It was let go: it will not move any further. */
  settle(): void {
    clearTimeout(this.#timer);
    void this.#flush();
  }

  /** What has not been sent is not sent any more. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#moved.clear();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), this.#restMs());
  }

  async #flush(): Promise<void> {
    if (this.#underWay.length > 0 || this.#moved.size === 0) return;
    this.#underWay = [...this.#moved];
    this.#moved.clear();
    const answer = await this.#send(this.#underWay);
    if (!answer.ok) this.#refused(this.#underWay, answer);
    this.#underWay = [];
    if (this.#moved.size > 0) this.#rest();
  }
}
