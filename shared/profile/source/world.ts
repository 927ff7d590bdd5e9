import type { ReasonCode } from '../../contract/profile.ts';
import type { Spot } from '../source-evidence.ts';
import type { Node, SourceFile } from './source-file.ts';
import { nextBirth, Thing, type Slot, type Places, type Value } from './values.ts';

/** A part of the source where a reply decides what follows, or comes to code that is not seen. */
interface Doubt extends Spot {
  code: ReasonCode;
  places: Places;
}

/** What decides whether a part of the source is reached. */
export interface Path {
  /** Replies that decide it. */
  asked: Places;
  /** Replies for which an error may keep it back. */
  thrown: Places;
}

type ExitKind = 'continue' | 'break' | 'return' | 'throw';

interface Exit {
  kind: ExitKind;
  /** The loop, switch or labelled statement that is left; `null`: the function. */
  target: Node | null;
  places: Places;
}

/** What is known while a source is followed: who may have which reply, and what decides that one is here. */
export class World {
  readonly #count: number;
  readonly #isLoop: boolean;
  readonly #present: Places;
  /** Replies that code which is not seen was given. */
  handed: Places = 0n;
  path: Path = { asked: 0n, thrown: 0n };
  /** Commands whose failure leads to this `catch`. It decides which values are kept here and whether the function is left. */
  failed: Places = 0n;
  exits: Exit[] = [];
  /** When each `try` with a `catch` began that is followed now. */
  tries: number[] = [];
  /** The depth of branches, whose assignments may not be carried out. */
  branches = 0;
  /** True in the loop whose rounds are compared, and always where there is none. */
  isInside: boolean;
  /** Rounds of loops that are followed now: when each began, and whether something from before has changed in it. */
  readonly #rounds: { began: number; hasChanged: boolean }[] = [];
  readonly doubts: Doubt[] = [];
  /** How often a variable or a property was changed. */
  puts = 0;

  constructor(count: number, isLoop: boolean) {
    this.#count = count;
    this.#isLoop = isLoop;
    this.#present = (1n << BigInt(count)) - 1n;
    this.isInside = !isLoop;
  }

  /**
   * Replies that decide the value of something that was there at a time. Inside a `try` that began later, an error of a
   * reply counts as well: the `catch` goes on without the new value.
   */
  deciding(since: number): Places {
    const isTried = this.tries.some((began) => began > since);
    return this.path.asked | this.failed | (isTried ? this.path.thrown : 0n);
  }

  replyOf(place: number): Places {
    return 1n << BigInt(place);
  }

  /** Replies as they are for the next round. */
  aged(places: Places): Places {
    if (!this.#isLoop) return places;
    return ((places & this.#present) << BigInt(this.#count)) | (places & ~this.#present);
  }

  agedValue(value: Value): Value {
    if (!this.#isLoop || (value.sure | value.maybe | value.must) === 0n) return value;
    const { sure, maybe, must } = value;
    return { ...value, sure: this.aged(sure), maybe: this.aged(maybe), must: this.aged(must) };
  }

  /** Replies of the same round, and of earlier ones, each by their place. */
  split(places: Places): { now: Places; earlier: Places } {
    return { now: places & this.#present, earlier: places >> BigInt(this.#count) };
  }

  make(kind: Thing['kind'], origin: Node | null = null, isOut = false): Thing {
    return new Thing(kind, this.isInside, isOut, origin);
  }

  /** Puts a value into a variable or a property. */
  put(cell: Slot, value: Value, by: Node): void {
    if (!cell.put(cell.isFresh ? value : this.agedValue(value), by)) return;
    this.puts++;
    for (const round of this.#rounds) if (cell.birth < round.began) round.hasChanged = true;
  }

  changed(): void {
    for (const round of this.#rounds) round.hasChanged = true;
  }

  /** Follows one round of a loop: true where something from before has changed. */
  round(follow: () => void): boolean {
    const round = { began: nextBirth(), hasChanged: false };
    this.#rounds.push(round);
    follow();
    this.#rounds.splice(this.#rounds.indexOf(round), 1);
    return round.hasChanged;
  }

  doubt(code: ReasonCode, places: Places, source: SourceFile, node: Node, name = ''): void {
    if (places === 0n || this.doubts.some((one) => one.code === code && (places & ~one.places) === 0n))
      return;
    this.doubts.push({ code, places, file: source.file, line: source.lineOf(node), name });
  }

  /** Code that is not seen learns of replies. */
  hand(places: Places, source: SourceFile, node: Node, name = ''): void {
    if (places === 0n) return;
    this.doubt('handed', places, source, node, name);
    const handed = this.handed | places | this.aged(places);
    if (handed !== this.handed) this.changed();
    this.handed = handed;
  }

  /** What follows may not be reached. */
  leave(
    kind: ExitKind,
    target: Node | null,
    places: Places,
    source: SourceFile,
    node: Node,
    name = '',
  ): void {
    if (places === 0n) return;
    this.exits.push({ kind, target, places });
    if (kind !== 'throw') this.doubt('condition', places, source, node, name);
    this.#block(kind, places);
  }

  #block(kind: ExitKind, places: Places): void {
    const { asked, thrown } = this.path;
    this.path = kind === 'throw' ? { asked, thrown: thrown | places } : { asked: asked | places, thrown };
  }

  /** Follows a part that some replies decide. An exit in it also holds back the code behind it. */
  within<Result>(asked: Places, follow: () => Result, ends: (exit: Exit) => boolean = () => false): Result {
    const [before, mark] = [this.path, this.exits.length];
    if (asked !== 0n) this.path = { ...before, asked: before.asked | asked };
    const result = follow();
    const left = this.exits.splice(mark).filter((exit) => !ends(exit));
    this.path = before;
    for (const exit of left) {
      this.exits.push(exit);
      this.#block(exit.kind, exit.places);
    }
    return result;
  }

  /** The replies by which a part was left since a mark. */
  leftSince(mark: number, which: (exit: Exit) => boolean): Places {
    return this.exits.slice(mark).reduce((all, exit) => (which(exit) ? all | exit.places : all), 0n);
  }

  thrownSince(mark: number): Places {
    return this.leftSince(mark, ({ kind }) => kind === 'throw');
  }
}
