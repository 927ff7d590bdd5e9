import { nameOfKey, withoutTypes, type FunctionNode, type Node } from './source-file.ts';
import {
  either,
  eitherOf,
  foreign,
  madeOf,
  madeOfAll,
  plain,
  textValue,
  thingValue,
  type ClassOf,
  type Places,
  type Value,
} from './values.ts';
import { Unseen } from './walk.ts';
import { Calls } from './calls.ts';

/** Expressions, and which replies their values are made of. */
export abstract class Expressions extends Calls {
  protected answer(value: Value): void {
    const asked = this.world.deciding(this.frame.began);
    const answer = asked === 0n ? value : { ...value, sure: value.sure | asked };
    this.frame.answer = this.frame.answer ? either(this.frame.answer, answer) : answer;
  }

  protected evaluate(expression: Node): Value {
    const node = withoutTypes(expression);
    this.count();
    const world = this.world;
    switch (node.type) {
      case 'Literal':
        if ('regex' in node) return thingValue(world.make('regexp', node));
        return typeof node.value === 'string' ? textValue(node.value) : plain;
      case 'Identifier':
        return this.variable(node.name);
      case 'ThisExpression':
        return this.frame.self;
      case 'Super':
        return this.superOf();
      case 'TemplateLiteral': {
        const parts = node.expressions.map((one) => this.asText(this.evaluate(one), one));
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
        const left = node.left.type === 'PrivateIdentifier' ? plain : this.evaluate(node.left);
        const right = this.evaluate(node.right);
        if (node.operator === '+') {
          const [one, other] = [this.asText(left, node.left), this.asText(right, node.right)];
          const lead = one.lead ? { text: one.lead.text, isWhole: false } : null;
          return { ...madeOf(one, other), lead };
        }
        if (node.operator === 'in') return madeOf(left, right, this.shapeOf(right));
        if (['===', '!==', 'instanceof'].includes(node.operator)) return madeOf(left, right);
        return madeOf(this.asText(left, node.left), this.asText(right, node.right));
      }
      case 'LogicalExpression': {
        const left = this.evaluate(node.left);
        const asked = left.sure | left.maybe;
        let right = plain;
        this.branch(asked, () => {
          world.doubt('condition', asked, this.frame.source, node);
          right = this.evaluate(node.right);
        });
        return { ...either(left, right), sure: left.sure | right.sure, must: left.must };
      }
      case 'ConditionalExpression': {
        const test = this.evaluate(node.test);
        const asked = test.sure | test.maybe;
        const parts: Value[] = [];
        for (const one of [node.consequent, node.alternate])
          this.branch(asked, () => {
            world.doubt('condition', asked, this.frame.source, node);
            parts.push(this.evaluate(one));
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
          const key = target.computed ? madeOf(this.evaluate(target.property)) : plain;
          this.write(this.evaluate(target.object), null, key, node);
          return plain;
        }
        const value = this.evaluate(node.argument);
        return madeOf(['+', '-', '~'].includes(node.operator) ? this.asText(value, node) : value);
      }
      case 'UpdateExpression': {
        const value = madeOf(this.asText(this.evaluate(node.argument), node));
        this.bind(node.argument, value, node);
        return value;
      }
      case 'AssignmentExpression':
        return this.assign(node);
      case 'SequenceExpression':
        return node.expressions.map((one) => this.evaluate(one)).at(-1) ?? plain;
      case 'AwaitExpression':
        return this.awaited(this.evaluate(node.argument), node);
      case 'YieldExpression': {
        const value = node.argument ? this.evaluate(node.argument) : plain;
        const { sure, maybe } = this.deep(value);
        this.answer(node.delegate ? this.elementOf(value, node) : value);
        // Who takes the value may stop, and may change what comes next.
        world.hand(sure | maybe, this.frame.source, node, 'yield');
        this.letOut(value);
        world.leave('return', null, sure | maybe, this.frame.source, node, 'yield');
        return { ...foreign, maybe: world.handed };
      }
      case 'MemberExpression':
        return this.member(node);
      case 'ChainExpression':
        return world.within(0n, () => this.evaluate(node.expression));
      case 'CallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        return this.call(node);
      case 'ArrayExpression': {
        const thing = world.make('list', node);
        for (const element of node.elements) {
          if (!element) continue;
          if (element.type === 'SpreadElement') {
            const spread = this.evaluate(element.argument);
            thing.shape.put(this.shapeOf(spread), element);
            thing.rest.put(this.elementOf(spread, element), element);
          } else thing.rest.put(this.evaluate(element), element);
        }
        return thingValue(thing);
      }
      case 'ObjectExpression':
        return this.object(node);
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        return this.closure(node, this.environment);
      case 'ClassExpression':
      case 'ClassDeclaration':
        return this.class(node);
      case 'ImportExpression':
        this.evaluate(node.source);
        return this.unknown();
      case 'MetaProperty':
        return foreign;
      case 'SpreadElement':
        return this.elementOf(this.evaluate(node.argument), node);
      default: {
        const { type } = node as Node;
        if (!type.startsWith('JSX')) throw new Unseen(type);
        return this.markup(node);
      }
    }
  }

  protected variable(name: string): Value {
    const cell = this.environment.cellOf(name);
    if (name === 'undefined' || name === 'NaN' || name === 'Infinity') return plain;
    if (name === 'arguments' && !cell) return this.frame.arguments;
    if (!cell) return { ...foreign, maybe: this.world.handed };
    const { value, isOpen } = cell;
    return isOpen ? { ...value, maybe: value.maybe | this.world.handed } : value;
  }

  /** Evaluates a condition: the replies that it asks for. */
  protected asked(node: Node): Places {
    const { sure, maybe } = this.evaluate(node);
    const asked = sure | maybe;
    const { source } = this.frame;
    this.world.doubt('condition', asked, source, node);
    if (this.world.isInside && asksForTime.test(source.textOf(node)))
      this.isTimed ??= { file: source.file, line: source.lineOf(node), name: '' };
    return asked;
  }

  protected assign(node: Extract<Node, { type: 'AssignmentExpression' }>): Value {
    const { operator, left, right } = node;
    if (operator === '=') {
      const value = this.evaluate(right);
      this.bind(left, value, node);
      return value;
    }
    const before = this.evaluate(left);
    if (['&&=', '||=', '??='].includes(operator)) {
      const asked = before.sure | before.maybe;
      let value = plain;
      this.branch(asked, () => {
        value = this.evaluate(right);
        this.bind(left, value, node);
      });
      return either(before, value);
    }
    const value = madeOf(this.asText(before, left), this.asText(this.evaluate(right), right));
    this.bind(left, value, node);
    return value;
  }

  protected member(node: Extract<Node, { type: 'MemberExpression' }>): Value {
    if (node.object.type === 'Super') return this.superMember(node);
    const object = this.evaluate(node.object);
    const key = node.computed ? this.evaluate(node.property) : plain;
    if (node.optional) this.askOf(object, node);
    else this.mayFail(object, node);
    const name = node.computed ? this.computed(node.property) : nameOfKey(node.property, false);
    if (
      node.object.type === 'Identifier' &&
      node.object.name === 'RegExp' &&
      !this.environment.cellOf('RegExp')
    )
      return { ...plain, maybe: this.world.handed | this.matched };
    if (name !== null && this.isMethodOfLanguage(object, name)) {
      // A method apart from its object may be called by anybody.
      this.letOut(object);
      const { sure, maybe } = this.deep(object);
      return { ...foreign, maybe: sure | maybe | this.world.handed };
    }
    const value = this.read(object, name, node);
    const { sure, maybe, must } = this.asText(key, node);
    // There may be nothing by a name that a reply has.
    const mayBeNull = value.mayBeNull || (sure | maybe) !== 0n;
    return {
      ...value,
      sure: value.sure | sure,
      maybe: value.maybe | maybe,
      must: value.must | must,
      mayBeNull,
    };
  }

  protected object(node: Extract<Node, { type: 'ObjectExpression' }>): Value {
    const thing = this.world.make('object', node);
    const self = thingValue(thing);
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const copy = this.copyOf(this.evaluate(property.argument));
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
      const name = property.computed ? this.computed(property.key) : nameOfKey(property.key, false);
      const key = property.computed ? this.asText(this.evaluate(property.key), property) : plain;
      if (property.kind !== 'init') {
        const accessors = property.kind === 'get' ? thing.getters : thing.setters;
        accessors.set(
          name ?? '*',
          this.make(property.value as FunctionNode, this.frame.source, this.environment, self),
        );
        continue;
      }
      const isMethod = property.method;
      const value = isMethod
        ? thingValue(this.make(property.value as FunctionNode, this.frame.source, this.environment, self))
        : this.evaluate(property.value);
      const held = { ...value, sure: value.sure | key.sure, maybe: value.maybe | key.maybe };
      (name === null ? thing.rest : thing.fieldOf(name)).put(held, property);
    }
    return self;
  }

