import type { Program } from 'acorn';
import { declarationsOf, scopesAround, type Declaration } from './scopes.ts';
import {
  calleeOf,
  isFunction,
  nameOfKey,
  withoutTypes,
  type CallNode,
  type FunctionNode,
  type LoopNode,
  type Node,
  type SourceFile,
} from './source-file.ts';
import {
  Slot,
  either,
  Scope,
  foreign,
  plain,
  thingValue,
  type ClassOf,
  type Places,
  type Thing,
  type Value,
  walked,
} from './values.ts';
import type { Spot } from '../source-evidence.ts';
import { World } from './world.ts';
import { isPureModule } from './syntax.ts';

/** A call by which a command is sent, or a call of a function that sends it. */
export interface CallStep {
  source: SourceFile;
  call: CallNode;
}

/** The calls of a place of a sequence, from the function that sends all of them inwards to the command. */
export type CallPath = readonly CallStep[];

/** What is known of the command of a place. */
export interface SentCommand {
  /** Replies in its arguments; `must`: it always needs them. */
  sure: Places;
  maybe: Places;
  must: Places;
  /** Replies that decide if it is sent, and those for which an error may keep it back. */
  asked: Places;
  thrown: Places;
  /** How many reasons were known when it was reached. */
  doubts: number;
  /** How its first argument starts. */
  lead: Value['lead'];
  /** Other functions are called between the place before and this one. */
  isBehindWork: boolean;
}

/** A write besides those of the places, which replies decide or are a part of. */
export interface OtherWrite {
  lead: Value['lead'];
  places: Places;
  round: number;
}

export interface SendingCode {
  source: SourceFile;
  node: FunctionNode | Program;
  /** The loop whose rounds are compared; `null`: the places follow each other. */
  loop: LoopNode | null;
  ways: readonly CallPath[];
  /** True where a class of the program extends one of this name. */
  isExtended: (name: string) => boolean;
  /** Places whose command changes nothing. */
  isRead: (place: number) => boolean;
  /** Places whose reply is never missing. */
  isNeverNull: (place: number) => boolean;
  /** The source that an `import` of another one names; `null`: it cannot be had. */
  importOf: (source: SourceFile, specifier: string) => SourceFile | null;
}

export interface Activation {
  source: SourceFile;
  self: Value;
  arguments: Value;
  classOf: ClassOf | null;
  /** When it was entered. */
  began: number;
  /** What the function answers. */
  answer: Value | null;
  /** The places whose commands are sent by this call of the function, and how deep. */
  places: readonly number[];
  depth: number;
}

/** Nothing can be proven: the source has a form that is not followed. */
export class Unseen extends Error {}

export const mostSteps = 200_000;
/** Objects that are looked at to see what a value holds. */
const mostWalked = 1_000_000;
export const deepest = 12;
export const deepestAside = 5;
/** Of a function that is made again and again, so many are called by code that is not seen. */
const mostOfOne = 3;
export const mostRounds = 12;
/** So many arguments a list is spread to. */
export const mostSpread = 6;

/**
 * What is known while the source of a program is followed, and the scopes of its variables. The classes that extend this one
 * add objects, calls, expressions and statements.
 */
export abstract class Walk {
  protected readonly carrier: SendingCode;
  readonly world: World;
  protected readonly reached = new Map<number, SentCommand>();
  protected readonly clients = new Set<string>();
  /** Functions that code which is not seen may call: the newest of each part of the source. */
  protected readonly escaped = new Map<FunctionNode, Thing[]>();
  protected readonly others: OtherWrite[] = [];
  /** The round of the loop that is compared, as it is followed. */
  protected roundNumber = 0;
  protected readonly statics = new Map<Node, Scope>();
  protected readonly defaults = new Map<Node, Slot>();
  protected readonly stack: FunctionNode[] = [];
  /** Commands whose failure the newest `try` catches. */
  protected failing: Places = 0n;
  /** How many calls this one is away from the way to a command. */
  protected unseenDepth = 0;
  protected isFlushing = false;
  protected flushed = '';
  protected steps = 0;
  readonly walkedBefore = walked.things;
  protected frame: Activation;
  protected environment: Scope;

  /** A condition that asks for the time, or whether something was aborted. */
  isTimed: Spot | null = null;
  /** Another function was called since the last place. */
  protected hasWorked = false;

  /** What regular expressions were tried on: `RegExp.$1` is a part of it. */
  protected matched: Places = 0n;

  constructor(carrier: SendingCode) {
    this.carrier = carrier;
    this.world = new World(carrier.ways.length, carrier.loop !== null);
    for (const way of carrier.ways) {
      const last = way.at(-1);
      const callee = last && withoutTypes(calleeOf(last.call));
      if (last && callee?.type === 'MemberExpression')
        this.clients.add(`${last.source.file} ${last.source.textOf(callee.object)}`);
    }
    this.environment = new Scope(null);
    this.frame = {
      ...{ source: carrier.source, self: plain, arguments: foreign, classOf: null, answer: null, began: 0 },
      ...{ places: carrier.ways.map((_, place) => place), depth: 0 },
    };
  }

