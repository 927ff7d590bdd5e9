import { onlyReads, redisCommand } from '../../commands/redis.ts';
import { areDifferent } from '../source-evidence.ts';
import { batches } from './language.ts';
import { declarationsOf } from './scopes.ts';
import {
  calleeOf,
  isFunction,
  nameOfKey,
  withoutTypes,
  type CallNode,
  type FunctionNode,
  type Node,
  type SourceFile,
} from './source-file.ts';
import {
  eitherOf,
  Scope,
  foreign,
  madeOf,
  madeOfAll,
  plain,
  thingValue,
  type ClassOf,
  type Places,
  type Thing,
  type Value,
  nextBirth,
  boundTo,
  isSameLead,
} from './values.ts';
import { isDecorated, isLogging, hasOneKey, nameOfFunction, isSpread } from './syntax.ts';
import { type SentCommand, Unseen, mostSteps, deepest, deepestAside, mostSpread } from './walk.ts';
import { LanguageCalls } from './language-calls.ts';

/** Calls: of functions that the source shows, of the client, and of code that is not seen. */
export abstract class Calls extends LanguageCalls {
  protected given(node: CallNode): Value[] {
    if (node.type === 'TaggedTemplateExpression')
      return [plain, ...node.quasi.expressions.map((one) => this.evaluate(one))];
    const given = node.arguments.map((one) =>
      one.type === 'SpreadElement' ? this.elementOf(this.evaluate(one.argument), one) : this.evaluate(one),
    );
    const spread = node.arguments.findIndex(isSpread);
    if (spread < 0) return given;
    // From there on, each argument may be any of them.
    const any = eitherOf(given.slice(spread));
    return [...given.slice(0, spread), ...Array.from({ length: mostSpread }, () => any)];
  }

  protected call(node: CallNode): Value {
    const frame = this.frame;
    const callee = withoutTypes(calleeOf(node));
    let self = plain;
    let called: Value;
    let name: string | null;
    const isMember = callee.type === 'MemberExpression';
    if (isMember) {
      self = callee.object.type === 'Super' ? frame.self : this.evaluate(callee.object);
      const key = callee.computed ? this.asText(this.evaluate(callee.property), callee) : plain;
      name = callee.computed ? this.computed(callee.property) : nameOfKey(callee.property, false);
      if (callee.optional) this.askOf(self, callee);
      else this.mayFail(self, callee);
      const owner = callee.object.type === 'Super' ? this.superMethod(name) : null;
      called = owner ?? plain;
      self = {
        ...self,
        sure: self.sure | key.sure,
        maybe: self.maybe | key.maybe,
        must: self.must | key.must,
      };
    } else {
      called = callee.type === 'Super' ? this.superOf() : this.evaluate(callee);
      name = callee.type === 'Identifier' ? callee.name : null;
    }
    const isOptional = node.type === 'CallExpression' && node.optional;
    if (isOptional) this.askOf(called, node);
    const mine = frame.places.filter((place) => {
      const step = this.carrier.ways[place]?.[frame.depth];
      return step?.call === node;
    });
    const given = this.given(node);
    if (mine.length > 0) return this.tracked(node, mine, { self, called, name, given, isMember });
    if (isMember) {
      if (this.isClient(callee.object, self)) return this.sent(node, name, self, given);
      const direct = this.languageCall(node, callee, name, self, given);
      if (direct) return direct;
      called = callee.object.type === 'Super' ? called : this.readMethod(self, name, node);
    } else if (callee.type === 'Identifier' && !this.environment.cellOf(callee.name)) {
      const direct = this.globalCall(node, callee.name, given);
      if (direct) return direct;
    }
    if (node.type === 'NewExpression') return this.construct(node, called, name, given);
    if (callee.type === 'Super') {
      const parents = [...called.things].filter((one) => one.classOf);
      if (parents.length > 0 && !called.isForeign) {
        for (const one of parents) if (one.classOf) this.initialise(one.classOf, frame.self, given, node);
        return plain;
      }
      return this.unseen(node, 'super', frame.self, given);
    }
    return this.callValue(node, called, self, name, given);
  }

  /** What follows in a chain is reached if there is something. */
  protected askOf({ sure, maybe }: Value, node: Node): void {
    const world = this.world;
    const places = sure | maybe;
    if (places === 0n) return;
    world.doubt('condition', places, this.frame.source, node);
    world.path = { ...world.path, asked: world.path.asked | places };
  }

