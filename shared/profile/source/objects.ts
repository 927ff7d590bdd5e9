import { smallest } from '../../statistics/extremes.ts';
import { nameOfKey, withoutTypes, type Node, type SourceFile } from './source-file.ts';
import {
  Slot,
  either,
  eitherOf,
  Scope,
  foreign,
  madeOf,
  plain,
  thingValue,
  type ClassOf,
  type Places,
  type Thing,
  type Value,
  boundTo,
} from './values.ts';
import { isDecorated, namedType, isOfPlainType, isOfClassAlone } from './syntax.ts';
import { Unseen, deepest, Walk } from './walk.ts';

/** What variables and objects hold: how it is put there and read, and who else may reach it. */
export abstract class Objects extends Walk {
  /** Puts a value into a variable, a property or a pattern. */
  protected bind(target: Node, value: Value, by: Node, isDeclared = false): void {
    const node = withoutTypes(target);
    switch (node.type) {
      case 'Identifier':
        this.put(node.name, value, by, isDeclared);
        return;
      case 'MemberExpression': {
        const name = node.computed ? this.computed(node.property) : nameOfKey(node.property, false);
        const key = node.computed ? this.evaluate(node.property) : plain;
        const { sure, maybe } = madeOf(value);
        if ((sure | maybe) !== 0n && this.isClient(node.object, plain)) throw new Unseen(node.type);
        if (key.sure !== 0n || key.maybe !== 0n)
          for (const thing of this.evaluate(node.object).things)
            this.world.put(thing.shape, madeOf(key), node);
        this.write(
          this.evaluate(node.object),
          name,
          { ...value, sure: value.sure | key.sure, maybe: value.maybe | key.maybe },
          node,
        );
        return;
      }
      case 'AssignmentPattern': {
        const { left, right } = node;
        let other = plain;
        this.world.within(value.sure | value.maybe, () => {
          other = this.evaluate(right);
        });
        this.bind(
          left,
          { ...either(value, other), sure: value.sure | other.sure, must: value.must },
          by,
          isDeclared,
        );
        return;
      }
      case 'ObjectPattern':
        this.mayFail(value, node);
        for (const property of node.properties)
          if (property.type === 'RestElement')
            this.bind(property.argument, this.copyOf(value), by, isDeclared);
          else {
            const name = property.computed ? this.computed(property.key) : nameOfKey(property.key, false);
            this.bind(property.value, this.read(value, name, property), by, isDeclared);
          }
        return;
      case 'ArrayPattern':
        this.mayFail(value, node);
        for (const element of node.elements)
          if (element?.type === 'RestElement')
            this.bind(element.argument, this.copyOf(value), by, isDeclared);
          else if (element) this.bind(element, this.elementOf(value, node), by, isDeclared);
        return;
      case 'RestElement':
        this.bind(node.argument, value, by, isDeclared);
        return;
      default: {
        const parameter = (node as unknown as { parameter?: Node }).parameter;
        if (!parameter) throw new Unseen((node as Node).type);
        this.bind(parameter, value, by, isDeclared);
        const inner = withoutTypes(parameter);
        const name =
          inner.type === 'Identifier'
            ? inner.name
            : inner.type === 'AssignmentPattern' && inner.left.type === 'Identifier'
              ? inner.left.name
              : null;
        if (name !== null) this.write(this.frame.self, name, value, node);
      }
    }
  }

  protected put(name: string, value: Value, by: Node, isDeclared: boolean): void {
    const world = this.world;
    const cell = this.environment.cellOf(name);
    const asked = world.deciding(cell?.birth ?? 0);
    const put = {
      ...value,
      sure: value.sure | (isDeclared ? 0n : asked),
      must: world.branches > 0 && !isDeclared ? 0n : value.must,
    };
    if (!isDeclared && this.environment.isStatic(name)) {
      // Other functions may read it.
      world.hand(put.sure | put.maybe, this.frame.source, by, name);
      this.letOut(put);
    }
    if (!cell) return;
    if (isDeclared && !cell.isFresh) cell.begin(put);
    else world.put(cell, put, by);
  }

