import {
  changing,
  holders,
  later,
  pureFunctions,
  pureObjects,
  reading,
  throwingFunctions,
} from '../source/language.ts';
import { namesIn } from '../source/scopes.ts';
import {
  calleeOf,
  childrenOf,
  isFunction,
  nameOfKey,
  withoutTypes,
  type CallNode,
  type FunctionNode,
  type Node,
  type SourceFile,
} from '../source/source-file.ts';
import type { ClientCall, ClientCalls } from './client-calls.ts';
import { RehearsedScope } from './rehearsed-scope.ts';
import { laterOf, combined, nothingKnown, type RehearsedValue, type Variables } from './rehearsed-values.ts';
import { stackAt, type RehearsedCall } from './rehearsed-call.ts';
import type { Asked, OpenBatch, MadeUpMoment, SentLog } from './sent-log.ts';

/** Methods that call a function for each element of a list. */
const forEach = /^(?:map|forEach|flatMap|filter|some|every|find|findIndex|reduce|from)$/;
const executing = /^exec(?:aspipeline|typed|buffer)?$/;
/** Parts of a source that are followed, each as often as it is. */
const mostSteps = 300_000;
const many = /^(?:MGET|MSET|DEL|UNLINK|EXISTS)$/;

/** Follows expressions of a pasted text in the order in which they would run, and sends what they send to a log. */
export abstract class RehearsedExpressions {
  protected readonly source: SourceFile;
  protected readonly calls: ClientCalls;
  protected readonly log: SentLog;
  /** The length of a list that the source does not say. */
  protected readonly items: number;
  protected abstract activation: RehearsedCall;
  /** Calls of branches that are not followed. */
  readonly skipped: Node[] = [];
  #unique = 0;
  #steps = 0;

  constructor(source: SourceFile, calls: ClientCalls, log: SentLog, items: number) {
    [this.source, this.calls, this.log, this.items] = [source, calls, log, items];
  }

  protected abstract invoke(
    callable: NonNullable<RehearsedValue['callable']>,
    args: readonly RehearsedValue[],
    call: CallNode,
    at?: MadeUpMoment,
  ): RehearsedValue;

  /** A text that no other value has. */
  protected unique(): string {
    return `?${this.#unique++}`;
  }

  protected evaluate(node: Node | null | undefined): RehearsedValue {
    if (!node) return nothingKnown;
    if (++this.#steps > mostSteps) throw new RangeError('too many steps');
    if (isFunction(node))
      return {
        ...nothingKnown,
        text: `function ${node.start}`,
        callable: { node, scope: this.activation.scope },
      };
    switch (node.type) {
      case 'AwaitExpression':
        return this.#awaited(this.evaluate(node.argument));
      case 'CallExpression':
        return this.#call(node);
      case 'NewExpression': {
        const args = node.arguments.map((one) => this.evaluate(one));
        const holds = node.callee.type === 'Identifier' && /^(?:Map|Set|Array|Date)$/.test(node.callee.name);
        return { ...combined(args, this.unique()), isForeign: !holds };
      }
      case 'Identifier':
        return this.activation.scope.get(node.name) ?? { ...nothingKnown, text: node.name };
      case 'Literal': {
        const text = String(node.value);
        return { ...nothingKnown, text: node.raw ?? text, lead: typeof node.value === 'string' ? text : '' };
      }
      case 'TemplateLiteral': {
        const parts = node.expressions.map((one) => this.evaluate(one));
        const texts = node.quasis.map(({ value }, at) => `${value.raw}\${${parts[at]?.text ?? ''}}`);
        const first = node.quasis[0]?.value.cooked ?? '';
        return { ...combined(parts, texts.join('')), lead: first === '' ? (parts[0]?.lead ?? '') : first };
      }
      case 'BinaryExpression': {
        const [left, right] = [this.evaluate(node.left), this.evaluate(node.right)];
        return { ...combined([left, right], `${left.text}${node.operator}${right.text}`), lead: left.lead };
      }
      case 'MemberExpression': {
        const object = this.evaluate(node.object);
        const property = node.computed ? this.evaluate(node.property) : null;
        const name = property?.text ?? this.source.textOf(node.property);
        return { ...combined(property ? [object, property] : [object], `${object.text}.${name}`) };
      }
      case 'ArrayExpression': {
        const values = node.elements.map((one) => this.evaluate(one));
        const isSpread = node.elements.some((one) => one?.type === 'SpreadElement');
        const text = values.map((one) => one.text).join();
        return { ...combined(values, `[${text}]`), length: isSpread ? null : values.length };
      }
      case 'AssignmentExpression':
        return this.#assign(node.left, node.operator, this.evaluate(node.right));
      case 'UpdateExpression':
        return this.#assign(node.argument, '++', nothingKnown);
      case 'ConditionalExpression': {
        this.evaluate(node.test);
        return this.evaluate(this.heavier(node.consequent, node.alternate));
      }
      case 'LogicalExpression': {
        const values = [this.evaluate(node.left), this.evaluate(node.right)];
        return combined(values, values.map(({ text }) => text).join(node.operator));
      }
      case 'ClassExpression':
        return nothingKnown;
      case 'SequenceExpression':
        return node.expressions.map((one) => this.evaluate(one)).at(-1) ?? nothingKnown;
      default: {
        const inner = withoutTypes(node);
        if (inner !== node) return this.evaluate(inner);
        const [only, ...others] = childrenOf(node).map((child) => this.evaluate(child));
        if (
          only &&
          others.length === 0 &&
          /^(?:ChainExpression|YieldExpression|SpreadElement)$/.test(node.type)
        )
          return only;
        return combined(
          [...(only ? [only] : []), ...others],
          `${node.type}(${[only, ...others].map((one) => one?.text ?? '').join()})`,
        );
      }
    }
  }

  /** The branch that sends more, of two; the commands of the other are not followed. */
  protected heavier(one: Node, other: Node): Node {
    const isFirst = this.calls.countIn(one) >= this.calls.countIn(other);
    this.skip(isFirst ? other : one);
    return isFirst ? one : other;
  }

  protected skip(node: Node): void {
    for (const call of this.calls.in(node)) this.skipped.push(call);
  }

  #awaited(value: RehearsedValue): RehearsedValue {
    const { activation } = this;
    const { ready, isForeign } = value;
    if (ready ?? isForeign) activation.hasAwaited = true;
    if (ready && ready.ms >= activation.at.ms) activation.at = ready;
    // Nothing is known of how long other work takes, and what follows it follows no reply.
    if (isForeign) activation.at = { ms: activation.at.ms + 1, turn: 0 };
    return { ...value, ready: null, isForeign: false };
  }

