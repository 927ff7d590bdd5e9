import type { Program } from 'acorn';
import { onlyReads, redisCommand } from '../../commands/redis.ts';
import { areDifferent } from '../source-evidence.ts';
import { largest } from '../../statistics/extremes.ts';
import {
  batches,
  changing,
  clocks,
  containers,
  errors,
  holders,
  later,
  pureFunctions,
  pureObjects,
  reading,
  silentObjects,
  throwingFunctions,
  throwingMethods,
} from './language.ts';
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
  eitherOf,
  Scope,
  foreign,
  madeOf,
  madeOfAll,
  plain,
  textValue,
  thingValue,
  type ClassOf,
  type Places,
  type Thing,
  type Value,
} from './values.ts';
import { World } from './world.ts';

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
  /** How its first argument starts. */
  lead: Value['lead'];
  /** Other functions are called between the place before and this one. */
  isBehindWork: boolean;
}

/** A write besides those of the places, which replies decide or are a part of. */
interface OtherWrite {
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
  /** Places whose command changes nothing. */
  isRead: (place: number) => boolean;
  /** Places whose reply is never missing. */
  isNeverNull: (place: number) => boolean;
  /** The source that an `import` of another one names; `null`: it cannot be had. */
  importOf: (source: SourceFile, specifier: string) => SourceFile | null;
}

interface Frame {
  source: SourceFile;
  self: Value;
  arguments: Value;
  classOf: ClassOf | null;
  /** What the function answers. */
  answer: Value | null;
  /** The places whose commands are sent by this call of the function, and how deep. */
  places: readonly number[];
  depth: number;
}

/** Nothing can be proven: the source has a form that is not followed. */
class Unseen extends Error {}

const mostSteps = 200_000;
const deepest = 12;
const deepestAside = 5;
/** Of a function that is made again and again, so many are called by code that is not seen. */
const mostOfOne = 3;
const mostRounds = 12;

/**
 * Follows replies through a function of the program and through the functions that it calls: each variable holds all that
 * may have been put into it, and each branch is taken. What a reply may reach by code that is not seen it may have reached.
 */
export class Interpreter {
  readonly #carrier: SendingCode;
  readonly #world: World;
  readonly #reached = new Map<number, SentCommand>();
  readonly #clients = new Set<string>();
  /** Functions that code which is not seen may call: the newest of each part of the source. */
  readonly #escaped = new Map<FunctionNode, Thing[]>();
  readonly #others: OtherWrite[] = [];
  /** The round of the loop that is compared, as it is followed. */
  #roundNumber = 0;
  readonly #statics = new Map<Node, Scope>();
  readonly #stack: FunctionNode[] = [];
  /** Commands whose failure the newest `try` catches. */
  #failing: Places = 0n;
  /** How many calls this one is away from the way to a command. */
  #unseenDepth = 0;
  #isFlushing = false;
  #flushed = '';
  #steps = 0;
  #frame: Frame;
  #environment: Scope;