  /** Writes a property. */
  protected write(object: Value, name: string | null, value: Value, by: Node): void {
    const world = this.world;
    const { source } = this.frame;
    const births = [...object.things].map(({ rest }) => rest.birth);
    const asked = world.deciding(object.isForeign ? 0 : smallest(births));
    const put = {
      ...value,
      sure: value.sure | asked | object.sure,
      maybe: value.maybe | object.maybe,
      must: world.branches > 0 ? 0n : value.must,
    };
    const { sure, maybe } = this.deep(put);
    const isOut = object.isForeign || [...object.things].some((thing) => thing.isOut);
    if (isOut) {
      world.hand(sure | maybe, source, by, name ?? '');
      this.letOut(put);
    }
    for (const thing of object.things) {
      const setter = name === null ? null : this.accessor(thing, name, 'set');
      if (setter) {
        this.callThing(setter, thingValue(thing), [value], by);
        continue;
      }
      world.put(name === null ? thing.rest : thing.fieldOf(name), put, by);
      if (name === 'length' && thing.kind === 'list') world.put(thing.rest, { ...madeOf(put), must: 0n }, by);
      world.put(thing.shape, { ...plain, sure: asked | object.sure, maybe: object.maybe }, by);
    }
  }

  /** Reads a property; `null`: its name is computed. */
  protected read(object: Value, name: string | null, by: Node): Value {
    if (object.isForeign || [...object.things].some(({ isOut }) => isOut)) this.flush();
    const found: Value[] = [];
    let isReplaced = false;
    for (const thing of object.things) {
      if (thing.kind === 'reply') {
        const own = name === null ? null : (thing.fields.get(name)?.value ?? null);
        if (own) isReplaced = true;
        if (own) found.push({ ...own, must: 0n });
        found.push({ ...object, things: new Set([thing]), mayBeNull: true, isForeign: false });
        continue;
      }
      if (thing.kind === 'language') {
        found.push(either(thing.contents, { ...thing.contents, things: new Set([thing]) }));
        continue;
      }
      if (thing.kind === 'list' && (name === 'length' || name === 'size')) {
        found.push(madeOf(thing.shape.value));
        if (thing.isOut) found.push({ ...plain, maybe: this.world.handed });
        continue;
      }
      const getter = name === null ? null : this.accessor(thing, name, 'get');
      if (getter) found.push(this.callThing(getter, thingValue(thing), [], by));
      else if (name === null) found.push(thing.contents);
      else {
        const method = this.methodOf(thing, name);
        if (method) found.push(method);
        const field = thing.fields.get(name) ?? this.declaredField(thing, name);
        if (field) found.push(field.value);
        found.push(thing.rest.value);
        if (!method && !field && thing.isInstance && !thing.isOut) found.push(plain);
      }
      if (thing.isOut && (thing.kind !== 'function' || !getter)) {
        const isMethod =
          name !== null &&
          this.methodOf(thing, name) !== null &&
          !this.frame.source.assigned.has(name) &&
          !(thing.classOf?.source ?? this.frame.source).assigned.has('*this');
        const isDeclared = name !== null && thing.isInstance && thing.fields.get(name)?.isDeclared === true;
        if (!isMethod && !isDeclared) found.push({ ...foreign, maybe: this.world.handed });
      }
    }
    if (object.isForeign && object.things.size === 0) found.push({ ...foreign, maybe: this.world.handed });
    const value = eitherOf(found);
    return {
      ...value,
      sure: value.sure | object.sure,
      maybe: value.maybe | object.maybe,
      must: isReplaced ? 0n : value.must | object.must,
      mayBeNull: value.mayBeNull || (object.sure | object.maybe) !== 0n,
    };
  }