  #assign(target: Node, operator: string, value: RehearsedValue): RehearsedValue {
    const left = withoutTypes(target);
    const { scope } = this.activation;
    if (left.type === 'Identifier') {
      const before = scope.get(left.name) ?? nothingKnown;
      const made = operator === '=' ? value : combined([before, value], this.unique());
      scope.assign(left.name, made);
      return made;
    }
    for (const name of namesIn(left)) {
      if (left.type === 'MemberExpression') this.#putInto(name, [value]);
      else scope.assign(name, { ...value, text: `${value.text}.${name}`, lead: '', length: null });
    }
    return value;
  }

  /** A list or an object holds what is put into it. */
  #putInto(name: string, values: readonly RehearsedValue[]): void {
    const holder = this.activation.scope.get(name);
    if (!holder || values.every(({ ready, isForeign }) => !ready && !isForeign)) return;
    const { ready, isForeign } = combined(values, '');
    this.activation.scope.assign(name, {
      ...holder,
      ready: laterOf(holder.ready, ready),
      isForeign: holder.isForeign || isForeign,
    });
  }

  #call(node: Extract<CallNode, { type: 'CallExpression' }>): RehearsedValue {
    const callee = withoutTypes(calleeOf(node));
    if (callee.type === 'Super') return nothingKnown;
    const asked = this.calls.of(node);
    if (callee.type !== 'MemberExpression') return this.#callFunction(node, callee, nothingKnown);
    const object = this.evaluate(callee.object);
    const method = nameOfKey(callee.property, callee.computed) ?? '';
    if (object.batch) return this.#callBatch(node, object, method, object.batch);
    if (asked?.asks === 'batch')
      return { ...nothingKnown, batch: { mode: method === 'multi' ? 'multi' : 'pipe', asked: [] } };
    if (asked) return this.#send(node, asked);
    if (later.has(method) && node.arguments.length > 0) return this.#then(node, object, method);
    if (forEach.test(method) && node.arguments.length > 0) {
      const list = method === 'from' ? this.evaluate(node.arguments[0]) : object;
      const [callback, start] = method === 'from' ? node.arguments.slice(1) : node.arguments;
      const { callable } = callback ? this.evaluate(callback) : nothingKnown;
      const named = callback?.type === 'Identifier' ? this.calls.functionOf(callback) : null;
      const taken = callable ?? (named && { node: named, scope: this.scopeOf(named) });
      if (taken) return this.#callForEach(node, taken, { list, method, start: this.evaluate(start) });
    }
    return this.#callFunction(node, callee, object);
  }

  #callForEach(
    node: CallNode,
    callable: NonNullable<RehearsedValue['callable']>,
    { list, method, start }: { list: RehearsedValue; method: string; start: RehearsedValue },
  ): RehearsedValue {
    const results: RehearsedValue[] = [];
    let carried = start;
    const isSending = this.calls.countIn(callable.node) > 0;
    for (let round = 0; round < (isSending ? (list.length ?? this.items) : 1); round++) {
      const { ready, replies } = list;
      const item = { ...nothingKnown, text: `${list.text}[${round}]`, ready, replies };
      if (method === 'reduce') carried = this.invoke(callable, [carried, item], node);
      else results.push(this.invoke(callable, [item, { ...nothingKnown, text: String(round) }], node));
    }
    if (method === 'reduce') return carried;
    // Nobody gets the promises of forEach.
    if (method === 'forEach') return nothingKnown;
    return { ...combined(results, this.unique()), length: list.length };
  }

  #then(node: Extract<CallNode, { type: 'CallExpression' }>, promise: RehearsedValue, method: string) {
    const { callable } = node.arguments[0] ? this.evaluate(node.arguments[0]) : nothingKnown;
    if (!callable || method === 'catch') return promise;
    const at = promise.isForeign
      ? { ms: this.activation.at.ms + 1, turn: 0 }
      : (promise.ready ?? this.activation.at);
    const answered = this.invoke(callable, [{ ...promise, ready: null, isForeign: false }], node, at);
    return { ...combined([promise, answered], answered.text), ready: laterOf(at, answered.ready) };
  }

  #callBatch(
    node: Extract<CallNode, { type: 'CallExpression' }>,
    value: RehearsedValue,
    method: string,
    batch: OpenBatch,
  ): RehearsedValue {
    const lower = method.toLowerCase().replace(/buffer$/, '');
    if (executing.test(lower)) {
      if (batch.asked.length === 0) return { ...nothingKnown, text: this.unique(), isForeign: true };
      const { ready, ids } = this.log.send(batch.asked, this.activation.at, batch.mode);
      batch.asked = [];
      return { ...nothingKnown, text: `reply ${ids[0] ?? 0}`, ready, replies: ids };
    }
    const args = node.arguments.map((one) => this.evaluate(one));
    batch.asked.push(this.#asked(node, lower.toUpperCase(), node.arguments, args));
    return value;
  }

  #send(
    node: Extract<CallNode, { type: 'CallExpression' }>,
    { name, args }: Extract<ClientCall, { asks: 'command' }>,
  ): RehearsedValue {
    const values = args.map((one) => this.evaluate(one));
    const { ready, ids } = this.log.send([this.#asked(node, name, args, values)], this.activation.at, 'one');
    return { ...nothingKnown, text: `reply ${ids[0] ?? 0}`, ready, replies: ids };
  }

  #asked(node: CallNode, name: string, args: readonly Node[], values: readonly RehearsedValue[]): Asked {
    const [key, ...others] = values;
    const callee = withoutTypes(calleeOf(node));
    return {
      name,
      key: key?.text ?? null,
      others: others.length === 0 ? null : others.map(({ text }) => text).join(),
      lead: key?.lead ?? '',
      count: args.reduce((sum, one, at) => sum + this.#countOf(name, one, values[at], args.length), 0),
      replies: combined(values, '').replies,
      client: callee.type === 'MemberExpression' ? this.source.textOf(callee.object) : '',
      frames: stackAt(this.source, node, this.activation),
    };
  }

  /** The number of arguments of a command that an argument of a call becomes. */
  #countOf(name: string, node: Node, value: RehearsedValue | undefined, of: number): number {
    if (value?.length !== null && value?.length !== undefined) return Math.max(1, value.length);
    // A member and its score, or fields and their values.
    if (node.type === 'ObjectExpression')
      return name === 'ZADD' ? 2 : Math.max(1, 2 * node.properties.length);
    return node.type === 'SpreadElement' || (many.test(name) && name.startsWith('M') && of === 1)
      ? this.items
      : 1;
  }

  #callFunction(
    node: Extract<CallNode, { type: 'CallExpression' }>,
    callee: Node,
    object: RehearsedValue,
  ): RehearsedValue {
    const held = callee.type === 'Identifier' ? this.activation.scope.get(callee.name)?.callable : null;
    const own = held ? null : this.calls.functionOf(callee);
    const args = node.arguments.map((one) => this.evaluate(one));
    const callable = held ?? (own && { node: own, scope: this.scopeOf(own) });
    if (callable) return this.invoke(callable, args, node);
    if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier')
      this.#putInto(callee.object.name, args);
    const name = this.source.textOf(callee).replaceAll(/\s+/g, '');
    const made = combined([object, ...args], '');
    return {
      ...made,
      // With arguments, it is taken to answer the same for the same ones.
      text:
        args.length > 0 ? `${name}:${object.text}(${args.map(({ text }) => text).join()})` : this.unique(),
      isForeign: isOfLanguage(callee, name) ? made.isForeign : true,
    };
  }

  /** The scope that a function of this source sees. */
  protected scopeOf(node: FunctionNode): Variables {
    const { scope, node: around } = this.activation;
    return this.source.isWithin(node, around) ? scope : new RehearsedScope(null);
  }
}

/** True for functions that answer at once, and with no promise of their own. */
function isOfLanguage(callee: Node, name: string): boolean {
  const [object = '', method = ''] = name.split('.');
  if (callee.type === 'Identifier') return pureFunctions.has(name) || throwingFunctions.has(name);
  if (callee.type !== 'MemberExpression') return false;
  const called = nameOfKey(callee.property, callee.computed) ?? '';
  return (
    (method !== '' && pureObjects.has(object)) ||
    holders.has(name) ||
    reading.has(called) ||
    changing.has(called)
  );
}