  constructor(carrier: SendingCode) {
    this.#carrier = carrier;
    this.#world = new World(carrier.ways.length, carrier.loop !== null);
    for (const way of carrier.ways) {
      const last = way.at(-1);
      const callee = last && withoutTypes(calleeOf(last.call));
      if (last && callee?.type === 'MemberExpression')
        this.#clients.add(`${last.source.file} ${last.source.textOf(callee.object)}`);
    }
    this.#environment = new Scope(null);
    this.#frame = {
      ...{ source: carrier.source, self: plain, arguments: foreign, classOf: null, answer: null },
      ...{ places: carrier.ways.map((_, place) => place), depth: 0 },
    };
  }

  get world(): World {
    return this.#world;
  }

  /** What is known of each place; `null`: the source has a form that is not followed. */
  run(): SentCommand[] | null {
    const { source, node, ways } = this.#carrier;
    try {
      const frame = this.#frame;
      if (node.type === 'Program') {
        this.#environment = this.#scope(node);
        this.#statics.set(node, this.#environment);
        this.#statements(node.body);
      } else {
        this.#environment = this.#staticOf(source, node);
        frame.classOf = this.#classAround(source, node);
        frame.self = this.#selfOf(frame.classOf);
        this.#stack.push(node);
        this.#environment = this.#scope(node);
        for (const one of node.params) this.#bind(one, this.#typed(one, source) ?? this.#unknown(), node);
        this.#body(node);
      }
    } catch (error) {
      if (error instanceof Unseen || error instanceof RangeError) return null;
      throw error;
    }
    const reached = ways.map((_, place) => this.#reached.get(place));
    return reached.every((one) => one !== undefined) ? reached : null;
  }

  // ── Scopes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The scope of a node that is entered now. */
  #scope(node: Node, outer = this.#environment): Scope {
    const environment = new Scope(outer);
    for (const [name, declared] of declarationsOf(node)) {
      const cell = new Slot(this.#world.isInside);
      environment.cells.set(name, cell);
      if (declared.kind === 'function') cell.begin(this.#closure(declared.node as FunctionNode, environment));
    }
    return environment;
  }

  /** The scopes around a function, which were entered before: their variables are looked at when they are read. */
  #staticOf(source: SourceFile, node: Node): Scope {
    if (node.type === 'Program') return this.#staticAt(source, node, null);
    let environment: Scope | null = null;
    for (const scope of scopesAround(source, node)) environment = this.#staticAt(source, scope, environment);
    return environment ?? new Scope(null);
  }

  #staticAt(source: SourceFile, scope: Node, outer: Scope | null): Scope {
    const known = this.#statics.get(scope);
    if (known) return known;
    const declared = declarationsOf(scope);
    const environment: Scope = new Scope(outer, (name) => {
      const declaration = declared.get(name);
      return declaration ? this.#staticCell(source, name, declaration, environment) : null;
    });
    this.#statics.set(scope, environment);
    return environment;
  }

  /** A variable of a scope around, with what it holds when the function is entered. */
  #staticCell(source: SourceFile, name: string, { kind, node }: Declaration, environment: Scope): Slot {
    const imported = kind === 'import' ? this.#imported(source, node) : null;
    if (imported) return imported;
    const cell = new Slot(!this.#carrier.loop);
    environment.cells.set(name, cell);
    if (kind === 'import' && isPureModule(source, node)) {
      cell.begin(thingValue(this.#world.make('language')));
      return cell;
    }
    cell.isOpen = kind === 'import' || (kind !== 'const' && source.reassigned.has(name));
    const value = this.#beginning(source, kind, node, environment);
    cell.begin(cell.isOpen ? { ...either(value, this.#unknown()), lead: null } : value);
    return cell;
  }

  #beginning(source: SourceFile, kind: Declaration['kind'], node: Node, environment: Scope): Value {
    if (kind === 'function')
      return this.#outside(source, environment, () => this.#closure(node as FunctionNode, environment));
    if (kind === 'class') return this.#outside(source, environment, () => this.#evaluate(node));
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init)
      return this.#unknown();
    const { init } = node;
    return this.#outside(source, environment, () => this.#evaluate(init));
  }

  /** Evaluates what was carried out before the function was entered: no reply was there yet. */
  #outside(source: SourceFile, environment: Scope, evaluate: () => Value): Value {
    const world = this.#world;
    const saved = {
      ...{ handed: world.handed, path: world.path, exits: world.exits, isInside: world.isInside },
      ...{ tried: world.tried, branches: world.branches },
    };
    const [frame, inner] = [this.#frame, this.#environment];
    Object.assign(world, { handed: 0n, path: { asked: 0n, thrown: 0n }, exits: [], tried: 0, branches: 0 });
    if (this.#carrier.loop) world.isInside = false;
    this.#frame = { ...frame, source, self: this.#unknown(), places: [], answer: null, classOf: null };
    this.#environment = environment;
    try {
      const value = evaluate();
      for (const thing of value.things) thing.isOut = true;
      return value;
    } finally {
      const handed = saved.handed | world.handed;
      Object.assign(world, saved, { handed });
      [this.#frame, this.#environment] = [frame, inner];
    }
  }

  /** The variable of another source that an import names; `null`: it cannot be had. */
  #imported(source: SourceFile, node: Node): Slot | null {
    const declaration = source.parentOf(node);
    if (declaration?.type !== 'ImportDeclaration' || typeof declaration.source.value !== 'string')
      return null;
    const other = this.#carrier.importOf(source, declaration.source.value);
    if (!other || node.type === 'ImportNamespaceSpecifier') return null;
    return this.#exported(
      other,
      node.type === 'ImportSpecifier' ? nameOfKey(node.imported, false) : 'default',
      0,
    );
  }

  /** What a source exports by a name. */
  #exported(source: SourceFile, name: string | null, depth: number): Slot | null {
    const { program } = source;
    const environment = this.#staticAt(source, program, null);
    const own = (local: string | null) => (local === null ? null : environment.cellOf(local));
    for (const node of program.body) {
      if (node.type === 'ExportDefaultDeclaration' && name === 'default') {
        const { declaration } = node;
        if ('id' in declaration && declaration.id) return own(declaration.id.name);
        if (declaration.type === 'Identifier') return own(declaration.name);
        const cell = new Slot(!this.#carrier.loop);
        cell.begin(this.#outside(source, environment, () => this.#evaluate(declaration)));
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
          typeof node.source.value === 'string' ? this.#carrier.importOf(source, node.source.value) : null;
        return next && depth < deepest ? this.#exported(next, local, depth + 1) : null;
      }
    }
    return null;
  }

  /** The class that a method is of. */
  #classAround(source: SourceFile, node: Node): ClassOf | null {
    for (let at: Node | undefined = node; at; at = source.parentOf(at)) {
      const parent = source.parentOf(at);
      if (isFunction(at) && at !== node && at.type !== 'ArrowFunctionExpression') return null;
      if (at.type !== 'ClassDeclaration' && at.type !== 'ClassExpression') continue;
      if (at.id && source.extended.has(at.id.name)) return null;
      const environment = parent ? this.#staticOf(source, at) : new Scope(null);
      const base = at.superClass
        ? this.#outside(source, environment, () => this.#evaluate(at.superClass as Node))
        : null;
      return { node: at, source, environment, parent: base };
    }
    return null;
  }

  /** `this` of a method that is called from elsewhere. */
  #selfOf(classOf: ClassOf | null): Value {
    const thing = this.#world.make('unknown', null, true);
    if (classOf) [thing.classOf, thing.isInstance] = [classOf, true];
    return { ...thingValue(thing), isForeign: true };
  }

  /** A value from elsewhere: an object of its own, as far as what is put into it is seen. */
  #unknown(): Value {
    const thing = this.#world.make('unknown', null, true);
    return { ...thingValue(thing), isForeign: true };
  }

  // ── Statements ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Counts what was looked at, so that no source takes long. */
  #count(): void {
    if (++this.#steps > mostSteps) throw new Unseen('steps');
  }

  #statements(nodes: readonly Node[]): void {
    for (const node of nodes) this.#statement(node);
  }

  #block(node: Node, nodes: readonly Node[]): void {
    const outer = this.#environment;
    this.#environment = this.#scope(node);
    this.#statements(nodes);
    this.#environment = outer;
  }

  #body(node: FunctionNode): void {
    if (node.body.type === 'BlockStatement') this.#statements(node.body.body);
    else this.#answer(this.#evaluate(node.body));
  }

  #answer(value: Value): void {
    const asked = this.#world.path.asked | this.#world.failed;
    const answer = asked === 0n ? value : { ...value, sure: value.sure | asked };
    this.#frame.answer = this.#frame.answer ? either(this.#frame.answer, answer) : answer;
  }

  #branch(asked: Places, follow: () => void): void {
    const world = this.#world;
    world.branches++;
    world.within(asked, follow);
    world.branches--;
  }

  #statement(node: Node): void {
    this.#count();
    const world = this.#world;
    const { source } = this.#frame;
    switch (node.type) {
      case 'ExpressionStatement':
        this.#evaluate(node.expression);
        return;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          if (init) this.#bind(id, this.#evaluate(init), node, true);
          else if (node.kind !== 'var') this.#bind(id, plain, node, true);
        return;
      case 'ReturnStatement': {
        this.#answer(node.argument ? this.#evaluate(node.argument) : plain);
        world.leave('return', null, world.path.asked | world.failed, source, node);
        return;
      }
      case 'ThrowStatement': {
        this.#evaluate(node.argument);
        world.leave('throw', null, world.path.asked, source, node);
        return;
      }
      case 'BreakStatement':
      case 'ContinueStatement': {
        const target = this.#targetOf(node);
        world.leave(
          node.type === 'BreakStatement' ? 'break' : 'continue',
          target,
          world.path.asked | world.failed,
          source,
          node,
        );
        return;
      }
      case 'IfStatement': {
        const asked = this.#asked(node.test);
        this.#branch(asked, () => {
          this.#statement(node.consequent);
        });
        const { alternate } = node;
        if (alternate)
          this.#branch(asked, () => {
            this.#statement(alternate);
          });
        return;
      }
      case 'BlockStatement':
      case 'StaticBlock':
        this.#block(node, node.body);
        return;
      case 'LabeledStatement':
        world.within(
          0n,
          () => {
            this.#statement(node.body);
          },
          ({ kind, target }) => kind === 'break' && target === node,
        );
        return;
      case 'SwitchStatement': {
        const asked = this.#asked(node.discriminant);
        const outer = this.#environment;
        this.#environment = this.#scope(node);
        world.branches++;
        world.within(
          asked,
          () => {
            for (const { test, consequent } of node.cases) {
              const also = test ? this.#asked(test) : 0n;
              world.path = { ...world.path, asked: world.path.asked | also };
              this.#statements(consequent);
            }
          },
          ({ kind, target }) => kind === 'break' && target === node,
        );
        world.branches--;
        this.#environment = outer;
        return;
      }
      case 'TryStatement':
        this.#try(node);
        return;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.#loop(node);
        return;
      case 'ClassDeclaration': {
        const value = this.#evaluate(node);
        const cell = node.id ? this.#environment.cellOf(node.id.name) : null;
        cell?.put(value, node);
        return;
      }
      case 'ExportNamedDeclaration':
        if (node.declaration) this.#statement(node.declaration);
        return;
      case 'ExportDefaultDeclaration':
        if (node.declaration.type === 'ClassDeclaration') this.#statement(node.declaration);
        else if (node.declaration.type !== 'FunctionDeclaration') this.#evaluate(node.declaration);
        return;
      case 'FunctionDeclaration':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'EmptyStatement':
      case 'DebuggerStatement':
        return;
      default:
        if (
          /^TS(?:Interface|TypeAlias|Declare|Abstract|Namespace|Enum|Module|ImportEquals)/.test(
            (node as Node).type,
          )
        )
          return;
        throw new Unseen((node as Node).type);
    }
  }

  #try(node: Extract<Node, { type: 'TryStatement' }>): void {
    const world = this.#world;
    const { block, handler, finalizer } = node;
    const mark = world.exits.length;
    let thrown = 0n;
    const failing = this.#failing;
    this.#failing = 0n;
    if (handler) world.tried++;
    world.branches++;
    world.within(
      0n,
      () => {
        this.#statement(block);
        thrown = world.thrownSince(mark);
      },
      ({ kind }) => handler !== null && kind === 'throw',
    );
    if (handler) {
      world.tried--;
      const outer = this.#environment;
      this.#environment = this.#scope(handler);
      const failed = world.failed;
      world.failed |= this.#failing;
      world.within(thrown, () => {
        if (handler.param)
          this.#bind(handler.param, { ...this.#unknown(), maybe: thrown | world.handed }, handler);
        this.#statement(handler.body);
      });
      world.failed = failed;
      this.#environment = outer;
    }
    this.#failing = failing | (handler ? 0n : this.#failing);
    world.branches--;
    if (finalizer) this.#statement(finalizer);
  }

  #targetOf(node: Extract<Node, { type: 'BreakStatement' | 'ContinueStatement' }>): Node | null {
    const { source } = this.#frame;
    for (let at = source.parentOf(node); at && !isFunction(at); at = source.parentOf(at)) {
      if (node.label) {
        if (at.type !== 'LabeledStatement' || at.label.name !== node.label.name) continue;
        return node.type === 'BreakStatement' ? at : at.body;
      }
      if (/^(?:For|While|DoWhile)/.test(at.type)) return at;
      if (at.type === 'SwitchStatement' && node.type === 'BreakStatement') return at;
    }
    return null;
  }

  #loop(node: LoopNode): void {
    const world = this.#world;
    const outer = this.#environment;
    this.#environment = this.#scope(node);
    if (node.type === 'ForStatement' && node.init) {
      if (node.init.type === 'VariableDeclaration') this.#statement(node.init);
      else this.#evaluate(node.init);
    }
    const over = 'right' in node ? this.#evaluate(node.right) : null;
    const isCompared =
      node === this.#carrier.loop && this.#frame.depth === 0 && this.#frame.places.length > 0;
    if (isCompared) world.isInside = true;
    const around = this.#environment;
    let carried = { asked: 0n, thrown: 0n };
    world.within(
      0n,
      () => {
        for (let round = 0; round < mostRounds; round++) {
          const mark = world.exits.length;
          const before = world.path;
          world.path = { asked: before.asked | carried.asked, thrown: before.thrown | carried.thrown };
          if (isCompared) this.#roundNumber++;
          const hasChanged = world.round(() => {
            this.#environment = new Scope(around);
            this.#round(node, over);
          });
          const goesOn = ({ kind, target }: { kind: string; target: Node | null }) =>
            kind === 'continue' && target === node;
          const asked = world.leftSince(
            mark,
            (exit) => !goesOn(exit) && (exit.kind !== 'throw' || world.tried > 0),
          );
          const thrown = world.leftSince(mark, ({ kind }) => kind === 'throw' && world.tried === 0);
          world.exits = world.exits.filter((exit, at) => at < mark || !goesOn(exit));
          const next = {
            asked: carried.asked | this.#agedIf(isCompared, asked | this.#askedAgain),
            thrown: carried.thrown | this.#agedIf(isCompared, thrown),
          };
          world.path = before;
          const isStable = next.asked === carried.asked && next.thrown === carried.thrown;
          carried = next;
          if ((isStable && !hasChanged) || this.#reached.size === 0) break;
          if (round === mostRounds - 1) throw new Unseen(node.type);
        }
      },
      ({ kind, target }) => (kind === 'break' || kind === 'continue') && (target === node || target === null),
    );
    // A label on the loop is left with it.
    if (isCompared) world.isInside = false;
    this.#environment = outer;
  }

  #agedIf(isCompared: boolean, places: Places): Places {
    return isCompared ? this.#world.aged(places) : places;
  }

  /** What the condition of the newest loop asked for. */
  #askedAgain: Places = 0n;

  #round(node: LoopNode, over: Value | null): void {
    const world = this.#world;
    world.branches += node === this.#carrier.loop ? 0 : 1;
    let asked: Places;
    const follow = () => {
      this.#statement(node.body);
      if (node.type === 'ForStatement' && node.update) this.#evaluate(node.update);
    };
    switch (node.type) {
      case 'ForOfStatement':
      case 'ForInStatement': {
        const whole = over ?? plain;
        const element = this.#elementOf(whole, node);
        const { sure, maybe } = this.#shapeOf(whole);
        asked = sure | maybe;
        this.#environment = this.#scope(node, this.#environment);
        const left = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        world.within(asked, () => {
          if (left)
            this.#bind(
              left,
              node.type === 'ForInStatement' ? madeOf(element, whole) : element,
              node,
              node.left.type === 'VariableDeclaration',
            );
          follow();
        });
        break;
      }
      case 'DoWhileStatement':
        follow();
        asked = this.#asked(node.test);
        break;
      default:
        asked = node.test ? this.#asked(node.test) : 0n;
        world.within(asked, follow);
    }
    this.#askedAgain = asked;
    world.branches -= node === this.#carrier.loop ? 0 : 1;
  }

  // ── Binding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Puts a value into a variable, a property or a pattern. */
  #bind(target: Node, value: Value, by: Node, isDeclared = false): void {
    const node = withoutTypes(target);
    switch (node.type) {
      case 'Identifier':
        this.#put(node.name, value, by, isDeclared);
        return;
      case 'MemberExpression': {
        const name = node.computed ? this.#computed(node.property) : nameOfKey(node.property, false);
        const key = node.computed ? this.#evaluate(node.property) : plain;
        const { sure, maybe } = madeOf(value);
        if ((sure | maybe) !== 0n && this.#isClient(node.object, plain)) throw new Unseen(node.type);
        if (key.sure !== 0n || key.maybe !== 0n)
          for (const thing of this.#evaluate(node.object).things)
            this.#world.put(thing.shape, madeOf(key), node);
        this.#write(
          this.#evaluate(node.object),
          name,
          { ...value, sure: value.sure | key.sure, maybe: value.maybe | key.maybe },
          node,
        );
        return;
      }
      case 'AssignmentPattern': {
        const { left, right } = node;
        let other = plain;
        this.#world.within(value.sure | value.maybe, () => {
          other = this.#evaluate(right);
        });
        this.#bind(
          left,
          { ...either(value, other), sure: value.sure | other.sure, must: value.must },
          by,
          isDeclared,
        );
        return;
      }
      case 'ObjectPattern':
        this.#mayFail(value, node);
        for (const property of node.properties)
          if (property.type === 'RestElement')
            this.#bind(property.argument, this.#copyOf(value), by, isDeclared);
          else {
            const name = property.computed ? this.#computed(property.key) : nameOfKey(property.key, false);
            this.#bind(property.value, this.#read(value, name, property), by, isDeclared);
          }
        return;
      case 'ArrayPattern':
        this.#mayFail(value, node);
        for (const element of node.elements)
          if (element?.type === 'RestElement')
            this.#bind(element.argument, this.#copyOf(value), by, isDeclared);
          else if (element) this.#bind(element, this.#elementOf(value, node), by, isDeclared);
        return;
      case 'RestElement':
        this.#bind(node.argument, value, by, isDeclared);
        return;
      default: {
        const parameter = (node as unknown as { parameter?: Node }).parameter;
        if (!parameter) throw new Unseen((node as Node).type);
        this.#bind(parameter, value, by, isDeclared);
        const inner = withoutTypes(parameter);
        const name =
          inner.type === 'Identifier'
            ? inner.name
            : inner.type === 'AssignmentPattern' && inner.left.type === 'Identifier'
              ? inner.left.name
              : null;
        if (name !== null) this.#write(this.#frame.self, name, value, node);
      }
    }
  }

  #put(name: string, value: Value, by: Node, isDeclared: boolean): void {
    const world = this.#world;
    const asked = world.path.asked | world.failed;
    const put = {
      ...value,
      sure: value.sure | (isDeclared ? 0n : asked),
      must: world.branches > 0 && !isDeclared ? 0n : value.must,
    };
    const cell = this.#environment.cellOf(name);
    if (!isDeclared && this.#environment.isStatic(name)) {
      // Other functions may read it.
      world.hand(put.sure | put.maybe, this.#frame.source, by, name);
      this.#letOut(put);
    }
    if (!cell) return;
    if (isDeclared && !cell.isFresh) cell.begin(put);
    else world.put(cell, put, by);
  }

  /** Writes a property. */
  #write(object: Value, name: string | null, value: Value, by: Node): void {
    const world = this.#world;
    const { source } = this.#frame;
    const asked = world.path.asked | world.failed;
    const put = {
      ...value,
      sure: value.sure | asked | object.sure,
      maybe: value.maybe | object.maybe,
      must: world.branches > 0 ? 0n : value.must,
    };
    const { sure, maybe } = this.#deep(put);
    const isOut = object.isForeign || [...object.things].some((thing) => thing.isOut);
    if (isOut) {
      world.hand(sure | maybe, source, by, name ?? '');
      this.#letOut(put);
    }
    for (const thing of object.things) {
      const setter = name === null ? null : this.#accessor(thing, name, 'set');
      if (setter) {
        this.#callThing(setter, thingValue(thing), [value], by);
        continue;
      }
      world.put(name === null ? thing.rest : thing.fieldOf(name), put, by);
      world.put(thing.shape, { ...plain, sure: asked | object.sure, maybe: object.maybe }, by);
    }
  }

  /** Reads a property; `null`: its name is computed. */
  #read(object: Value, name: string | null, by: Node): Value {
    if (object.isForeign || [...object.things].some(({ isOut }) => isOut)) this.#flush();
    const found: Value[] = [];
    for (const thing of object.things) {
      if (thing.kind === 'reply') {
        found.push({ ...object, things: new Set([thing]), mayBeNull: true, isForeign: false });
        continue;
      }
      if (thing.kind === 'language') {
        found.push(either(thing.contents, { ...thing.contents, things: new Set([thing]) }));
        continue;
      }
      if (thing.kind === 'list' && (name === 'length' || name === 'size')) {
        found.push(madeOf(thing.shape.value));
        if (thing.isOut) found.push({ ...plain, maybe: this.#world.handed });
        continue;
      }
      const getter = name === null ? null : this.#accessor(thing, name, 'get');
      if (getter) found.push(this.#callThing(getter, thingValue(thing), [], by));
      else if (name === null) found.push(thing.contents);
      else {
        const method = this.#methodOf(thing, name);
        if (method) found.push(method);
        const field = thing.fields.get(name) ?? this.#declaredField(thing, name);
        if (field) found.push(field.value);
        found.push(thing.rest.value);
        if (!method && !field && thing.isInstance && !thing.isOut) found.push(plain);
      }
      if (thing.isOut && (thing.kind !== 'function' || !getter)) {
        const isMethod =
          name !== null && this.#methodOf(thing, name) !== null && !this.#frame.source.assigned.has(name);
        const isWritten =
          thing.kind === 'object' && name !== null && this.#isNeverWritten(name) && thing.fields.has(name);
        const isDeclared = name !== null && thing.isInstance && thing.fields.get(name)?.isDeclared === true;
        if (!isMethod && !isWritten && !isDeclared) found.push({ ...foreign, maybe: this.#world.handed });
      }
    }
    if (object.isForeign && object.things.size === 0) found.push({ ...foreign, maybe: this.#world.handed });
    const value = eitherOf(found);
    return {
      ...value,
      sure: value.sure | object.sure,
      maybe: value.maybe | object.maybe,
      must: value.must | object.must,
      mayBeNull: value.mayBeNull || (object.sure | object.maybe) !== 0n,
    };
  }

  /**
   * A property of an object that was made elsewhere, by what its class declares: `private readonly store: Store`, or
   * `store = new Store()`. `null`: it says nothing that can be followed.
   */
  #declaredField(thing: Thing, name: string): Slot | null {
    const { classOf } = thing;
    if (!classOf || !thing.isInstance || !thing.isOut || thing.kind !== 'unknown') return null;
    const { node, source, environment } = classOf;
    const value = this.#declared(node, name, source, environment);
    if (!value) return null;
    const slot = thing.fieldOf(name);
    slot.isDeclared = true;
    slot.begin(value);
    return slot;
  }

  #declared(node: ClassOf['node'], name: string, source: SourceFile, environment: Scope): Value | null {
    for (const member of node.body.body) {
      if (
        member.type === 'PropertyDefinition' &&
        !member.static &&
        nameOfKey(member.key, member.computed) === name
      ) {
        const { value } = member;
        if (typeOf(member)) return this.#typed(member, source);
        if (!value || source.assigned.has(name)) return null;
        return this.#outside(source, environment, () => this.#evaluate(value));
      }
      if (member.type !== 'MethodDefinition' || member.kind !== 'constructor') continue;
      for (const one of member.value.params) {
        const { parameter } = one as unknown as { parameter?: Node };
        if (parameter?.type === 'Identifier' && parameter.name === name)
          return this.#typed(parameter, source);
      }
    }
    return null;
  }

  /** An object of the class that a type names; `null`: no class of the program. */
  #typed(node: Node, source: SourceFile): Value | null {
    const name = typeOf(node);
    const cell = name === null ? null : this.#staticAt(source, source.program, null).cellOf(name);
    const [made] = [...(cell?.value.things ?? [])].filter(({ kind }) => kind === 'class');
    if (!made?.classOf || this.#isExtended(made.classOf)) return null;
    const thing = this.#world.make('unknown', null, true);
    [thing.classOf, thing.isInstance] = [made.classOf, true];
    return thingValue(thing);
  }

  #isExtended({ node, source }: ClassOf): boolean {
    return node.id !== null && node.id !== undefined && source.extended.has(node.id.name);
  }

  /** True where no part of the source assigns a property of this name. */
  #isNeverWritten(name: string): boolean {
    const { assigned } = this.#frame.source;
    return !assigned.has(name) && !assigned.has('*');
  }

  #elementOf(value: Value, by: Node): Value {
    const found: Value[] = [];
    for (const thing of value.things) {
      if (thing.kind === 'reply') found.push({ ...value, things: new Set([thing]), mayBeNull: true });
      else if (thing.iterate) found.push(thing.iterate());
      else found.push(thing.contents);
      const iterator = this.#methodOf(thing, '@@iterator') ?? this.#methodOf(thing, '@@asyncIterator');
      if (iterator)
        for (const one of iterator.things) found.push(this.#callThing(one, thingValue(thing), [], by));
      if (thing.isOut) found.push({ ...foreign, maybe: this.#world.handed });
    }
    if (value.isForeign && value.things.size === 0) found.push({ ...foreign, maybe: this.#world.handed });
    const element = eitherOf(found);
    return {
      ...element,
      sure: element.sure | value.sure,
      maybe: element.maybe | value.maybe,
      must: element.must | value.must,
    };
  }

  /** A new object with the same contents. */
  #copyOf(value: Value): Value {
    const thing = this.#world.make('object');
    for (const one of value.things) {
      if (one.kind === 'reply') thing.rest.begin({ ...value, things: new Set([one]) });
      for (const [name, { value: held }] of one.fields) thing.fieldOf(name).begin(held);
      thing.rest.begin(one.rest.value);
      if (one.isOut) thing.rest.begin({ ...foreign, maybe: this.#world.handed });
    }
    if (value.isForeign && value.things.size === 0)
      thing.rest.begin({ ...foreign, maybe: this.#world.handed });
    return { ...value, things: new Set([thing]), isForeign: false, mayBeNull: false, lead: null };
  }

  /** Replies in a value and in all that it holds. */
  #deep(value: Value): { sure: Places; maybe: Places } {
    let { sure, maybe } = value;
    const seen = new Set<Thing>();
    const open = [...value.things];
    for (let thing = open.pop(); thing; thing = open.pop()) {
      if (seen.has(thing)) continue;
      this.#count();
      seen.add(thing);
      for (const { value: held } of thing.cells) {
        sure |= held.sure;
        maybe |= held.maybe;
        for (const one of held.things) open.push(one);
      }
      if (thing.isOut && thing.kind !== 'function' && thing.kind !== 'class') maybe |= this.#world.handed;
    }
    return { sure, maybe };
  }

  /** Code that is not seen may reach a value, and all that it holds. */
  #letOut(value: Value): void {
    const open = [...value.things];
    for (let thing = open.pop(); thing; thing = open.pop()) {
      if (thing.kind === 'client' || thing.kind === 'reply') continue;
      if (thing.closure) this.#escape(thing, thing.closure.node);
      if (thing.isOut) continue;
      thing.isOut = true;
      for (const { value: held } of thing.cells) for (const one of held.things) open.push(one);
      for (const accessor of [...thing.getters.values(), ...thing.setters.values()]) open.push(accessor);
      if (thing.isInstance && thing.classOf) {
        const { node, source, environment } = thing.classOf;
        for (const member of node.body.body)
          if (member.type === 'MethodDefinition' && !member.static && member.kind !== 'constructor') {
            const method = this.#make(member.value, source, environment, thingValue(thing));
            open.push(method);
          }
      }
    }
    this.#flush();
  }

  #escape(thing: Thing, node: FunctionNode): void {
    const known = this.#escaped.get(node);
    if (known?.includes(thing)) return;
    this.#escaped.set(node, [thing, ...(known ?? [])].slice(0, mostOfOne));
    if (!known) this.#world.changed();
  }

  /** Code that is not seen calls the functions that it was given. */
  #flush(): void {
    const world = this.#world;
    const state = `${world.puts} ${this.#escaped.size} ${world.handed}`;
    if (this.#isFlushing || this.#escaped.size === 0 || state === this.#flushed) return;
    this.#isFlushing = true;
    world.branches++;
    for (const thing of [...this.#escaped.values()].flat()) {
      const { closure } = thing;
      if (!closure || this.#stack.includes(closure.node)) continue;
      const given = closure.node.params.map(() => ({ ...foreign, maybe: world.handed }));
      const answer = world.within(
        0n,
        () => this.#callThing(thing, closure.self ?? this.#unknown(), given, closure.node),
        () => true,
      );
      const { sure, maybe } = this.#deep(answer);
      world.hand(sure | maybe, closure.source, closure.node);
    }
    world.branches--;
    this.#flushed = `${world.puts} ${this.#escaped.size} ${world.handed}`;
    this.#isFlushing = false;
  }

  // ── Expressions ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Evaluates a condition: the replies that it asks for. */
  #asked(node: Node): Places {
    const { sure, maybe } = this.#evaluate(node);
    const asked = sure | maybe;
    this.#world.doubt('condition', asked, this.#frame.source, node);
    return asked;
  }

  #evaluate(expression: Node): Value {
    const node = withoutTypes(expression);
    this.#count();
    const world = this.#world;
    switch (node.type) {
      case 'Literal':
        if ('regex' in node) return thingValue(world.make('regexp', node));
        return typeof node.value === 'string' ? textValue(node.value) : plain;
      case 'Identifier':
        return this.#variable(node.name);
      case 'ThisExpression':
        return this.#frame.self;
      case 'Super':
        return this.#superOf();
      case 'TemplateLiteral': {
        const parts = node.expressions.map((one) => this.#asText(this.#evaluate(one), one));
        const [first] = node.quasis;
        const head = first?.value.cooked ?? '';
        const [lead] = parts;
        const start =
          head === '' && lead?.lead
            ? { text: lead.lead.text, isWhole: false }
            : { text: head, isWhole: parts.length === 0 };
        return { ...madeOfAll(parts), lead: start };
      }
      case 'BinaryExpression': {
        const left = node.left.type === 'PrivateIdentifier' ? plain : this.#evaluate(node.left);
        const right = this.#evaluate(node.right);
        if (node.operator === '+') {
          const [one, other] = [this.#asText(left, node.left), this.#asText(right, node.right)];
          const lead = one.lead ? { text: one.lead.text, isWhole: false } : null;
          return { ...madeOf(one, other), lead };
        }
        if (node.operator === 'in') return madeOf(left, right, this.#shapeOf(right));
        if (['===', '!==', 'instanceof'].includes(node.operator)) return madeOf(left, right);
        return madeOf(this.#asText(left, node.left), this.#asText(right, node.right));
      }
      case 'LogicalExpression': {
        const left = this.#evaluate(node.left);
        const asked = left.sure | left.maybe;
        let right = plain;
        this.#branch(asked, () => {
          world.doubt('condition', asked, this.#frame.source, node);
          right = this.#evaluate(node.right);
        });
        return { ...either(left, right), sure: left.sure | right.sure, must: left.must };
      }
      case 'ConditionalExpression': {
        const test = this.#evaluate(node.test);
        const asked = test.sure | test.maybe;
        const parts: Value[] = [];
        for (const one of [node.consequent, node.alternate])
          this.#branch(asked, () => {
            world.doubt('condition', asked, this.#frame.source, node);
            parts.push(this.#evaluate(one));
          });
        const value = eitherOf(parts);
        return {
          ...value,
          sure: value.sure | test.sure,
          maybe: value.maybe | test.maybe,
          must: value.must | test.must,
        };
      }
      case 'UnaryExpression': {
        if (node.operator === 'delete') {
          const target = withoutTypes(node.argument);
          if (target.type !== 'MemberExpression') return plain;
          const key = target.computed ? madeOf(this.#evaluate(target.property)) : plain;
          this.#write(this.#evaluate(target.object), null, key, node);
          return plain;
        }
        const value = this.#evaluate(node.argument);
        return madeOf(['+', '-', '~'].includes(node.operator) ? this.#asText(value, node) : value);
      }
      case 'UpdateExpression': {
        const value = madeOf(this.#asText(this.#evaluate(node.argument), node));
        this.#bind(node.argument, value, node);
        return value;
      }
      case 'AssignmentExpression':
        return this.#assign(node);
      case 'SequenceExpression':
        return node.expressions.map((one) => this.#evaluate(one)).at(-1) ?? plain;
      case 'AwaitExpression':
        return this.#awaited(this.#evaluate(node.argument), node);
      case 'YieldExpression': {
        const value = node.argument ? this.#evaluate(node.argument) : plain;
        const { sure, maybe } = this.#deep(value);
        this.#answer(node.delegate ? this.#elementOf(value, node) : value);
        // Who takes the value may stop, and may change what comes next.
        world.hand(sure | maybe, this.#frame.source, node, 'yield');
        this.#letOut(value);
        world.leave('return', null, sure | maybe, this.#frame.source, node, 'yield');
        return { ...foreign, maybe: world.handed };
      }
      case 'MemberExpression':
        return this.#member(node);
      case 'ChainExpression':
        return world.within(0n, () => this.#evaluate(node.expression));
      case 'CallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        return this.#call(node);
      case 'ArrayExpression': {
        const thing = world.make('list', node);
        for (const element of node.elements) {
          if (!element) continue;
          const value =
            element.type === 'SpreadElement'
              ? this.#elementOf(this.#evaluate(element.argument), element)
              : this.#evaluate(element);
          thing.rest.put(value, element);
        }
        return thingValue(thing);
      }
      case 'ObjectExpression':
        return this.#object(node);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        return this.#closure(node, this.#environment);
      case 'ClassExpression':
      case 'ClassDeclaration':
        return this.#class(node);
      case 'ImportExpression':
        this.#evaluate(node.source);
        return this.#unknown();
      case 'MetaProperty':
        return foreign;
      case 'SpreadElement':
        return this.#elementOf(this.#evaluate(node.argument), node);
      default: {
        const { type } = node as Node;
        if (!type.startsWith('JSX')) throw new Unseen(type);
        return this.#markup(node);
      }
    }
  }

  /** Markup holds the values of its expressions. */
  #markup(node: Node): Value {
    const thing = this.#world.make('list');
    for (const value of Object.values(node) as unknown[])
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
        if (typeof one !== 'object' || one === null || !('type' in one)) continue;
        const child = one as Node;
        if (
          /^JSX(?:Identifier|MemberExpression|NamespacedName|ClosingElement|Text|EmptyExpression)/.test(
            child.type,
          )
        )
          continue;
        thing.rest.put(child.type.startsWith('JSX') ? this.#markup(child) : this.#evaluate(child), child);
      }
    return thingValue(thing);
  }

  #variable(name: string): Value {
    const cell = this.#environment.cellOf(name);
    if (name === 'undefined' || name === 'NaN' || name === 'Infinity') return plain;
    if (name === 'arguments' && !cell) return this.#frame.arguments;
    if (!cell) return { ...foreign, maybe: this.#world.handed };
    const { value, isOpen } = cell;
    return isOpen ? { ...value, maybe: value.maybe | this.#world.handed } : value;
  }

  #superOf(): Value {
    const parent = this.#frame.classOf?.parent;
    return parent ?? this.#unknown();
  }

  /** Text that is made of a value: an object may say what it is by a method. */
  #asText(value: Value, node: Node): Value {
    const made: Value[] = [];
    for (const thing of value.things) {
      if (thing.kind === 'reply' || thing.kind === 'unknown') continue;
      for (const name of ['toString', 'valueOf', 'toJSON', '@@toPrimitive']) {
        const method = this.#methodOf(thing, name) ?? thing.fields.get(name)?.value;
        for (const one of method?.things ?? []) made.push(this.#callThing(one, thingValue(thing), [], node));
      }
      made.push({ ...madeOf(thing.contents), must: 0n });
    }
    return { ...madeOf(value, ...made), must: value.must, lead: value.lead };
  }

  #assign(node: Extract<Node, { type: 'AssignmentExpression' }>): Value {
    const { operator, left, right } = node;
    if (operator === '=') {
      const value = this.#evaluate(right);
      this.#bind(left, value, node);
      return value;
    }
    const before = this.#evaluate(left);
    if (['&&=', '||=', '??='].includes(operator)) {
      const asked = before.sure | before.maybe;
      let value = plain;
      this.#branch(asked, () => {
        value = this.#evaluate(right);
        this.#bind(left, value, node);
      });
      return either(before, value);
    }
    const value = madeOf(this.#asText(before, left), this.#asText(this.#evaluate(right), right));
    this.#bind(left, value, node);
    return value;
  }

  /** What a promise answers: an object with a `then` of its own is not followed. */
  #awaited(value: Value, node: Node): Value {
    for (const thing of value.things)
      if (thing.fields.has('then') || this.#methodOf(thing, 'then')) throw new Unseen(node.type);
    return value;
  }

  #computed(node: Node): string | null {
    const key = withoutTypes(node);
    if (key.type === 'Literal') return String(key.value);
    if (
      key.type === 'MemberExpression' &&
      key.object.type === 'Identifier' &&
      key.object.name === 'Symbol' &&
      !key.computed
    )
      return `@@${nameOfKey(key.property, false) ?? ''}`;
    return null;
  }

  #member(node: Extract<Node, { type: 'MemberExpression' }>): Value {
    const object = this.#evaluate(node.object);
    const key = node.computed ? this.#evaluate(node.property) : plain;
    if (node.optional) this.#askOf(object, node);
    else this.#mayFail(object, node);
    const name = node.computed ? this.#computed(node.property) : nameOfKey(node.property, false);
    if (
      node.object.type === 'Identifier' &&
      node.object.name === 'RegExp' &&
      !this.#environment.cellOf('RegExp')
    )
      return { ...plain, maybe: this.#world.handed | this.#matched };
    if (name !== null && this.#isMethodOfLanguage(object, name)) {
      // A method apart from its object may be called by anybody.
      this.#letOut(object);
      const { sure, maybe } = this.#deep(object);
      return { ...foreign, maybe: sure | maybe | this.#world.handed };
    }
    const value = this.#read(object, name, node);
    const { sure, maybe, must } = this.#asText(key, node);
    return { ...value, sure: value.sure | sure, maybe: value.maybe | maybe, must: value.must | must };
  }

  #isMethodOfLanguage({ things, isForeign }: Value, name: string): boolean {
    if (isForeign || things.size === 0 || !(reading.has(name) || changing.has(name))) return false;
    return ![...things].some(
      (thing) =>
        thing.kind === 'language' ||
        thing.fields.has(name) ||
        this.#memberOf(thing, name, 'method') ||
        this.#accessor(thing, name, 'get'),
    );
  }

  /** How much a value holds, and which keys. */
  #shapeOf(value: Value): Value {
    const shapes = [...value.things].map((thing) => {
      if (thing.kind === 'reply') return madeOf(value);
      if (thing.kind === 'iterator') return madeOf(thing.iterate?.() ?? plain);
      const { sure, maybe } = thing.shape.value;
      const out = thing.isOut || thing.kind === 'language' ? madeOf(thing.contents) : plain;
      return {
        ...plain,
        sure: sure | out.sure,
        maybe: maybe | out.maybe | (thing.isOut ? this.#world.handed : 0n),
      };
    });
    const open = value.isForeign && value.things.size === 0 ? { ...plain, maybe: this.#world.handed } : plain;
    return madeOf(value, open, ...shapes);
  }

  /** Another function was called since the last place. */
  #hasWorked = false;

  /** What regular expressions were tried on: `RegExp.$1` is a part of it. */
  #matched: Places = 0n;

  /** What follows in a chain is reached if there is something. */
  #askOf({ sure, maybe }: Value, node: Node): void {
    const world = this.#world;
    const places = sure | maybe;
    if (places === 0n) return;
    world.doubt('condition', places, this.#frame.source, node);
    world.path = { ...world.path, asked: world.path.asked | places };
  }

  /** A property of what may be missing throws. */
  #mayFail(value: Value, node: Node): void {
    if (!value.mayBeNull) return;
    this.#world.leave('throw', null, value.sure | value.maybe, this.#frame.source, node);
  }

  #object(node: Extract<Node, { type: 'ObjectExpression' }>): Value {
    const thing = this.#world.make('object', node);
    const self = thingValue(thing);
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const copy = this.#copyOf(this.#evaluate(property.argument));
        for (const one of copy.things) {
          for (const [name, { value }] of one.fields) thing.fieldOf(name).put(value, property);
          thing.rest.put(
            {
              ...one.rest.value,
              sure: one.rest.value.sure | copy.sure,
              maybe: one.rest.value.maybe | copy.maybe,
            },
            property,
          );
        }
        continue;
      }
      const name = property.computed ? this.#computed(property.key) : nameOfKey(property.key, false);
      const key = property.computed ? this.#asText(this.#evaluate(property.key), property) : plain;
      if (property.kind !== 'init') {
        const accessors = property.kind === 'get' ? thing.getters : thing.setters;
        accessors.set(
          name ?? '*',
          this.#make(property.value as FunctionNode, this.#frame.source, this.#environment, self),
        );
        continue;
      }
      const isMethod = property.method;
      const value = isMethod
        ? thingValue(this.#make(property.value as FunctionNode, this.#frame.source, this.#environment, self))
        : this.#evaluate(property.value);
      const held = { ...value, sure: value.sure | key.sure, maybe: value.maybe | key.maybe };
      (name === null ? thing.rest : thing.fieldOf(name)).put(held, property);
    }
    return self;
  }

  #make(node: FunctionNode, source: SourceFile, environment: Scope, self: Value | null): Thing {
    const thing = this.#world.make('function', node);
    thing.closure = { node, source, environment, self };
    return thing;
  }

  #closure(node: FunctionNode, environment: Scope): Value {
    const isArrow = node.type === 'ArrowFunctionExpression';
    return thingValue(this.#make(node, this.#frame.source, environment, isArrow ? this.#frame.self : null));
  }

  #class(node: ClassOf['node']): Value {
    const { source } = this.#frame;
    const parent = node.superClass ? this.#evaluate(node.superClass) : null;
    const thing = this.#world.make('class', node);
    thing.classOf = { node, source, environment: this.#environment, parent };
    for (const member of node.body.body)
      if (member.type === 'PropertyDefinition' && member.static && member.value) {
        const name = nameOfKey(member.key, member.computed);
        const value = this.#evaluate(member.value);
        (name === null ? thing.rest : thing.fieldOf(name)).begin(value);
      }
    return thingValue(thing);
  }

  /** A method of the class of an instance, or a static one of a class. */
  #methodOf(thing: Thing, name: string): Value | null {
    const member = this.#memberOf(thing, name, 'method');
    return member && thingValue(member);
  }

  #accessor(thing: Thing, name: string, kind: 'get' | 'set'): Thing | null {
    const own = kind === 'get' ? thing.getters : thing.setters;
    return own.get(name) ?? own.get('*') ?? this.#memberOf(thing, name, kind);
  }

  #memberOf(thing: Thing, name: string, kind: 'method' | 'get' | 'set'): Thing | null {
    let { classOf } = thing;
    for (let depth = 0; classOf && depth < deepest; depth++) {
      const { node, source, environment, parent }: ClassOf = classOf;
      for (const member of node.body.body) {
        if (member.type !== 'MethodDefinition' || member.kind !== kind) continue;
        const key = member.computed ? this.#computed(member.key) : nameOfKey(member.key, false);
        if (key !== name || member.static === thing.isInstance) continue;
        if (isDecorated({ classOf }, name)) return null;
        return this.#make(member.value, source, environment, null);
      }
      classOf = [...(parent?.things ?? [])].find((one) => one.classOf)?.classOf ?? null;
    }
    return null;
  }

  // ── Calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #given(node: CallNode): Value[] {
    if (node.type === 'TaggedTemplateExpression')
      return [plain, ...node.quasi.expressions.map((one) => this.#evaluate(one))];
    return node.arguments.map((one) =>
      one.type === 'SpreadElement' ? this.#spread(this.#evaluate(one.argument), one) : this.#evaluate(one),
    );
  }

  #spread(value: Value, node: Node): Value {
    return this.#elementOf(value, node);
  }

  #call(node: CallNode): Value {
    const frame = this.#frame;
    const callee = withoutTypes(calleeOf(node));
    let self = plain;
    let called: Value;
    let name: string | null;
    const isMember = callee.type === 'MemberExpression';
    if (isMember) {
      self = callee.object.type === 'Super' ? frame.self : this.#evaluate(callee.object);
      const key = callee.computed ? this.#asText(this.#evaluate(callee.property), callee) : plain;
      name = callee.computed ? this.#computed(callee.property) : nameOfKey(callee.property, false);
      if (callee.optional) this.#askOf(self, callee);
      else this.#mayFail(self, callee);
      const owner = callee.object.type === 'Super' ? this.#superMethod(name) : null;
      called = owner ?? plain;
      self = {
        ...self,
        sure: self.sure | key.sure,
        maybe: self.maybe | key.maybe,
        must: self.must | key.must,
      };
    } else {
      called = callee.type === 'Super' ? this.#superOf() : this.#evaluate(callee);
      name = callee.type === 'Identifier' ? callee.name : null;
    }
    const isOptional = node.type === 'CallExpression' && node.optional;
    if (isOptional) this.#askOf(called, node);
    const mine = frame.places.filter((place) => {
      const step = this.#carrier.ways[place]?.[frame.depth];
      return step?.call === node;
    });
    const given = this.#given(node);
    if (mine.length > 0) return this.#tracked(node, mine, { self, called, name, given, isMember });
    if (isMember) {
      if (this.#isClient(callee.object, self)) return this.#sent(node, name, self, given);
      const direct = this.#languageCall(node, callee, name, self, given);
      if (direct) return direct;
      called = callee.object.type === 'Super' ? called : this.#readMethod(self, name, node);
    } else if (callee.type === 'Identifier' && !this.#environment.cellOf(callee.name)) {
      const direct = this.#globalCall(node, callee.name, given);
      if (direct) return direct;
    }
    if (node.type === 'NewExpression') return this.#construct(node, called, name, given);
    if (callee.type === 'Super') {
      const parents = [...called.things].filter((one) => one.classOf);
      if (parents.length > 0 && !called.isForeign) {
        for (const one of parents) if (one.classOf) this.#initialise(one.classOf, frame.self, given, node);
        return plain;
      }
      return this.#unseen(node, 'super', frame.self, given);
    }
    return this.#callValue(node, called, self, name, given);
  }

  /** The function behind a method; what is found is all that it may be. */
  #readMethod(self: Value, name: string | null, node: Node): Value {
    return this.#read({ ...self, sure: 0n, maybe: 0n, must: 0n }, name, node);
  }

  #superMethod(name: string | null): Value {
    const parent = this.#frame.classOf?.parent;
    const found = [...(parent?.things ?? [])].flatMap((one) => {
      if (!one.classOf || name === null) return [];
      const instance = this.#world.make('object');
      [instance.classOf, instance.isInstance] = [one.classOf, true];
      const method = this.#methodOf(instance, name);
      return method ? [method] : [];
    });
    return found.length > 0 ? eitherOf(found) : this.#unknown();
  }

  #callValue(node: Node, called: Value, self: Value, name: string | null, given: readonly Value[]): Value {
    if (isOfLanguage(called))
      return this.#languageMethod(node, thingValue(this.#world.make('language', node)), given);
    const functions = [...called.things].filter((thing) => thing.closure);
    const isAll = functions.length > 0 && functions.length === called.things.size && !called.isForeign;
    if (!isAll && functions.length === 0 && isLogging(node)) return plain;
    if (!isAll) return this.#unseen(node, name ?? '', self, given, called);
    const answers = functions.map((thing) => {
      const { closure } = thing;
      return this.#callThing(thing, closure?.self ?? self, given, node);
    });
    const answer = eitherOf(answers);
    const { sure, maybe } = called;
    return { ...answer, sure: answer.sure | sure, maybe: answer.maybe | maybe };
  }

  /** Carries out a function that the source shows. */
  #callThing(
    thing: Thing,
    self: Value,
    given: readonly Value[],
    node: Node,
    places: readonly number[] = [],
    isIterated = false,
  ): Value {
    const { closure } = thing;
    const world = this.#world;
    if (places.length === 0) this.#hasWorked = true;
    if (!closure) return this.#unseen(node, '', self, given);
    const { node: fn, source, environment } = closure;
    if (fn.generator && !isIterated) {
      const iterator = world.make('iterator', node);
      iterator.iterate = () => this.#callThing(thing, self, given, node, [], true);
      return thingValue(iterator);
    }
    const isFar = this.#unseenDepth >= deepestAside || (places.length === 0 && this.#steps > mostSteps / 2);
    if (this.#stack.includes(fn) || this.#stack.length >= deepest || isFar)
      return this.#unseen(node, nameOfFunction(source, fn), self, given);
    if ((fn as { decorators?: unknown[] }).decorators?.length) return this.#unseen(node, '', self, given);
    const [frame, outer] = [this.#frame, this.#environment];
    const everything = world.make('list');
    for (const value of given) everything.rest.begin(value);
    this.#stack.push(fn);
    this.#frame = {
      ...{ source, self: closure.self ?? self, arguments: thingValue(everything), answer: null },
      classOf: this.#classOfMethod(source, fn, environment) ?? (closure.self ? frame.classOf : null),
      ...{ places, depth: frame.depth + 1 },
    };
    const [branches, aside] = [world.branches, this.#unseenDepth];
    this.#unseenDepth = places.length > 0 ? 0 : aside + 1;
    try {
      world.within(
        0n,
        () => {
          this.#environment = this.#scope(fn, environment);
          for (const [at, one] of fn.params.entries()) {
            const value = one.type === 'RestElement' ? this.#listOf(given.slice(at)) : (given[at] ?? plain);
            this.#bind(one, value, one, true);
          }
          this.#body(fn);
        },
        ({ kind }) => kind !== 'throw',
      );
      return this.#frame.answer ?? plain;
    } finally {
      [world.branches, this.#unseenDepth] = [branches, aside];
      [this.#frame, this.#environment] = [frame, outer];
      this.#stack.pop();
    }
  }

  #classOfMethod(source: SourceFile, fn: FunctionNode, environment: Scope): ClassOf | null {
    const member = source.parentOf(fn);
    const body = member && source.parentOf(member);
    const node = body && source.parentOf(body);
    if (member?.type !== 'MethodDefinition' || !node) return null;
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return null;
    const { superClass } = node;
    const parent = superClass ? this.#outside(source, environment, () => this.#evaluate(superClass)) : null;
    return { node, source, environment, parent };
  }

  #listOf(values: readonly Value[]): Value {
    const thing = this.#world.make('list');
    for (const value of values) thing.rest.begin(value);
    return thingValue(thing);
  }

  /** The command of a place, or a call of a function on the way to it. */
  #tracked(
    node: CallNode,
    places: readonly number[],
    {
      self,
      called,
      name,
      given,
      isMember,
    }: { self: Value; called: Value; name: string | null; given: readonly Value[]; isMember: boolean },
  ): Value {
    const frame = this.#frame;
    const [place = 0] = places;
    const ways = places.map((one) => this.#carrier.ways[one] ?? []);
    const next = ways[0]?.[frame.depth + 1];
    if (!next) {
      if (places.length > 1) throw new Unseen(node.type);
      return this.#sentAt(place, node, self, given);
    }
    const target = next.source.functionAround(next.call);
    if (
      !isFunction(target) ||
      ways.some(
        (way) =>
          !way[frame.depth + 1] ||
          way[frame.depth + 1]?.source.functionAround(way[frame.depth + 1]?.call ?? node) !== target,
      )
    )
      throw new Unseen(node.type);
    const found = isMember ? this.#readMethod(self, name, node) : called;
    const known = [...found.things].find((thing) => thing.closure?.node === target);
    if (node.type === 'NewExpression') throw new Unseen(node.type);
    if (!known && isMember && (name === 'apply' || name === 'call')) {
      // A function of the program that wraps others calls the one that it holds.
      const [bound = plain, ...others] = given;
      const passed =
        name === 'call' ? others : target.params.map(() => this.#elementOf(others[0] ?? plain, node));
      return this.#callThing(this.#dynamic(target, next.source), bound, passed, node, places);
    }
    const thing = known ?? this.#targetByName(node, target, next.source, found, name, given, self);
    const bound = thing.closure?.self ?? (isMember ? self : plain);
    return this.#callThing(thing, bound, given, node, places);
  }

  /** The function that a call led to while the program ran, where the source does not say which one it is. */
  #targetByName(
    node: CallNode,
    target: FunctionNode,
    source: SourceFile,
    found: Value,
    name: string | null,
    given: readonly Value[],
    self: Value,
  ): Thing {
    const mine = this.#frame.source;
    const isGiven = source === mine && source.isWithin(target, node);
    const hasFunction = given.some(({ things }) => [...things].some((thing) => thing.closure));
    const own = nameOfFunction(source, target);
    const isKnown =
      found.things.size > 0 && !found.isForeign && [...found.things].every((thing) => thing.closure);
    if (isGiven || isKnown) throw new Unseen(node.type);
    if (name !== null && [...self.things].some((thing) => isDecorated(thing, name)))
      return this.#dynamic(target, source);
    const isSameName = own === name && own !== '';
    const isParameter = name !== null && this.#isParameter(name);
    if (
      !isSameName &&
      !isParameter &&
      (hasFunction || (name !== null && own !== '' && own !== 'default' && !this.#isImported(name)))
    )
      throw new Unseen(node.type);
    return this.#dynamic(target, source);
  }

  /** A function that was called while the program ran, whatever called it. */
  #dynamic(target: FunctionNode, source: SourceFile): Thing {
    const classOf = this.#classAround(source, target);
    const isMethod = source.parentOf(target)?.type === 'MethodDefinition';
    const self = target.type === 'ArrowFunctionExpression' || isMethod ? this.#selfOf(classOf) : null;
    const thing = this.#make(target, source, this.#staticOf(source, target), self);
    thing.isOut = true;
    return thing;
  }

  #isParameter(name: string): boolean {
    return this.#stack.some((fn) => declarationsOf(fn).get(name)?.kind === 'param');
  }

  #isImported(name: string): boolean {
    return declarationsOf(this.#frame.source.program).get(name)?.kind === 'import';
  }

  /** The command of a place: what its arguments are made of, and its reply. */
  #sentAt(place: number, node: CallNode, self: Value, given: readonly Value[]): Value {
    const world = this.#world;
    if (given.some(({ things }) => [...things].some((thing) => thing.closure))) throw new Unseen(node.type);
    const parts = given.map((value) => ({ ...this.#deep(value), must: value.must }));
    const [first] = given;
    const lead = first && first.things.size === 0 ? first.lead : null;
    const { thrown } = world.path;
    const asked = world.path.asked | this.#decidedBefore(place, lead);
    let reached: SentCommand = {
      ...{ sure: self.sure, maybe: self.maybe, must: self.must, asked, thrown },
      lead,
      isBehindWork: this.#hasWorked,
    };
    this.#hasWorked = false;
    for (const { sure, maybe, must } of parts)
      reached = {
        ...reached,
        sure: reached.sure | sure,
        maybe: reached.maybe | maybe,
        must: reached.must | must,
      };
    const known = this.#reached.get(place);
    this.#reached.set(
      place,
      known
        ? {
            sure: known.sure | reached.sure,
            maybe: known.maybe | reached.maybe,
            must: reached.must,
            asked: known.asked | asked,
            thrown: known.thrown | thrown,
            lead: known.lead?.text === reached.lead?.text ? reached.lead : null,
            isBehindWork: known.isBehindWork || reached.isBehindWork,
          }
        : reached,
    );
    const bit = world.replyOf(place);
    this.#failing |= bit;
    const reply = world.make('reply', node);
    const mayBeNull = !this.#carrier.isNeverNull(place);
    return { ...plain, sure: bit, must: bit, things: new Set([reply]), mayBeNull };
  }

  /** Replies that decide another write before this command, which may be one of its key. */
  #decidedBefore(place: number, lead: Value['lead']): Places {
    const { isRead } = this.#carrier;
    return this.#others.reduce((all, other) => {
      if (isRead(place) && areDifferent(other.lead, lead)) return all;
      return all | (other.round === this.#roundNumber ? other.places : this.#world.aged(other.places));
    }, 0n);
  }

  /** True where a call is one of the client: it keeps nothing of what it sends. */
  #isClient(object: Node, self: Value): boolean {
    if ([...self.things].some(({ kind }) => kind === 'client')) return true;
    const { source } = this.#frame;
    for (let root = withoutTypes(object); ;) {
      if (this.#clients.has(`${source.file} ${source.textOf(root)}`)) return true;
      if (root.type === 'CallExpression') root = withoutTypes(root.callee);
      if (root.type !== 'MemberExpression') return false;
      root = withoutTypes(root.object);
    }
  }

  /** A command that is none of the places. */
  #sent(node: CallNode, name: string | null, self: Value, given: readonly Value[]): Value {
    const parts = given.map((value) => this.#deep(value));
    const sure = parts.reduce((all, one) => all | one.sure | one.maybe, self.sure);
    const functions = given.filter(({ things }) => [...things].some((thing) => thing.closure));
    for (const one of functions) this.#letOut(one);
    const decided = sure | this.#world.path.asked;
    if (decided !== 0n && !onlyReads(name ?? '')) {
      this.#world.doubt('condition', decided, this.#frame.source, node, name ?? '');
      const lead = hasOneKey(name ?? '') ? (given[0]?.lead ?? null) : null;
      this.#others.push({ lead, places: decided, round: this.#roundNumber });
    }
    if (name !== null && batches.has(name)) return thingValue(this.#world.make('client'));
    if (functions.length > 0) this.#world.hand(sure, this.#frame.source, node, name ?? '');
    const kind =
      [...self.things].some((thing) => thing.kind === 'client') && name !== 'exec' ? 'client' : 'reply';
    return { ...thingValue(this.#world.make(kind)), sure, maybe: self.maybe, mayBeNull: true };
  }

  /** A call of code that is not seen: it learns what it is given, and may change all that it reaches. */
  #unseen(node: Node, name: string, self: Value, given: readonly Value[], called: Value = plain): Value {
    const world = this.#world;
    this.#hasWorked = true;
    const { source } = this.#frame;
    let [sure, maybe] = [called.sure, called.maybe];
    for (const value of [self, ...given]) {
      const deep = this.#deep(value);
      sure |= deep.sure;
      maybe |= deep.maybe;
    }
    if (isCallNode(node) && learnedBy(node, (one) => this.#isClient(one, plain)) && (sure | maybe) !== 0n)
      throw new Unseen(name);
    // A handed reply may come back by objects that were out before: that is known already.
    const learned = (sure | maybe) & ~this.#onlyHanded([self, ...given]);
    world.hand(learned | world.path.asked, source, node, name);
    for (const value of [self, ...given]) this.#letOut(value);
    this.#flush();
    world.leave('throw', null, learned | world.path.asked, source, node, name);
    return { ...foreign, maybe: sure | maybe | world.handed };
  }

  /** Replies that values have by what was handed before, and by nothing else. */
  #onlyHanded(values: readonly Value[]): Places {
    let own = 0n;
    for (const value of values) {
      own |= value.sure | value.maybe;
      const seen = new Set<Thing>();
      const open = [...value.things];
      for (let thing = open.pop(); thing; thing = open.pop()) {
        if (seen.has(thing)) continue;
        this.#count();
        seen.add(thing);
        for (const { value: held } of thing.cells) {
          own |= held.sure | held.maybe;
          for (const one of held.things) open.push(one);
        }
      }
    }
    return this.#world.handed & ~own;
  }

  #construct(node: CallNode, called: Value, name: string | null, given: readonly Value[]): Value {
    const classes = [...called.things].filter((thing) => thing.kind === 'class');
    if (classes.length === 0 || called.isForeign || classes.length < called.things.size)
      return this.#unseen(node, name ?? '', plain, given, called);
    const made = classes.flatMap(({ classOf }) => {
      if (!classOf) return [];
      const thing = this.#world.make('object', node);
      [thing.classOf, thing.isInstance] = [classOf, true];
      const self = thingValue(thing);
      this.#initialise(classOf, self, given, node);
      return [self];
    });
    return eitherOf(made);
  }

  /** Carries out the constructor of a class for an instance. */
  #initialise(classOf: ClassOf, self: Value, given: readonly Value[], node: Node): void {
    const { node: body, source, environment, parent } = classOf;
    const [frame, outer] = [this.#frame, this.#environment];
    const found = body.body.body.find(
      (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
    );
    if (!found && parent) {
      const parents = [...parent.things].filter((one) => one.classOf);
      if (parents.length > 0 && !parent.isForeign)
        for (const one of parents) if (one.classOf) this.#initialise(one.classOf, self, given, node);
      if (parents.length === 0 || parent.isForeign) {
        for (const thing of self.things) thing.isOut = true;
        this.#unseen(node, 'super', self, given);
      }
    }
    this.#frame = { ...frame, source, self, classOf, answer: null, places: [] };
    this.#environment = environment;
    for (const member of body.body.body)
      if (member.type === 'PropertyDefinition' && !member.static) {
        const name = nameOfKey(member.key, member.computed);
        const value = member.value ? this.#evaluate(member.value) : plain;
        for (const thing of self.things)
          (name === null ? thing.rest : thing.fieldOf(name)).put(value, member);
      }
    [this.#frame, this.#environment] = [frame, outer];
    if (found?.type === 'MethodDefinition')
      this.#callThing(this.#make(found.value, source, environment, null), self, given, node);
  }

  // ── The language ────────────────────────────────────────────────────────────────────────────────────────────────────

  #globalCall(node: CallNode, name: string, given: readonly Value[]): Value | null {
    if (name === 'eval' || name === 'Function') throw new Unseen(name);
    const isNew = node.type === 'NewExpression';
    if (isNew && (containers.has(name) || name === 'Set')) {
      const thing = this.#world.make('list');
      for (const value of given) thing.rest.put({ ...this.#elementOf(value, node), mayBeNull: false }, node);
      return { ...thingValue(thing), ...labelsOf(given) };
    }
    const texts = given.map((value) => this.#asText(value, node));
    if (!pureFunctions.has(name) && !throwingFunctions.has(name) && !errors.test(name)) return null;
    const made = madeOfAll(texts);
    if (throwingFunctions.has(name))
      this.#world.leave('throw', null, made.sure | made.maybe, this.#frame.source, node, name);
    return isNew ? this.#languageValue(made, given, node) : made;
  }

  /** A date, a URL, bytes: what is put into a part of them is in all. Views of the same bytes share them. */
  #languageValue(made: Value, given: readonly Value[], node: Node): Value {
    const thing = this.#world.make('language', node);
    thing.rest.begin({ ...made, must: 0n });
    const shared = given.flatMap(({ things }) => [...things].filter(({ kind }) => kind === 'language'));
    return { ...made, things: new Set([thing, ...shared]) };
  }

  #filled(value: Value): Thing {
    const thing = this.#world.make('list');
    thing.rest.begin(value);
    return thing;
  }

  /** A call of a function or a method of the language; `null`: it is none. */
  #languageCall(
    node: CallNode,
    callee: Extract<Node, { type: 'MemberExpression' }>,
    name: string | null,
    self: Value,
    given: readonly Value[],
  ): Value | null {
    const world = this.#world;
    const object = withoutTypes(callee.object);
    const isGlobal = object.type === 'Identifier' && !this.#environment.cellOf(object.name);
    const path = isGlobal && name !== null ? `${object.name}.${name}` : '';
    if (isGlobal) {
      if (silentObjects.has(object.name)) return plain;
      if (clocks.has(path)) return plain;
      if (path === 'Object.assign') return this.#assigned(node, given);
      if (holders.has(path)) return this.#held(node, path, given);
      if (pureObjects.has(object.name)) {
        const functions = this.#callbacks(
          given,
          madeOfAll(given.map((value) => ({ ...madeOf(value), ...this.#deep(value) }))),
          node,
        );
        const made = madeOf(
          ...given.map((value) => ({ ...this.#asText(value, node), ...this.#deep(value) })),
          ...functions.map((one) => ({ ...one, must: 0n })),
        );
        if (throwingMethods.has(path)) {
          world.leave('throw', null, made.sure | made.maybe, this.#frame.source, node, path);
          const thing = world.make('reply');
          return { ...made, things: new Set([thing]), mayBeNull: (made.sure | made.maybe) !== 0n };
        }
        return object.name === 'Buffer' ? this.#languageValue(made, given, node) : made;
      }
    }
    if (name === null) return null;
    const kinds = [...self.things];
    const isOwn =
      !self.isForeign &&
      kinds.every((thing) => thing.kind !== 'unknown' && thing.kind !== 'class' && thing.kind !== 'function');
    const hasMethod = kinds.some(
      (thing) =>
        thing.kind !== 'reply' &&
        (this.#methodOf(thing, name) !== null || thing.fields.has(name) || thing.getters.has(name)),
    );
    if (hasMethod) return null;
    if (later.has(name) && isOwn) return this.#then(node, name, self, given);
    if (kinds.some(({ kind }) => kind === 'regexp') && isOwn) return this.#match(node, self, given);
    const isFunctionCall = kinds.length > 0 && kinds.every((thing) => thing.closure) && !self.isForeign;
    if (isFunctionCall && (name === 'call' || name === 'apply')) {
      const [first = plain, ...others] = given;
      const passed =
        name === 'call' ? others : this.#allParameters(kinds, this.#elementOf(others[0] ?? plain, node));
      return this.#callValue(node, { ...self, isForeign: false }, first, null, passed);
    }
    const isReading = reading.has(name);
    if (isOwn && kinds.some(({ kind }) => kind === 'language'))
      return this.#languageMethod(node, self, given);
    if (isOwn ? !isReading && !changing.has(name) : !isReading) return null;
    if (
      !isOwn &&
      given.some(
        (value) =>
          (this.#deep(value).sure | this.#deep(value).maybe) !== 0n &&
          ![...value.things].some((thing) => thing.closure),
      )
    )
      return null;
    if (
      !isOwn &&
      (self.sure | self.maybe) !== 0n &&
      ['get', 'has', 'keys', 'values', 'entries', 'set'].includes(name)
    )
      return null;
    if (!isOwn && name === 'get' && kinds.length > 0) {
      const { sure, maybe } = madeOfAll(given);
      return { ...foreign, sure: sure | self.sure, maybe: maybe | self.maybe | world.handed };
    }
    return this.#method(node, name, self, given);
  }

  #allParameters(things: readonly Thing[], value: Value): Value[] {
    const most = largest(
      things.map(({ closure }) => closure?.node.params.length ?? 0),
      0,
    );
    return Array.from({ length: most }, () => value);
  }

  /** A method of a date, a URL or the like: it may change it, and answers with a part of it. */
  #languageMethod(node: Node, self: Value, given: readonly Value[]): Value {
    const values = given.filter(({ things }) => ![...things].some((thing) => thing.closure));
    for (const value of values) {
      const made = madeOf({ ...value, ...this.#deep(value) });
      this.#write(self, null, made, node);
      for (const thing of value.things)
        if (thing.kind !== 'reply')
          this.#write(thingValue(thing), null, madeOf(self, this.#elementOf(self, node)), node);
    }
    const held = this.#elementOf(self, node);
    const answers = this.#callbacks(given, held, node);
    const { must } = madeOf(self, ...values);
    return { ...madeOf(self, held, ...answers), must, things: self.things };
  }

  /** A method of a list, a text or the like. */
  #method(node: CallNode, name: string, self: Value, given: readonly Value[]): Value {
    const world = this.#world;
    const held = this.#elementOf(self, node);
    if (given.some(({ things }) => [...things].some(({ kind }) => kind === 'regexp')))
      this.#noteMatch(self.sure | self.maybe);
    const shape = this.#shapeOf(self);
    if (name === 'has' && [...self.things].every(({ kind }) => kind === 'list'))
      return madeOf(shape, ...given);
    const values = given.filter(({ things }) => ![...things].some((thing) => thing.closure));
    const answers = world.within(shape.sure | shape.maybe, () =>
      this.#callbacks(given, either(held, ...values), node, stopping.has(name)),
    );
    if (changing.has(name) && values.length + answers.length > 0)
      for (const value of [...values, ...(name === 'sort' ? [] : answers)])
        this.#write(self, null, value, node);
    if (changing.has(name) && !growing.has(name))
      for (const thing of self.things)
        world.put(thing.shape, madeOfAll(given.slice(0, name === 'set' ? 1 : given.length)), node);
    const all = [held, ...values, ...answers];
    const list = world.make('list');
    for (const one of all) list.rest.begin({ ...one, must: 0n });
    const labels = labelsOf([
      self,
      held,
      shape,
      ...values.map((value) => ({ ...value, ...this.#deep(value) })),
      ...answers,
    ]);
    const things = new Set([list, ...all.flatMap((one) => [...one.things])]);
    const must = self.must | (answers.length === 0 ? held.must : 0n);
    return {
      ...plain,
      ...labels,
      must,
      things,
      mayBeNull: MAY_MISS.has(name) && (labels.sure | labels.maybe) !== 0n,
    };
  }

  /** Calls the functions among arguments, as methods of lists and promises do. */
  #callbacks(given: readonly Value[], element: Value, node: Node, stops = false): Value[] {
    const answers: Value[] = [];
    for (const value of given) {
      const functions = [...value.things].filter((thing) => thing.closure);
      if (functions.length === 0) continue;
      if (value.isForeign || functions.length < value.things.size) {
        answers.push(this.#unseen(node, '', plain, [element], value));
        continue;
      }
      for (const thing of functions) {
        const count = thing.closure?.node.params.length ?? 0;
        // The list itself may be changed by it: a second time shows what comes of that.
        let answer = plain;
        for (let time = 0, hasChanged = true; hasChanged && time < mostRounds; time++) {
          const before = answer;
          const given = Array.from({ length: count }, () => either(element, before));
          const asked = stops ? before.sure | before.maybe : 0n;
          hasChanged = this.#world.round(() => {
            this.#world.within(asked, () => {
              answer = this.#callThing(thing, thing.closure?.self ?? plain, given, node);
            });
          });
          // What one call answers may be given to the next, or decide whether there is one.
          hasChanged ||= time === 0 && (count > 1 || stops);
        }
        answers.push(answer);
      }
    }
    return answers;
  }

  #then(node: CallNode, name: string, self: Value, given: readonly Value[]): Value {
    const answers = this.#callbacks(given, self, node);
    if (answers.length === 0) return self;
    const { sure, maybe } = self;
    const answer = name === 'finally' ? self : eitherOf(name === 'catch' ? [...answers, self] : answers);
    return { ...answer, sure: answer.sure | sure, maybe: answer.maybe | maybe };
  }

  /** A regular expression remembers where it is, and what it was tried on. */
  #match(node: CallNode, self: Value, given: readonly Value[]): Value {
    const made = labelsOf(given);
    this.#noteMatch(made.sure | made.maybe);
    for (const thing of self.things) {
      this.#world.put(thing.fieldOf('lastIndex'), { ...plain, ...made }, node);
    }
    const held = eitherOf([...self.things].map((thing) => thing.fieldOf('lastIndex').value));
    const list = this.#filled({ ...plain, ...made });
    const sure = made.sure | held.sure;
    const maybe = made.maybe | held.maybe;
    return {
      ...plain,
      sure,
      maybe,
      must: made.must,
      things: new Set([list]),
      mayBeNull: (sure | maybe) !== 0n,
    };
  }

  #noteMatch(labels: Places): void {
    const matched = this.#matched | labels | this.#world.aged(labels);
    if (matched !== this.#matched) this.#world.changed();
    this.#matched = matched;
  }

  #assigned(node: CallNode, given: readonly Value[]): Value {
    const [target = plain, ...others] = given;
    for (const other of others) {
      for (const thing of other.things) {
        for (const [name, { value }] of thing.fields)
          this.#write(
            target,
            name,
            { ...value, sure: value.sure | other.sure, maybe: value.maybe | other.maybe },
            node,
          );
        for (const [name, getter] of thing.getters)
          this.#write(target, name, this.#callThing(getter, thingValue(thing), [], node), node);
      }
      this.#write(target, null, this.#elementOf(other, node), node);
    }
    return target;
  }

  #held(node: CallNode, path: string, given: readonly Value[]): Value {
    const [first = plain] = given;
    if (
      path === 'Object.freeze' ||
      path === 'Object.seal' ||
      path === 'Promise.resolve' ||
      path === 'Promise.reject'
    )
      return first;
    const held = path.endsWith('.of') ? eitherOf(given) : this.#elementOf(first, node);
    const answers = this.#callbacks(given.slice(1), held, node);
    const inner = either(
      held,
      ...[...held.things].map((thing) => (thing.kind === 'reply' ? held : thing.contents)),
    );
    const list = this.#filled(answers.length > 0 ? eitherOf(answers) : inner);
    const { sure, maybe } = first;
    const must = first.must | (answers.length === 0 ? held.must : 0n);
    const seen = labelsOf([held]);
    const isScalar = path === 'Object.is' || path === 'Object.hasOwn' || path === 'Array.isArray';
    if (isScalar) return madeOf(first, { ...held, must: 0n });
    return {
      ...plain,
      sure: sure | (path.startsWith('Promise') ? seen.sure : 0n),
      maybe: maybe | (path.startsWith('Promise') ? seen.maybe : 0n),
      must,
      things: new Set([list]),
    };
  }
}

const isCallNode = (node: Node): node is CallNode =>
  node.type === 'CallExpression' || node.type === 'NewExpression';
const learnedBy = (node: CallNode, isOne: (argument: Node) => boolean): boolean =>
  node.type !== 'TaggedTemplateExpression' &&
  node.arguments.some((one) => one.type !== 'SpreadElement' && isOne(one));

const isOfLanguage = ({ things, isForeign }: Value): boolean =>
  !isForeign && things.size > 0 && [...things].every(({ kind }) => kind === 'language');

/** True where an import is of a module of Node that only computes. */
function isPureModule(source: SourceFile, node: Node): boolean {
  const declaration = source.parentOf(node);
  if (declaration?.type !== 'ImportDeclaration') return false;
  return /^(?:node:)?(?:crypto|path|url|querystring|buffer|string_decoder)$/.test(
    String(declaration.source.value),
  );
}

/** True where a decorator may have put another function in the place of a method. Those of packages rarely do. */
function isDecorated({ classOf }: Pick<Thing, 'classOf'>, name: string): boolean {
  if (!classOf) return false;
  const { node, source } = classOf;
  const member = node.body.body.find(
    (one) => one.type === 'MethodDefinition' && nameOfKey(one.key, one.computed) === name,
  );
  if (!member) return false;
  return (
    decoratorsOf(node).some((one) => !isOfPackage(source, one, /^[^.]/)) ||
    decoratorsOf(member).some((one) => !isOfPackage(source, one, /^@nestjs\//))
  );
}

const decoratorsOf = (node: Node): readonly Node[] =>
  (node as unknown as { decorators?: { expression: Node }[] }).decorators?.map(
    ({ expression }) => expression,
  ) ?? [];

/** True where a decorator is imported from a package. */
function isOfPackage(source: SourceFile, decorator: Node, named: RegExp): boolean {
  const callee = decorator.type === 'CallExpression' ? decorator.callee : decorator;
  if (callee.type !== 'Identifier') return false;
  const declared = declarationsOf(source.program).get(callee.name);
  const parent = declared?.kind === 'import' ? source.parentOf(declared.node) : undefined;
  return parent?.type === 'ImportDeclaration' && named.test(String(parent.source.value));
}

/** True for `logger.info(…)` and the like. They are taken for what they say, unless the source shows what they do. */
function isLogging(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = node.callee;
  const owner =
    object.type === 'MemberExpression'
      ? nameOfKey(object.property, object.computed)
      : object.type === 'Identifier'
        ? object.name
        : null;
  const isLogger = owner !== null && /^(?:\w*_)?(?:log|\w*logger)$/i.test(owner);
  return (
    isLogger &&
    /^(?:trace|debug|verbose|info|log|notice|warn|warning|error|fatal|silly|http)$/.test(
      nameOfKey(property, computed) ?? '',
    )
  );
}

/** True where the first argument of a command is its only key. */
export const hasOneKey = (name: string): boolean => redisCommand(name)?.keys.join(' ') === '1 1 1';

/** Methods whose function decides whether it is called again. */
const stopping = new Set(['some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex']);

/** Methods that add as much as they are given, whatever it is. */
const growing = new Set(['push', 'unshift', 'fill']);

/** The name of the class that a declaration has as its type; `null`: it has none, or another type. */
function typeOf(node: Node): string | null {
  const { typeAnnotation } = node as unknown as {
    typeAnnotation?: { typeAnnotation?: { type: string; typeName?: { type: string; name?: string } } };
  };
  const type = typeAnnotation?.typeAnnotation;
  return type?.type === 'TSTypeReference' ? (type.typeName?.name ?? null) : null;
}

/** Methods that may find nothing. */
const MAY_MISS = new Set(['find', 'findLast', 'at', 'get', 'pop', 'shift', 'match']);

function labelsOf(values: readonly Value[]): Pick<Value, 'sure' | 'maybe' | 'must'> {
  const { sure, maybe, must } = madeOfAll(values);
  return { sure, maybe, must };
}

/** The name by which a function is called; empty: it has none. */
function nameOfFunction(source: SourceFile, node: FunctionNode): string {
  if ('id' in node && node.id) return node.id.name;
  const parent = source.parentOf(node);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return nameOfKey(parent.key, parent.computed) ?? '';
    case 'AssignmentExpression': {
      const left = withoutTypes(parent.left);
      if (left.type === 'Identifier') return left.name;
      return left.type === 'MemberExpression' ? (nameOfKey(left.property, left.computed) ?? '') : '';
    }
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return '';
  }
}