  /** The function behind a method; what is found is all that it may be. */
  protected readMethod(self: Value, name: string | null, node: Node): Value {
    return this.read({ ...self, sure: 0n, maybe: 0n, must: 0n }, name, node);
  }

  protected superOf(): Value {
    const parent = this.frame.classOf?.parent;
    return parent ?? this.unknown();
  }

  protected superMethod(name: string | null): Value {
    const parent = this.frame.classOf?.parent;
    const found = [...(parent?.things ?? [])].flatMap((one) => {
      if (!one.classOf || name === null) return [];
      const instance = this.world.make('object');
      [instance.classOf, instance.isInstance] = [one.classOf, true];
      const method = this.methodOf(instance, name);
      return method ? [method] : [];
    });
    return found.length > 0 ? eitherOf(found) : this.unknown();
  }

  protected callValue(
    node: Node,
    called: Value,
    self: Value,
    name: string | null,
    given: readonly Value[],
  ): Value {
    if (isOfLanguage(called)) {
      const { sure, maybe } = madeOfAll(given.map((value) => ({ ...plain, ...this.deep(value) })));
      this.world.leave('throw', null, sure | maybe, this.frame.source, node, name ?? '');
    }
    if (isOfLanguage(called))
      return this.languageMethod(node, thingValue(this.world.make('language', node)), given);
    const functions = [...called.things].filter((thing) => thing.closure);
    const isAll = functions.length > 0 && functions.length === called.things.size && !called.isForeign;
    if (!isAll && functions.length === 0 && isLogging(node, this.frame.source)) return plain;
    if (!isAll && name !== null && redisCommand(name.toUpperCase()) && !onlyReads(name)) {
      // A client by another name.
      const decided =
        this.world.path.asked |
        given.reduce((all, value) => all | this.deep(value).sure | this.deep(value).maybe, 0n);
      if (decided !== 0n) {
        this.world.doubt('condition', decided, this.frame.source, node, name);
        const lead = hasOneKey(name) ? (given[0]?.lead ?? null) : null;
        this.others.push({ lead, places: decided, round: this.roundNumber });
      }
    }
    if (!isAll) return this.unseen(node, name ?? '', self, given, called);
    const { sure, maybe } = madeOf(called, self);
    const isChosen = functions.length > 1;
    const answers: Value[] = [];
    const callAll = () => {
      for (const thing of functions) answers.push(this.callThing(thing, boundTo(thing, self), given, node));
    };
    if (isChosen) this.branch(sure | maybe, callAll);
    else callAll();
    const answer = eitherOf(answers);
    if (isChosen) return { ...answer, sure: answer.sure | sure, maybe: answer.maybe | maybe };
    return { ...answer, sure: answer.sure | called.sure, maybe: answer.maybe | called.maybe };
  }

  /** Carries out a function that the source shows. */
  protected callThing(
    thing: Thing,
    self: Value,
    given: readonly Value[],
    node: Node,
    places: readonly number[] = [],
    isIterated = false,
  ): Value {
    const { closure } = thing;
    const world = this.world;
    if (places.length === 0) this.hasWorked = true;
    if (!closure) return this.unseen(node, '', self, given);
    const { node: fn, source, environment } = closure;
    if (fn.generator && !isIterated) {
      const iterator = world.make('iterator', node);
      iterator.iterate = () => this.callThing(thing, self, given, node, [], true);
      return thingValue(iterator);
    }
    const isFar = this.unseenDepth >= deepestAside || (places.length === 0 && this.steps > mostSteps / 2);
    if (this.stack.includes(fn) || this.stack.length >= deepest || isFar)
      return this.unseen(node, nameOfFunction(source, fn), self, given);
    if ((fn as { decorators?: unknown[] }).decorators?.length) return this.unseen(node, '', self, given);
    const [frame, outer] = [this.frame, this.environment];
    const everything = world.make('list');
    for (const value of given) everything.rest.begin(value);
    this.stack.push(fn);
    this.frame = {
      ...{
        source,
        self: boundTo(thing, self),
        arguments: thingValue(everything),
        answer: null,
        began: nextBirth(),
      },
      classOf: this.classOfMethod(source, fn, environment) ?? (closure.self ? frame.classOf : null),
      ...{ places, depth: frame.depth + 1 },
    };
    const [branches, aside] = [world.branches, this.unseenDepth];
    this.unseenDepth = places.length > 0 ? 0 : aside + 1;
    try {
      world.within(
        0n,
        () => {
          this.environment = this.scope(fn, environment);
          for (const [at, one] of fn.params.entries()) {
            const value = one.type === 'RestElement' ? this.listOf(given.slice(at)) : (given[at] ?? plain);
            this.bind(one, value, one, true);
          }
          this.body(fn);
        },
        ({ kind }) => kind !== 'throw',
      );
      return this.frame.answer ?? plain;
    } finally {
      [world.branches, this.unseenDepth] = [branches, aside];
      [this.frame, this.environment] = [frame, outer];
      this.stack.pop();
    }
  }