  /**
   * A property of an object that was made elsewhere, by what its class declares: `private readonly store: Store`, or
   * `store = new Store()`. `null`: it says nothing that can be followed.
   */
  protected declaredField(thing: Thing, name: string): Slot | null {
    const { classOf } = thing;
    if (!classOf || !thing.isInstance || !thing.isOut || thing.kind !== 'unknown') return null;
    const { node, source, environment } = classOf;
    const value = this.declared(node, name, source, environment);
    if (!value) return null;
    const slot = thing.fieldOf(name);
    slot.isDeclared = isOfClassAlone(classOf.node, name);
    slot.begin(value);
    return slot;
  }

  protected declared(
    node: ClassOf['node'],
    name: string,
    source: SourceFile,
    environment: Scope,
  ): Value | null {
    for (const member of node.body.body) {
      if (
        member.type === 'PropertyDefinition' &&
        !member.static &&
        nameOfKey(member.key, member.computed) === name
      ) {
        const { value } = member;
        if (namedType(member)) return this.typed(member, source);
        if (!value || source.assigned.has(name)) return null;
        return this.outside(source, environment, () => this.evaluate(value));
      }
      if (member.type !== 'MethodDefinition' || member.kind !== 'constructor') continue;
      for (const one of member.value.params) {
        const { parameter } = one as unknown as { parameter?: Node };
        if (parameter?.type === 'Identifier' && parameter.name === name) return this.typed(parameter, source);
      }
    }
    return null;
  }

  /** A text or the like, or an object of the class that a type names; `null`: the type names neither. */
  protected typed(node: Node, source: SourceFile): Value | null {
    if (isOfPlainType(node)) return plain;
    const name = namedType(node);
    const cell = name === null ? null : this.staticAt(source, source.program, null).cellOf(name);
    const [made] = [...(cell?.value.things ?? [])].filter(({ kind }) => kind === 'class');
    if (!made?.classOf || this.isExtended(made.classOf)) return null;
    const thing = this.world.make('unknown', null, true);
    [thing.classOf, thing.isInstance] = [made.classOf, true];
    return thingValue(thing);
  }

  protected isExtended({ node, source }: ClassOf): boolean {
    return (
      source.extended.has('*') ||
      (node.id !== null && node.id !== undefined && this.carrier.isExtended(node.id.name))
    );
  }

  protected elementOf(value: Value, by: Node): Value {
    const found: Value[] = [];
    for (const thing of value.things) {
      if (thing.kind === 'reply') found.push({ ...value, things: new Set([thing]), mayBeNull: true });
      else if (thing.iterate) found.push(thing.iterate());
      else found.push(thing.contents);
      for (const getter of thing.getters.values())
        found.push(this.callThing(getter, thingValue(thing), [], by));
      for (const name of ['@@iterator', '@@asyncIterator']) {
        const iterator = this.methodOf(thing, name) ?? thing.fields.get(name)?.value;
        for (const one of iterator?.things ?? [])
          found.push(this.stepsOf(this.callThing(one, thingValue(thing), [], by), by));
      }
      if (thing.isOut) found.push({ ...foreign, maybe: this.world.handed });
    }
    if (value.isForeign && value.things.size === 0) found.push({ ...foreign, maybe: this.world.handed });
    const element = eitherOf(found);
    return {
      ...element,
      sure: element.sure | value.sure,
      maybe: element.maybe | value.maybe,
      must: element.must | value.must,
    };
  }

  /** How much a value holds, and which keys. */
  protected shapeOf(value: Value): Value {
    const shapes = [...value.things].map((thing) => {
      if (thing.kind === 'reply') return madeOf(value);
      if (thing.kind === 'iterator') return madeOf(thing.iterate?.() ?? plain);
      const { sure, maybe } = thing.shape.value;
      const out = thing.isOut || thing.kind === 'language' ? madeOf(thing.contents) : plain;
      return {
        ...plain,
        sure: sure | out.sure,
        maybe: maybe | out.maybe | (thing.isOut ? this.world.handed : 0n),
      };
    });
    const open = value.isForeign && value.things.size === 0 ? { ...plain, maybe: this.world.handed } : plain;
    return madeOf(value, open, ...shapes);
  }

