import type { Lead } from '../source-evidence.ts';
import type { FunctionNode, Node, SourceFile } from './source-file.ts';

/**
 * Places of a sequence as the bits of a number: bit `n` is the reply of place `n` in the same round, bit `count + n` its
 * reply in an earlier round.
 */
export type Places = bigint;

/** A value as far as the source shows it. */
export interface Value {
  /** Replies that it is made of; those that may have come to it by code that is not seen; those that it always needs. */
  sure: Places;
  maybe: Places;
  must: Places;
  /** Objects and functions that it may be; none: it is a text, a number or the like. */
  things: ReadonlySet<Thing>;
  /** It may be something that the source does not show. */
  isForeign: boolean;
  /** It may be missing, because a reply may be. */
  mayBeNull: boolean;
  /** The text that it starts with, and whether that is all of it. */
  lead: Lead | null;
}

const nothing: ReadonlySet<Thing> = new Set();
export const plain: Value = {
  ...{ sure: 0n, maybe: 0n, must: 0n, things: nothing, isForeign: false, mayBeNull: false, lead: null },
};
export const foreign: Value = { ...plain, isForeign: true };
export const textValue = (text: string): Value => ({ ...plain, lead: { text, isWhole: true } });
export const thingValue = (thing: Thing): Value => ({ ...plain, things: new Set([thing]) });

/** True where two texts start in the same way, and both are known as far. */
export const isSameLead = (one: Lead | null, other: Lead | null): boolean =>
  one?.text === other?.text && one?.isWhole === other?.isWhole;

/** One of several values. */
export const either = (...values: readonly Value[]): Value => eitherOf(values);

/** The same; of none it is a plain value. */
export function eitherOf(values: readonly Value[]): Value {
  const [first, ...others] = values;
  if (!first) return plain;
  return others.reduce((one, other) => {
    if (one === other) return one;
    return {
      sure: one.sure | other.sure,
      maybe: one.maybe | other.maybe,
      must: one.must & other.must,
      things: union(one.things, other.things),
      isForeign: one.isForeign || other.isForeign,
      mayBeNull: one.mayBeNull || other.mayBeNull,
      lead: isSameLead(one.lead, other.lead) ? one.lead : null,
    };
  }, first);
}

/** A text or a number that is made of all of them. */
export const madeOf = (...values: readonly Value[]): Value => madeOfAll(values);

export function madeOfAll(values: readonly Value[]): Value {
  let [sure, maybe, must] = [0n, 0n, 0n];
  for (const value of values) {
    sure |= value.sure;
    maybe |= value.maybe;
    must |= value.must;
  }
  return { ...plain, sure, maybe, must };
}

function union(one: ReadonlySet<Thing>, other: ReadonlySet<Thing>): ReadonlySet<Thing> {
  if (other.size === 0 || one === other) return one;
  if (one.size === 0) return other;
  return new Set([...one, ...other]);
}

/** How many objects were looked at: a program may make graphs that take long. */
export const walked = { things: 0 };

/** Replies in a value and in all that it holds. */
function labelsWithin({ sure, maybe, things }: Value): Places {
  let labels = sure | maybe;
  const seen = new Set<Thing>();
  const open = [...things];
  for (let thing = open.pop(); thing; thing = open.pop()) {
    if (seen.has(thing)) continue;
    walked.things++;
    seen.add(thing);
    for (const { value } of thing.cells) {
      labels |= value.sure | value.maybe;
      for (const one of value.things) open.push(one);
    }
  }
  return labels;
}

const isSame = (one: Value, other: Value): boolean =>
  one.sure === other.sure &&
  one.maybe === other.maybe &&
  one.must === other.must &&
  one.isForeign === other.isForeign &&
  (one.things === other.things ||
    (originsOf(one).size === originsOf(other).size && labelsWithin(one) === labelsWithin(other)));

/** The parts of the source that made the objects of a value: each round makes new ones. */
const originsOf = ({ things }: Value): ReadonlySet<unknown> =>
  new Set([...things].map(({ origin, kind }) => origin ?? kind));

let births = 0;

/** The next number by which what was made earlier is told from what was made later. */
export const nextBirth = (): number => ++births;

/** A variable or a property: all that was ever put into it. */
export class Slot {
  readonly birth = nextBirth();
  /** Code that is not seen may put something into it. */
  isOpen = false;
  /** The class of its object says what it holds. */
  isDeclared = false;
  #value: Value | null = null;
  /** What each part of the source that writes it always needs. */
  readonly #musts = new Map<Node, Places>();

  /** Each round has one of its own. */
  readonly isFresh: boolean;