  protected class(node: ClassOf['node']): Value {
    const { source } = this.frame;
    const parent = node.superClass ? this.evaluate(node.superClass) : null;
    const thing = this.world.make('class', node);
    thing.classOf = { node, source, environment: this.environment, parent };
    for (const member of node.body.body)
      if (member.type === 'PropertyDefinition' && member.static && member.value) {
        const name = nameOfKey(member.key, member.computed);
        const value = this.evaluate(member.value);
        (name === null ? thing.rest : thing.fieldOf(name)).begin(value);
      }
    return thingValue(thing);
  }

  /** What a promise answers: an object with a `then` of its own is not followed. */
  protected awaited(value: Value, node: Node): Value {
    for (const thing of value.things)
      if (thing.fields.has('then') || this.methodOf(thing, 'then')) throw new Unseen(node.type);
    // A promise of code that is not seen may be kept by what was handed after it was made.
    return value.isForeign ? { ...value, maybe: value.maybe | this.world.handed } : value;
  }

  /** Markup holds the values of its expressions. */
  protected markup(node: Node): Value {
    const thing = this.world.make('list');
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
        thing.rest.put(child.type.startsWith('JSX') ? this.markup(child) : this.evaluate(child), child);
      }
    return thingValue(thing);
  }
}

/** A condition that may have another answer a moment later. */
const asksForTime = /\b(?:Date\.now|performance\.now|hrtime|new Date\(\))|\.aborted\b/;