  protected classOfMethod(source: SourceFile, fn: FunctionNode, environment: Scope): ClassOf | null {
    const member = source.parentOf(fn);
    const body = member && source.parentOf(member);
    const node = body && source.parentOf(body);
    if (member?.type !== 'MethodDefinition' || !node) return null;
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return null;
    const { superClass } = node;
    const parent = superClass ? this.outside(source, environment, () => this.evaluate(superClass)) : null;
    return { node, source, environment, parent };
  }

  protected listOf(values: readonly Value[]): Value {
    const thing = this.world.make('list');
    for (const value of values) {
      thing.rest.begin(value);
      thing.shape.begin({ ...madeOf(value), must: 0n });
    }
    return thingValue(thing);
  }

  /** The command of a place, or a call of a function on the way to it. */
  protected tracked(
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
    const frame = this.frame;
    const [place = 0] = places;
    const ways = places.map((one) => this.carrier.ways[one] ?? []);
    const next = ways[0]?.[frame.depth + 1];
    if (!next) {
      if (places.length > 1) throw new Unseen(node.type);
      return this.sentAt(place, node, self, given);
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
    const found = isMember ? this.readMethod(self, name, node) : called;
    const known = [...found.things].find((thing) => thing.closure?.node === target);
    if (node.type === 'NewExpression') throw new Unseen(node.type);
    if (!known && isMember && (name === 'apply' || name === 'call')) {
      // A function of the program that wraps others calls the one that it holds.
      const [bound = plain, ...others] = given;
      const passed =
        name === 'call' ? others : target.params.map(() => this.elementOf(others[0] ?? plain, node));
      return this.callThing(this.dynamic(target, next.source), bound, passed, node, places);
    }
    const thing = known ?? this.targetByName(node, target, next.source, found, name, given, self);
    const bound = boundTo(thing, isMember ? self : plain);
    return this.callThing(thing, bound, given, node, places);
  }

  /** The function that a call led to while the program ran, where the source does not say which one it is. */
  protected targetByName(
    node: CallNode,
    target: FunctionNode,
    source: SourceFile,
    found: Value,
    name: string | null,
    given: readonly Value[],
    self: Value,
  ): Thing {
    const mine = this.frame.source;
    const isGiven = source === mine && source.isWithin(target, node);
    const hasFunction = given.some(({ things }) => [...things].some((thing) => thing.closure));
    const own = nameOfFunction(source, target);
    const isKnown =
      found.things.size > 0 && !found.isForeign && [...found.things].every((thing) => thing.closure);
    if (isGiven || isKnown) throw new Unseen(node.type);
    if (name !== null && [...self.things].some((thing) => isDecorated(thing, name)))
      return this.dynamic(target, source);
    const isSameName = own === name && own !== '';
    const isParameter = name !== null && this.isParameter(name);
    if (
      !isSameName &&
      !isParameter &&
      (hasFunction || (name !== null && own !== '' && own !== 'default' && !this.isImported(name)))
    )
      throw new Unseen(node.type);
    return this.dynamic(target, source);
  }

  /** A function that was called while the program ran, whatever called it. */
  protected dynamic(target: FunctionNode, source: SourceFile): Thing {
    const classOf = this.classAround(source, target);
    const isMethod = source.parentOf(target)?.type === 'MethodDefinition';
    const self = target.type === 'ArrowFunctionExpression' || isMethod ? this.selfOf(classOf) : null;
    const thing = this.make(target, source, this.staticOf(source, target), self);
    thing.isOut = true;
    return thing;
  }

  protected isParameter(name: string): boolean {
    return this.stack.some((fn) => declarationsOf(fn).get(name)?.kind === 'param');
  }

  protected isImported(name: string): boolean {
    return declarationsOf(this.frame.source.program).get(name)?.kind === 'import';
  }

  /** The command of a place: what its arguments are made of, and its reply. */
  protected sentAt(place: number, node: CallNode, self: Value, given: readonly Value[]): Value {
    const world = this.world;
    if (given.some(({ things }) => [...things].some((thing) => thing.closure))) throw new Unseen(node.type);
    const parts = given.map((value) => ({ ...this.deep(value), must: value.must }));
    const [first] = given;
    // The first argument of `call('GET', key)` is no key.
    const lead = first && first.things.size === 0 && !isByWord(node) ? first.lead : null;
    const { thrown } = world.path;
    const asked = world.path.asked | this.decidedBefore(place, lead);
    let reached: SentCommand = {
      ...{ sure: self.sure, maybe: self.maybe, must: self.must, asked, thrown },
      lead,
      isBehindWork: this.hasWorked,
      doubts: world.doubts.length,
    };
    this.hasWorked = false;
    for (const { sure, maybe, must } of parts)
      reached = {
        ...reached,
        sure: reached.sure | sure,
        maybe: reached.maybe | maybe,
        must: reached.must | must,
      };
    const known = this.reached.get(place);
    this.reached.set(
      place,
      known
        ? {
            sure: known.sure | reached.sure,
            maybe: known.maybe | reached.maybe,
            must: reached.must,
            asked: known.asked | asked,
            thrown: known.thrown | thrown,
            lead: isSameLead(known.lead, reached.lead) ? reached.lead : null,
            isBehindWork: known.isBehindWork || reached.isBehindWork,
            doubts: reached.doubts,
          }
        : reached,
    );
    const bit = world.replyOf(place);
    this.failing |= bit;
    const reply = world.make('reply', node);
    const mayBeNull = !this.carrier.isNeverNull(place);
    return { ...plain, sure: bit, must: bit, things: new Set([reply]), mayBeNull };
  }

  /** Replies that decide another write before this command, which may be one of its key. */
  protected decidedBefore(place: number, lead: Value['lead']): Places {
    const { isRead } = this.carrier;
    return this.others.reduce((all, other) => {
      if (isRead(place) && areDifferent(other.lead, lead)) return all;
      return all | (other.round === this.roundNumber ? other.places : this.world.aged(other.places));
    }, 0n);
  }

  /** True where a call is one of the client: it keeps nothing of what it sends. */
  protected isClient(object: Node, self: Value): boolean {
    if ([...self.things].some(({ kind }) => kind === 'client')) return true;
    const { source } = this.frame;
    for (let root = withoutTypes(object); ;) {
      if (this.clients.has(`${source.file} ${source.textOf(root)}`)) return true;
      if (root.type === 'CallExpression') root = withoutTypes(root.callee);
      if (root.type !== 'MemberExpression') return false;
      root = withoutTypes(root.object);
    }
  }

  /** A command that is none of the places. */
  protected sent(node: CallNode, name: string | null, self: Value, given: readonly Value[]): Value {
    const parts = given.map((value) => this.deep(value));
    const sure = parts.reduce((all, one) => all | one.sure | one.maybe, self.sure);
    const functions = given.filter(({ things }) => [...things].some((thing) => thing.closure));
    for (const one of functions) this.letOut(one);
    const decided = sure | this.world.path.asked;
    if (decided !== 0n && !onlyReads(name ?? '')) {
      this.world.doubt('condition', decided, this.frame.source, node, name ?? '');
      const lead = hasOneKey(name ?? '') ? (given[0]?.lead ?? null) : null;
      this.others.push({ lead, places: decided, round: this.roundNumber });
    }
    if (name !== null && batches.has(name)) return thingValue(this.world.make('client'));
    if (functions.length > 0) this.world.hand(sure, this.frame.source, node, name ?? '');
    const kind =
      [...self.things].some((thing) => thing.kind === 'client') && name !== 'exec' ? 'client' : 'reply';
    return { ...thingValue(this.world.make(kind)), sure, maybe: self.maybe, mayBeNull: true };
  }

  /** A call of code that is not seen: it learns what it is given, and may change all that it reaches. */
  protected unseen(
    node: Node,
    name: string,
    self: Value,
    given: readonly Value[],
    called: Value = plain,
  ): Value {
    const world = this.world;
    this.hasWorked = true;
    const { source } = this.frame;
    let [sure, maybe] = [called.sure, called.maybe];
    for (const value of [self, ...given]) {
      const deep = this.deep(value);
      sure |= deep.sure;
      maybe |= deep.maybe;
    }
    if (isCallNode(node) && learnedBy(node, (one) => this.isClient(one, plain)) && (sure | maybe) !== 0n)
      throw new Unseen(name);
    // One of the functions may be called, and which one may be for a reply to say.
    for (const thing of called.things)
      if (thing.closure && !this.stack.includes(thing.closure.node))
        this.branch(called.sure | called.maybe, () => {
          this.callThing(thing, boundTo(thing, self), given, node);
        });
    // A handed reply may come back by objects that were out before: that is known already.
    const learned = (sure | maybe) & ~this.onlyHanded([self, ...given]);
    world.hand(learned | world.path.asked, source, node, name);
    // Where a reply decides that it is called, it may write what is read later.
    if (world.path.asked !== 0n && source.parentOf(node)?.type === 'AwaitExpression')
      this.others.push({ lead: null, places: world.path.asked, round: this.roundNumber });
    for (const value of [self, ...given]) this.letOut(value);
    this.flush();
    world.leave('throw', null, learned | world.path.asked, source, node, name);
    return { ...foreign, maybe: sure | maybe | world.handed };
  }

  /** Replies that values have by what was handed before, and by nothing else. */
  protected onlyHanded(values: readonly Value[]): Places {
    let own = 0n;
    for (const value of values) {
      own |= value.sure | value.maybe;
      const seen = new Set<Thing>();
      const open = [...value.things];
      for (let thing = open.pop(); thing; thing = open.pop()) {
        if (seen.has(thing)) continue;
        this.count();
        seen.add(thing);
        for (const { value: held } of thing.cells) {
          own |= held.sure | held.maybe;
          for (const one of held.things) open.push(one);
        }
      }
    }
    return this.world.handed & ~own;
  }

  protected construct(node: CallNode, called: Value, name: string | null, given: readonly Value[]): Value {
    const classes = [...called.things].filter((thing) => thing.kind === 'class');
    if (classes.length === 0 || called.isForeign || classes.length < called.things.size)
      return this.unseen(node, name ?? '', plain, given, called);
    const made = classes.flatMap(({ classOf }) => {
      if (!classOf) return [];
      const thing = this.world.make('object', node);
      [thing.classOf, thing.isInstance] = [classOf, true];
      const self = thingValue(thing);
      if (classes.length > 1)
        this.branch(called.sure | called.maybe, () => {
          this.initialise(classOf, self, given, node);
        });
      else this.initialise(classOf, self, given, node);
      return [self];
    });
    const { sure, maybe } = called;
    const value = eitherOf(made);
    return { ...value, sure: value.sure | sure, maybe: value.maybe | maybe };
  }

  /** Carries out the constructor of a class for an instance. */
  protected initialise(classOf: ClassOf, self: Value, given: readonly Value[], node: Node): void {
    const { node: body, source, environment, parent } = classOf;
    const [frame, outer] = [this.frame, this.environment];
    const found = body.body.body.find(
      (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
    );
    if (!found && parent) {
      const parents = [...parent.things].filter((one) => one.classOf);
      if (parents.length > 0 && !parent.isForeign)
        for (const one of parents) if (one.classOf) this.initialise(one.classOf, self, given, node);
      if (parents.length === 0 || parent.isForeign) {
        for (const thing of self.things) thing.isOut = true;
        this.unseen(node, 'super', self, given);
      }
    }
    this.frame = { ...frame, source, self, classOf, answer: null, places: [] };
    this.environment = environment;
    for (const member of body.body.body)
      if (member.type === 'PropertyDefinition' && !member.static) {
        const name = nameOfKey(member.key, member.computed);
        const value = member.value ? this.evaluate(member.value) : plain;
        for (const thing of self.things)
          (name === null ? thing.rest : thing.fieldOf(name)).put(value, member);
      }
    [this.frame, this.environment] = [frame, outer];
    if (found?.type === 'MethodDefinition')
      this.callThing(this.make(found.value, source, environment, null), self, given, node);
  }
}

/** True where a call names its command in its arguments. */
const isByWord = (node: CallNode): boolean => {
  const callee = withoutTypes(calleeOf(node));
  const name = callee.type === 'MemberExpression' ? nameOfKey(callee.property, callee.computed) : null;
  return name === null || /^(?:call(?:Buffer)?|send_?command)$/i.test(name);
};

const isCallNode = (node: Node): node is CallNode =>
  node.type === 'CallExpression' || node.type === 'NewExpression';
const learnedBy = (node: CallNode, isOne: (argument: Node) => boolean): boolean =>
  node.type !== 'TaggedTemplateExpression' &&
  node.arguments.some((one) => one.type !== 'SpreadElement' && isOne(one));

const isOfLanguage = ({ things, isForeign }: Value): boolean =>
  !isForeign && things.size > 0 && [...things].every(({ kind }) => kind === 'language');