  /** A new object with the same contents. */
  protected copyOf(value: Value): Value {
    const thing = this.world.make('object');
    for (const one of value.things) {
      if (one.kind === 'reply') thing.rest.begin({ ...value, things: new Set([one]) });
      for (const [name, { value: held }] of one.fields) thing.fieldOf(name).begin(held);
      for (const [name, getter] of one.getters)
        (name === '*' ? thing.rest : thing.fieldOf(name)).begin(
          this.callThing(getter, thingValue(one), [], getter.closure?.node ?? this.frame.source.program),
        );
      thing.rest.begin(one.rest.value);
      if (one.isOut) thing.rest.begin({ ...foreign, maybe: this.world.handed });
    }
    if (value.isForeign && value.things.size === 0)
      thing.rest.begin({ ...foreign, maybe: this.world.handed });
    return { ...value, things: new Set([thing]), isForeign: false, mayBeNull: false, lead: null };
  }

  /** Replies in a value and in all that it holds. */
  protected deep(value: Value): { sure: Places; maybe: Places } {
    let { sure, maybe } = value;
    const seen = new Set<Thing>();
    const open = [...value.things];
    for (let thing = open.pop(); thing; thing = open.pop()) {
      if (seen.has(thing)) continue;
      this.count();
      seen.add(thing);
      for (const { value: held } of thing.cells) {
        sure |= held.sure;
        maybe |= held.maybe;
        for (const one of held.things) open.push(one);
      }
      for (const getter of this.saying(thing)) {
        if (!getter.closure || this.stack.includes(getter.closure.node)) continue;
        const answer = this.callThing(getter, thingValue(thing), [], getter.closure.node);
        sure |= answer.sure;
        maybe |= answer.maybe;
        for (const one of answer.things) open.push(one);
      }
      if (thing.isOut && thing.kind !== 'function' && thing.kind !== 'class') maybe |= this.world.handed;
    }
    return { sure, maybe };
  }

  /** Text that is made of a value: an object may say what it is by a method. */
  protected asText(value: Value, node: Node): Value {
    const made: Value[] = [];
    for (const thing of value.things) {
      if (thing.kind === 'reply' || thing.kind === 'unknown') continue;
      for (const name of ['toString', 'valueOf', 'toJSON', '@@toPrimitive']) {
        const method = this.methodOf(thing, name) ?? thing.fields.get(name)?.value;
        for (const one of method?.things ?? []) made.push(this.callThing(one, thingValue(thing), [], node));
      }
      made.push({ ...madeOf(thing.contents), must: 0n });
    }
    return { ...madeOf(value, ...made), must: value.must, lead: value.lead };
  }

  /** A property of what may be missing throws. */
  protected mayFail(value: Value, node: Node): void {
    if (!value.mayBeNull) return;
    this.world.leave('throw', null, value.sure | value.maybe, this.frame.source, node);
  }

