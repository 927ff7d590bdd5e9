import { isSpread } from './syntax.ts';
import { largest } from '../../statistics/extremes.ts';
import {
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
import { withoutTypes, type CallNode, type Node } from './source-file.ts';
import {
  either,
  eitherOf,
  foreign,
  madeOf,
  madeOfAll,
  plain,
  thingValue,
  labelsOf,
  type Places,
  type Thing,
  type Value,
} from './values.ts';
import { Unseen, mostRounds } from './walk.ts';
import { Objects } from './objects.ts';

/** Calls of what the language itself has: lists, texts, dates, promises. */
export abstract class LanguageCalls extends Objects {
  protected globalCall(node: CallNode, name: string, given: readonly Value[]): Value | null {
    if (name === 'eval' || name === 'Function') throw new Unseen(name);
    const isNew = node.type === 'NewExpression';
    if (isNew && (containers.has(name) || name === 'Set')) {
      const thing = this.world.make('list');
      for (const value of given) {
        const element = this.elementOf(value, node);
        thing.rest.put({ ...element, mayBeNull: false }, node);
        // What a map holds stands in the pairs that it is made of.
        if (name.endsWith('Map'))
          thing.rest.put({ ...this.elementOf(element, node), mayBeNull: false }, node);
        thing.shape.put(madeOf(element, this.shapeOf(value)), node);
      }
      return { ...thingValue(thing), ...labelsOf(given) };
    }
    const texts = given.map((value) => this.asText(value, node));
    if (!pureFunctions.has(name) && !throwingFunctions.has(name) && !errors.test(name)) return null;
    const made = madeOfAll(texts);
    if (throwingFunctions.has(name))
      this.world.leave('throw', null, made.sure | made.maybe, this.frame.source, node, name);
    return isNew ? this.languageValue(made, given, node) : made;
  }

  /** A date, a URL, bytes: what is put into a part of them is in all. Views of the same bytes share them. */
  protected languageValue(made: Value, given: readonly Value[], node: Node): Value {
    const thing = this.world.make('language', node);
    thing.rest.begin({ ...made, must: 0n });
    const shared = given.flatMap(({ things }) => [...things].filter(({ kind }) => kind === 'language'));
    return { ...made, things: new Set([thing, ...shared]) };
  }

  protected filled(value: Value): Thing {
    const thing = this.world.make('list');
    thing.rest.begin(value);
    return thing;
  }

  /** A call of a function or a method of the language; `null`: it is none. */
  protected languageCall(
    node: CallNode,
    callee: Extract<Node, { type: 'MemberExpression' }>,
    name: string | null,
    self: Value,
    given: readonly Value[],
  ): Value | null {
    const world = this.world;
    const object = withoutTypes(callee.object);
    const isGlobal = object.type === 'Identifier' && !this.environment.cellOf(object.name);
    const path = isGlobal && name !== null ? `${object.name}.${name}` : '';
    if (isGlobal) {
      if (silentObjects.has(object.name)) return plain;
      if (clocks.has(path)) return plain;
      if (path === 'Object.assign') return this.assigned(node, given);
      if (holders.has(path)) return this.held(node, path, given);
      if (pureObjects.has(object.name)) {
        const functions = this.callbacks(
          given,
          madeOfAll(given.map((value) => ({ ...madeOf(value), ...this.deep(value) }))),
          node,
        );
        const made = madeOf(
          ...given.map((value) => ({ ...this.asText(value, node), ...this.deep(value) })),
          ...functions.map((one) => ({ ...one, must: 0n })),
        );
        if (throwingMethods.has(path)) {
          world.leave('throw', null, made.sure | made.maybe, this.frame.source, node, path);
          const thing = world.make('reply');
          return { ...made, things: new Set([thing]), mayBeNull: (made.sure | made.maybe) !== 0n };
        }
        return object.name === 'Buffer' ? this.languageValue(made, given, node) : made;
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
        (this.methodOf(thing, name) !== null || thing.fields.has(name) || thing.getters.has(name)),
    );
    if (hasMethod) return null;
    if (
      kinds.length > 0 &&
      kinds.every(({ kind }) => kind === 'iterator') &&
      /^(?:next|return|throw)$/.test(name)
    ) {
      for (const value of given) {
        const { sure, maybe } = this.deep(value);
        world.hand(sure | maybe, this.frame.source, node, name);
        this.letOut(value);
      }
      const element = this.elementOf(self, node);
      const thing = world.make('object', node);
      thing.fieldOf('value').begin(element);
      thing.fieldOf('done').begin({ ...madeOf(element), must: 0n });
      return thingValue(thing);
    }
    if (later.has(name) && isOwn) return this.then(node, name, self, given);
    if (kinds.some(({ kind }) => kind === 'regexp') && isOwn) return this.match(node, self, given);
    const isFunctionCall = kinds.length > 0 && kinds.every((thing) => thing.closure) && !self.isForeign;
    if (isFunctionCall && (name === 'call' || name === 'apply')) {
      const [first = plain, ...others] = given;
      const passed =
        name === 'call' ? others : this.allParameters(kinds, this.elementOf(others[0] ?? plain, node));
      return this.callValue(node, { ...self, isForeign: false }, first, null, passed);
    }
    const isReading = reading.has(name);
    if (/^(?:toISOString|repeat|normalize|toFixed|toPrecision|toLocale\w*String)$/.test(name)) {
      const { sure, maybe } = madeOf(self, ...given);
      world.leave('throw', null, sure | maybe, this.frame.source, node, name);
    }
    if (isOwn && kinds.some(({ kind }) => kind === 'language')) return this.languageMethod(node, self, given);
    if (isOwn ? !isReading && !changing.has(name) : !isReading) return null;
    if (
      !isOwn &&
      given.some(
        (value) =>
          (this.deep(value).sure | this.deep(value).maybe) !== 0n &&
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
    return this.method(node, name, self, given);
  }

  protected allParameters(things: readonly Thing[], value: Value): Value[] {
    const most = largest(
      things.map(({ closure }) => closure?.node.params.length ?? 0),
      0,
    );
    return Array.from({ length: most }, () => value);
  }

  /** A method of a date, a URL or the like: it may change it, and answers with a part of it. */
  protected languageMethod(node: Node, self: Value, given: readonly Value[]): Value {
    const values = given.filter(({ things }) => ![...things].some((thing) => thing.closure));
    for (const value of values) {
      const made = madeOf({ ...value, ...this.deep(value) });
      this.write(self, null, made, node);
      for (const thing of value.things)
        if (thing.kind !== 'reply')
          this.write(thingValue(thing), null, madeOf(self, this.elementOf(self, node)), node);
    }
    const held = this.elementOf(self, node);
    const answers = this.callbacks(given, held, node);
    const { must } = madeOf(self, ...values);
    return { ...madeOf(self, held, ...answers), must, things: self.things };
  }

  /** A method of a list, a text or the like. */
  protected method(node: CallNode, name: string, self: Value, given: readonly Value[]): Value {
    const world = this.world;
    const held = this.elementOf(self, node);
    if (given.some(({ things }) => [...things].some(({ kind }) => kind === 'regexp')))
      this.noteMatch(self.sure | self.maybe);
    const shape = this.shapeOf(self);
    if (name === 'has' && [...self.things].every(({ kind }) => kind === 'list'))
      return madeOf(shape, ...given);
    const values = given.filter(({ things }) => ![...things].some((thing) => thing.closure));
    const answers = world.within(shape.sure | shape.maybe, () =>
      this.callbacks(given, either(held, ...values), node, stopping.has(name)),
    );
    if (changing.has(name)) {
      const put = [...values, ...(name === 'sort' ? [] : answers)];
      // `pop()` and the like put nothing in, and yet what is left depends on whether they are called.
      for (const value of put.length > 0 ? put : [plain]) this.write(self, null, value, node);
    }
    if (growing.has(name))
      for (const [at, value] of given.entries())
        if (node.type === 'CallExpression' && node.arguments.slice(0, at + 1).some(isSpread))
          for (const thing of self.things) world.put(thing.shape, madeOf(value), node);
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
      ...values.map((value) => ({ ...value, ...this.deep(value) })),
      ...answers,
    ]);
    const things = new Set([list, ...all.flatMap((one) => [...one.things])]);
    const must = self.must | (answers.length === 0 ? held.must : 0n);
    return {
      ...plain,
      ...labels,
      must,
      things,
      mayBeNull: mayMiss.has(name) && (labels.sure | labels.maybe) !== 0n,
    };
  }

  /** Calls the functions among arguments, as methods of lists and promises do. */
  protected callbacks(given: readonly Value[], element: Value, node: Node, stops = false): Value[] {
    const answers: Value[] = [];
    for (const value of given) {
      const functions = [...value.things].filter((thing) => thing.closure);
      if (functions.length === 0) continue;
      if (value.isForeign || functions.length < value.things.size) {
        answers.push(this.unseen(node, '', plain, [element], value));
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
          const chosen = functions.length > 1 ? value.sure | value.maybe : 0n;
          hasChanged = this.world.round(() => {
            this.world.within(asked | chosen, () => {
              answer = this.callThing(thing, thing.closure?.self ?? plain, given, node);
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

  protected then(node: CallNode, name: string, self: Value, given: readonly Value[]): Value {
    const answers = this.callbacks(given, self, node);
    if (answers.length === 0) return self;
    const { sure, maybe } = self;
    const answer = name === 'finally' ? self : eitherOf(name === 'catch' ? [...answers, self] : answers);
    return { ...answer, sure: answer.sure | sure, maybe: answer.maybe | maybe };
  }

  /** A regular expression remembers where it is, and what it was tried on. */
  protected match(node: CallNode, self: Value, given: readonly Value[]): Value {
    const made = labelsOf(given);
    this.noteMatch(made.sure | made.maybe);
    for (const thing of self.things) {
      this.world.put(thing.fieldOf('lastIndex'), { ...plain, ...made }, node);
    }
    const held = eitherOf([...self.things].map((thing) => thing.fieldOf('lastIndex').value));
    const list = this.filled({ ...plain, ...made });
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

  protected noteMatch(labels: Places): void {
    const matched = this.matched | labels | this.world.aged(labels);
    if (matched !== this.matched) this.world.changed();
    this.matched = matched;
  }

  protected assigned(node: CallNode, given: readonly Value[]): Value {
    const [target = plain, ...others] = given;
    for (const other of others) {
      for (const thing of other.things) {
        for (const [name, { value }] of thing.fields)
          this.write(
            target,
            name,
            { ...value, sure: value.sure | other.sure, maybe: value.maybe | other.maybe },
            node,
          );
        for (const [name, getter] of thing.getters)
          this.write(target, name, this.callThing(getter, thingValue(thing), [], node), node);
      }
      this.write(target, null, this.elementOf(other, node), node);
    }
    return target;
  }

  protected held(node: CallNode, path: string, given: readonly Value[]): Value {
    const [first = plain] = given;
    if (
      path === 'Object.freeze' ||
      path === 'Object.seal' ||
      path === 'Promise.resolve' ||
      path === 'Promise.reject'
    )
      return first;
    const held = path.endsWith('.of') ? eitherOf(given) : this.elementOf(first, node);
    const shape = madeOf(this.shapeOf(first), held);
    const answers = this.world.within(shape.sure | shape.maybe, () =>
      this.callbacks(given.slice(1), held, node),
    );
    const inner = either(
      held,
      ...[...held.things].map((thing) => (thing.kind === 'reply' ? held : thing.contents)),
    );
    const list = this.filled(answers.length > 0 ? eitherOf(answers) : inner);
    list.shape.begin({ ...this.shapeOf(first), must: 0n });
    if (path === 'Array.from' && answers.length > 0) list.shape.begin({ ...shape, must: 0n });
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

  protected isMethodOfLanguage({ things, isForeign }: Value, name: string): boolean {
    if (isForeign || things.size === 0 || !(reading.has(name) || changing.has(name))) return false;
    return ![...things].some(
      (thing) =>
        thing.kind === 'language' ||
        thing.fields.has(name) ||
        this.memberOf(thing, name, 'method') ||
        this.accessor(thing, name, 'get'),
    );
  }
}

/** Methods whose function decides whether it is called again. */
const stopping = new Set(['some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex']);

/** Methods that add as much as they are given, whatever it is. */
const growing = new Set(['push', 'unshift', 'fill']);

/** Methods that may find nothing. */
const mayMiss = new Set(['find', 'findLast', 'at', 'get', 'pop', 'shift', 'match']);