  /** Counts what was looked at, so that no source takes long. */
  protected count(): void {
    if (++this.steps > mostSteps || walked.things - this.walkedBefore > mostWalked) throw new Unseen('steps');
  }

  /** The scope of a node that is entered now. */
  protected scope(node: Node, outer = this.environment): Scope {
    const environment = new Scope(outer);
    for (const [name, declared] of declarationsOf(node)) {
      const cell = new Slot(this.world.isInside);
      environment.cells.set(name, cell);
      if (declared.kind === 'function') cell.begin(this.closure(declared.node as FunctionNode, environment));
    }
    return environment;
  }

  /** The scopes around a function, which were entered before: their variables are looked at when they are read. */
  protected staticOf(source: SourceFile, node: Node): Scope {
    if (node.type === 'Program') return this.staticAt(source, node, null);
    let environment: Scope | null = null;
    for (const scope of scopesAround(source, node)) environment = this.staticAt(source, scope, environment);
    return environment ?? new Scope(null);
  }

  protected staticAt(source: SourceFile, scope: Node, outer: Scope | null): Scope {
    const known = this.statics.get(scope);
    if (known) return known;
    const declared = declarationsOf(scope);
    const environment: Scope = new Scope(outer, (name) => {
      const declaration = declared.get(name);
      return declaration ? this.staticCell(source, name, declaration, environment) : null;
    });
    this.statics.set(scope, environment);
    return environment;
  }

  /** A variable of a scope around, with what it holds when the function is entered. */
  protected staticCell(
    source: SourceFile,
    name: string,
    { kind, node }: Declaration,
    environment: Scope,
  ): Slot {
    const imported = kind === 'import' ? this.imported(source, node) : null;
    if (imported) return imported;
    const cell = new Slot(!this.carrier.loop);
    environment.cells.set(name, cell);
    if (kind === 'import' && isPureModule(source, node)) {
      cell.begin(thingValue(this.world.make('language')));
      return cell;
    }
    cell.isOpen = kind === 'import' || (kind !== 'const' && source.reassigned.has(name));
    const value = this.beginning(source, kind, node, environment);
    cell.begin(cell.isOpen ? { ...either(value, this.unknown()), lead: null } : value);
    return cell;
  }