  protected computed(node: Node): string | null {
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

  /** A method of the class of an instance, or a static one of a class. */
  protected methodOf(thing: Thing, name: string): Value | null {
    const member = this.memberOf(thing, name, 'method');
    return member && thingValue(member);
  }

  protected accessor(thing: Thing, name: string, kind: 'get' | 'set'): Thing | null {
    const own = kind === 'get' ? thing.getters : thing.setters;
    return own.get(name) ?? own.get('*') ?? this.memberOf(thing, name, kind);
  }

  protected memberOf(thing: Thing, name: string, kind: 'method' | 'get' | 'set'): Thing | null {
    let { classOf } = thing;
    for (let depth = 0; classOf && depth < deepest; depth++) {
      const { node, source, environment, parent }: ClassOf = classOf;
      for (const member of node.body.body) {
        if (member.type !== 'MethodDefinition' || member.kind !== kind) continue;
        const key = member.computed ? this.computed(member.key) : nameOfKey(member.key, false);
        if (key !== name || member.static === thing.isInstance) continue;
        if (isDecorated({ classOf }, name)) return null;
        return this.make(member.value, source, environment, null);
      }
      classOf = [...(parent?.things ?? [])].find((one) => one.classOf)?.classOf ?? null;
    }
    return null;
  }

  /** Code that is not seen may reach a value, and all that it holds. */
  protected letOut(value: Value): void {
    const open = [...value.things];
    for (let thing = open.pop(); thing; thing = open.pop()) {
      if (thing.kind === 'client' || thing.kind === 'reply') continue;
      if (thing.closure) this.escape(thing, thing.closure.node);
      if (thing.isOut) continue;
      thing.isOut = true;
      for (const { value: held } of thing.cells) for (const one of held.things) open.push(one);
      for (const accessor of [...thing.getters.values(), ...thing.setters.values()]) open.push(accessor);
      if (thing.isInstance && thing.classOf) {
        const { node, source, environment } = thing.classOf;
        for (const member of node.body.body)
          if (member.type === 'MethodDefinition' && !member.static && member.kind !== 'constructor') {
            const method = this.make(member.value, source, environment, thingValue(thing));
            open.push(method);
          }
      }
    }
    this.flush();
  }

  /** Code that is not seen calls the functions that it was given. */
  protected flush(): void {
    const world = this.world;
    const state = `${world.puts} ${this.escaped.size} ${world.handed}`;
    if (this.isFlushing || this.escaped.size === 0 || state === this.flushed) return;
    this.isFlushing = true;
    world.branches++;
    for (const thing of [...this.escaped.values()].flat()) {
      const { closure } = thing;
      if (!closure || this.stack.includes(closure.node)) continue;
      const given = closure.node.params.map(() => ({ ...foreign, maybe: world.handed }));
      const answer = world.within(
        0n,
        () => this.callThing(thing, closure.self ?? this.unknown(), given, closure.node),
        () => true,
      );
      const { sure, maybe } = this.deep(answer);
      world.hand(sure | maybe, closure.source, closure.node);
    }
    world.branches--;
    this.flushed = `${world.puts} ${this.escaped.size} ${world.handed}`;
    this.isFlushing = false;
  }

  /** What an object of a literal is asked for when it is written out. */
  protected saying(thing: Thing): Thing[] {
    if (thing.kind !== 'object') return [];
    const written = ['toJSON', 'toString', 'valueOf'].flatMap((name) => [
      ...(this.methodOf(thing, name) ?? thing.fields.get(name)?.value ?? plain).things,
    ]);
    return [...thing.getters.values(), ...written];
  }

  /** `super.name`: a getter or a method of the class that is extended. */
  protected superMember(node: Extract<Node, { type: 'MemberExpression' }>): Value {
    const name = node.computed ? this.computed(node.property) : nameOfKey(node.property, false);
    const parents = [...(this.frame.classOf?.parent?.things ?? [])].filter((one) => one.classOf);
    if (name === null || parents.length === 0) throw new Unseen(node.type);
    const found = parents.map((one) => {
      const instance = this.world.make('object');
      [instance.classOf, instance.isInstance] = [one.classOf, true];
      const getter = this.accessor(instance, name, 'get');
      if (getter) return this.callThing(getter, this.frame.self, [], node);
      return this.methodOf(instance, name) ?? this.read(this.frame.self, name, node);
    });
    return eitherOf(found);
  }
  /** What an iterator of the program's own answers by `next`. */
  protected stepsOf(iterator: Value, by: Node): Value {
    const found: Value[] = [];
    for (const thing of iterator.things) {
      if (thing.iterate) {
        found.push(thing.iterate());
        continue;
      }
      const next = this.methodOf(thing, 'next') ?? thing.fields.get('next')?.value;
      const steps = [...(next?.things ?? [])].filter((one) => one.closure);
      if (steps.length === 0) found.push({ ...foreign, maybe: this.world.handed });
      for (const one of steps) {
        const answer = this.callThing(one, boundTo(one, thingValue(thing)), [], by);
        found.push(this.read(answer, 'value', by), madeOf(this.read(answer, 'done', by)));
      }
    }
    return eitherOf(found);
  }
}