  constructor(isFresh: boolean) {
    this.isFresh = isFresh;
  }

  get value(): Value {
    return this.#value ?? plain;
  }

  /** A value that it has before the first round: what comes later decides what it always needs. */
  begin(value: Value): void {
    this.#value = this.#value ? either(this.#value, value) : value;
  }

  /** True where it was changed by that. */
  put(value: Value, by: Node): boolean {
    const before = this.#value;
    this.#musts.set(by, (this.#musts.get(by) ?? 0n) | value.must);
    let must = -1n;
    for (const one of this.#musts.values()) must &= one;
    const after = { ...(before ? either(before, value) : value), must };
    this.#value = after;
    return before === null || !isSame(before, after);
  }
}

export interface Closure {
  node: FunctionNode;
  source: SourceFile;
  environment: Scope;
  /** `this` of an arrow, or of a method of a class. */
  self: Value | null;
}

type ClassNode = Extract<Node, { type: 'ClassDeclaration' | 'ClassExpression' }>;

export interface ClassOf {
  node: ClassNode;
  source: SourceFile;
  environment: Scope;
  parent: Value | null;
}

/** `list`: an array, a Map or a Set. `language`: another object of the language. `reply`: what the client answered. */
export type ThingKind =
  | 'object'
  | 'list'
  | 'language'
  | 'iterator'
  | 'function'
  | 'class'
  | 'regexp'
  | 'reply'
  | 'client'
  | 'unknown';

/** An object or a function that a part of the source makes, or that comes from elsewhere. */
export class Thing {
  readonly fields = new Map<string, Slot>();
  /** Properties with computed names, and what lists hold. */
  readonly rest: Slot;
  /** How much it holds, and which keys. */
  readonly shape: Slot;
  readonly getters = new Map<string, Thing>();
  readonly setters = new Map<string, Thing>();
  closure: Closure | null = null;
  /** Carries a generator out, which an iterator does each time that it is asked. */
  iterate: (() => Value) | null = null;
  /** The class itself, or that of an instance. */
  classOf: ClassOf | null = null;
  isInstance = false;

  readonly kind: ThingKind;
  /** Each round makes one of its own. */
  readonly isFresh: boolean;
  /** Code that is not seen may reach it. */
  isOut: boolean;
  /** What made it; `null`: nothing that stands in the source. */
  readonly origin: Node | null;

  constructor(kind: ThingKind, isFresh: boolean, isOut: boolean, origin: Node | null) {
    [this.kind, this.isFresh, this.isOut, this.origin] = [kind, isFresh, isOut, origin];
    [this.rest, this.shape] = [new Slot(isFresh), new Slot(isFresh)];
  }

  fieldOf(name: string): Slot {
    const known = this.fields.get(name);
    if (known) return known;
    const cell = new Slot(this.isFresh);
    this.fields.set(name, cell);
    return cell;
  }

  get cells(): Slot[] {
    return [this.rest, this.shape, ...this.fields.values()];
  }

  /** All that it holds. */
  get contents(): Value {
    return eitherOf([this.rest, ...this.fields.values()].map(({ value }) => value));
  }
}

/** Variables of a function, a block or a file. */
export class Scope {
  readonly cells = new Map<string, Slot>();

  readonly outer: Scope | null;
  /** Makes a variable of a scope that was entered before what is looked at. */
  readonly find: ((name: string) => Slot | null) | null;

  constructor(outer: Scope | null, find: ((name: string) => Slot | null) | null = null) {
    [this.outer, this.find] = [outer, find];
  }

  cellOf(name: string): Slot | null {
    const known = this.cells.get(name);
    if (known) return known;
    const found = this.find?.(name) ?? null;
    if (found) {
      this.cells.set(name, found);
      return found;
    }
    return this.outer?.cellOf(name) ?? null;
  }

  /** True where the variable stands outside of what is looked at. */
  isStatic(name: string): boolean {
    if (this.cells.has(name)) return this.find !== null;
    return this.outer?.isStatic(name) ?? true;
  }
}

export function labelsOf(values: readonly Value[]): Pick<Value, 'sure' | 'maybe' | 'must'> {
  const { sure, maybe, must } = madeOfAll(values);
  return { sure, maybe, must };
}

/** `this` of a function: a method may be called on another object than that which it was made for. */
export function boundTo({ closure }: Thing, self: Value): Value {
  if (!closure?.self) return self;
  if (closure.node.type === 'ArrowFunctionExpression') return closure.self;
  return self.things.size > 0 ? eitherOf([closure.self, self]) : closure.self;
}