  protected beginning(source: SourceFile, kind: Declaration['kind'], node: Node, environment: Scope): Value {
    if (kind === 'function')
      return this.outside(source, environment, () => this.closure(node as FunctionNode, environment));
    if (kind === 'class') return this.outside(source, environment, () => this.evaluate(node));
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init)
      return this.unknown();
    const { init } = node;
    return this.outside(source, environment, () => this.evaluate(init));
  }

  /** Evaluates what was carried out before the function was entered: no reply was there yet. */
  protected outside(source: SourceFile, environment: Scope, evaluate: () => Value): Value {
    const world = this.world;
    const saved = {
      ...{ handed: world.handed, path: world.path, exits: world.exits, isInside: world.isInside },
      ...{ tries: world.tries, branches: world.branches },
    };
    const [frame, inner] = [this.frame, this.environment];
    Object.assign(world, { handed: 0n, path: { asked: 0n, thrown: 0n }, exits: [], tries: [], branches: 0 });
    if (this.carrier.loop) world.isInside = false;
    this.frame = { ...frame, source, self: this.unknown(), places: [], answer: null, classOf: null };
    this.environment = environment;
    try {
      const value = evaluate();
      this.makeOut(value);
      return value;
    } finally {
      const handed = saved.handed | world.handed;
      Object.assign(world, saved, { handed });
      [this.frame, this.environment] = [frame, inner];
    }
  }

  /** The variable of another source that an import names; `null`: it cannot be had. */
  protected imported(source: SourceFile, node: Node): Slot | null {
    const declaration = source.parentOf(node);
    if (declaration?.type !== 'ImportDeclaration' || typeof declaration.source.value !== 'string')
      return null;
    const other = this.carrier.importOf(source, declaration.source.value);
    if (!other || node.type === 'ImportNamespaceSpecifier') return null;
    return this.exported(
      other,
      node.type === 'ImportSpecifier' ? nameOfKey(node.imported, false) : 'default',
      0,
    );
  }

  /** What a source exports by a name. */
  protected exported(source: SourceFile, name: string | null, depth: number): Slot | null {
    const { program } = source;
    const environment = this.staticAt(source, program, null);
    const own = (local: string | null) => (local === null ? null : environment.cellOf(local));
    for (const node of program.body) {
      if (node.type === 'ExportDefaultDeclaration' && name === 'default') {
        const { declaration } = node;
        if ('id' in declaration && declaration.id) return own(declaration.id.name);
        if (declaration.type === 'Identifier') return own(declaration.name);
        const known = this.defaults.get(declaration);
        if (known) return known;
        const cell = new Slot(!this.carrier.loop);
        this.defaults.set(declaration, cell);
        cell.begin(this.outside(source, environment, () => this.evaluate(declaration)));
        return cell;
      }
      if (node.type !== 'ExportNamedDeclaration') continue;
      const declared = declarationsOf(program).get(name ?? '');
      if (node.declaration && declared && source.isWithin(declared.node, node)) return own(name);
      for (const specifier of node.specifiers) {
        if (nameOfKey(specifier.exported, false) !== name) continue;
        const local = nameOfKey(specifier.local, false);
        if (!node.source) return own(local);
        const next =
          typeof node.source.value === 'string' ? this.carrier.importOf(source, node.source.value) : null;
        return next && depth < deepest ? this.exported(next, local, depth + 1) : null;
      }
    }
    return null;
  }

  /** The class that a method is of. */
  protected classAround(source: SourceFile, node: Node): ClassOf | null {
    for (let at: Node | undefined = node; at; at = source.parentOf(at)) {
      const parent = source.parentOf(at);
      if (isFunction(at) && at !== node && at.type !== 'ArrowFunctionExpression') return null;
      if (at.type !== 'ClassDeclaration' && at.type !== 'ClassExpression') continue;
      if (source.extended.has('*') || (at.id && this.carrier.isExtended(at.id.name))) return null;
      const environment = parent ? this.staticOf(source, at) : new Scope(null);
      const base = at.superClass
        ? this.outside(source, environment, () => this.evaluate(at.superClass as Node))
        : null;
      return { node: at, source, environment, parent: base };
    }
    return null;
  }

  /** `this` of a method that is called from elsewhere. */
  protected selfOf(classOf: ClassOf | null): Value {
    const thing = this.world.make('unknown', null, true);
    if (classOf) [thing.classOf, thing.isInstance] = [classOf, true];
    return { ...thingValue(thing), isForeign: true };
  }

  /** A value from elsewhere: an object of its own, as far as what is put into it is seen. */
  protected unknown(): Value {
    const thing = this.world.make('unknown', null, true);
    return { ...thingValue(thing), isForeign: true };
  }

  protected make(node: FunctionNode, source: SourceFile, environment: Scope, self: Value | null): Thing {
    const thing = this.world.make('function', node);
    thing.closure = { node, source, environment, self };
    return thing;
  }

  protected closure(node: FunctionNode, environment: Scope): Value {
    const isArrow = node.type === 'ArrowFunctionExpression';
    return thingValue(this.make(node, this.frame.source, environment, isArrow ? this.frame.self : null));
  }

  protected branch(asked: Places, follow: () => void): void {
    const world = this.world;
    world.branches++;
    world.within(asked, follow);
    world.branches--;
  }

  /** What was made before the function was entered: other code has it, with all that it holds. */
  protected makeOut(value: Value): void {
    const open = [...value.things];
    const seen = new Set<Thing>();
    for (let thing = open.pop(); thing; thing = open.pop()) {
      if (seen.has(thing) || thing.kind === 'client' || thing.kind === 'reply') continue;
      seen.add(thing);
      thing.isOut = true;
      if (!value.things.has(thing) && thing.closure) this.escape(thing, thing.closure.node);
      for (const { value: held } of thing.cells) for (const one of held.things) open.push(one);
    }
  }

  protected escape(thing: Thing, node: FunctionNode): void {
    const known = this.escaped.get(node);
    if (known?.includes(thing)) return;
    this.escaped.set(node, [thing, ...(known ?? [])].slice(0, mostOfOne));
    if (!known) this.world.changed();
  }

  /** Evaluates an expression. */
  protected abstract evaluate(expression: Node): Value;

  /** Carries out the statements of a function. */
  protected abstract body(node: FunctionNode): void;

  /** Carries out a function that the source shows. */
  protected abstract callThing(
    thing: Thing,
    self: Value,
    given: readonly Value[],
    node: Node,
    places?: readonly number[],
    isIterated?: boolean,
  ): Value;

  protected abstract callValue(
    node: Node,
    called: Value,
    self: Value,
    name: string | null,
    given: readonly Value[],
  ): Value;

  /** A call of code that is not seen. */
  protected abstract unseen(
    node: Node,
    name: string,
    self: Value,
    given: readonly Value[],
    called?: Value,
  ): Value;

  /** True where a call is one of the client. */
  protected abstract isClient(object: Node, self: Value): boolean;
}
