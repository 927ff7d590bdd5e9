import type { Program } from 'acorn';
import { largest } from '../../statistics/extremes.ts';
import { namesIn } from '../source/scopes.ts';
import {
  isFunction,
  type CallNode,
  type FunctionNode,
  type LoopNode,
  type Node,
} from '../source/source-file.ts';
import type { RehearsedCall } from './rehearsed-call.ts';
import { RehearsedExpressions } from './rehearsed-expressions.ts';
import { RehearsedScope } from './rehearsed-scope.ts';
import { laterOf, combined, nothingKnown, type RehearsedValue } from './rehearsed-values.ts';
import type { MadeUpMoment } from './sent-log.ts';

/** The ways in which a statement ends. */
type Flow = 'next' | 'break' | 'continue' | 'return';

/** Calls within calls. */
const deepest = 12;

/**
 * Follows a function of a pasted text once, without running it: loops have so many rounds, and of branches the one is
 * taken that sends more and does not leave. What it sends comes into a log with made-up times.
 */
export class Rehearsal extends RehearsedExpressions {
  protected activation: RehearsedCall = {
    ...{ node: this.source.program, scope: new RehearsedScope(null), from: null },
    ...{ at: { ms: 0, turn: 0 }, hasAwaited: false, answer: nothingKnown },
  };
  /** Functions that others of the text call. */
  readonly called = new Set<FunctionNode>();
  #depth = 0;

  run(node: FunctionNode | Program): void {
    this.activation = { ...this.activation, node };
    if (node.type === 'Program') this.#statements(node.body);
    else this.#body(node, []);
  }

  protected invoke(
    { node, scope }: NonNullable<RehearsedValue['callable']>,
    args: readonly RehearsedValue[],
    call: CallNode,
    at: MadeUpMoment = this.activation.at,
  ): RehearsedValue {
    this.called.add(node);
    const caller = this.activation;
    const isFollowed = this.calls.countIn(node) > 0 || !node.async;
    if (!isFollowed || this.#depth >= deepest || isOpen(node, caller))
      return { ...nothingKnown, text: this.unique(), isForeign: node.async };
    this.#depth++;
    const own: RehearsedCall = {
      ...{ node, scope: new RehearsedScope(scope), from: { activation: caller, call }, at },
      ...{ hasAwaited: false, answer: nothingKnown },
    };
    this.activation = own;
    this.#body(node, args);
    this.activation = caller;
    this.#depth--;
    const { answer, hasAwaited } = own;
    if (!node.async) return answer;
    return {
      ...answer,
      ...{ ready: laterOf(hasAwaited ? own.at : null, answer.ready), batch: null, callable: null },
    };
  }

  #body(node: FunctionNode, args: readonly RehearsedValue[]): void {
    for (const [at, param] of node.params.entries()) this.#bind(param, args[at] ?? null);
    if (node.body.type === 'BlockStatement') this.#statements(node.body.body);
    else this.#answer(this.evaluate(node.body));
  }

  #answer(value: RehearsedValue): void {
    this.activation.answer = value;
  }

  /** Gives the names of a pattern their values; `null`: they are not known. */
  #bind(pattern: Node, value: RehearsedValue | null): void {
    const { scope } = this.activation;
    const target = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
    if (target.type === 'Identifier') {
      scope.declare(target.name, value ?? { ...nothingKnown, text: target.name });
      return;
    }
    for (const name of namesIn(target))
      scope.declare(
        name,
        value
          ? { ...value, text: `${value.text}.${name}`, lead: '', length: null }
          : { ...nothingKnown, text: name },
      );
  }

  #statements(nodes: readonly Node[]): Flow {
    for (const node of nodes) {
      const flow = this.#statement(node);
      if (flow !== 'next') return flow;
    }
    return 'next';
  }

  #statement(node: Node): Flow {
    switch (node.type) {
      case 'ExpressionStatement':
        this.evaluate(node.expression);
        return 'next';
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          this.#bind(id, init ? this.evaluate(init) : { ...nothingKnown, text: this.unique() });
        return 'next';
      case 'ReturnStatement':
        this.#answer(this.evaluate(node.argument));
        return 'return';
      case 'ThrowStatement':
        this.evaluate(node.argument);
        return 'return';
      case 'BreakStatement':
        return 'break';
      case 'ContinueStatement':
        return 'continue';
      case 'BlockStatement':
      case 'StaticBlock':
        return this.#statements(node.body);
      case 'LabeledStatement':
        return this.#statement(node.body);
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        if (node.declaration && !isFunction(node.declaration)) return this.#statement(node.declaration);
        return 'next';
      case 'IfStatement':
        this.evaluate(node.test);
        return this.#branches(node.consequent, node.alternate ?? null);
      case 'SwitchStatement': {
        this.evaluate(node.discriminant);
        const bodies = node.cases.map((one) => one.consequent);
        const counts = bodies.map((body) => body.reduce((sum, one) => sum + this.calls.countIn(one), 0));
        const chosen = counts.indexOf(largest(counts, 0));
        for (const [at, body] of bodies.entries()) if (at !== chosen) for (const one of body) this.skip(one);
        const flow = this.#statements(bodies[chosen] ?? []);
        return flow === 'break' ? 'next' : flow;
      }
      case 'TryStatement': {
        const flow = this.#statement(node.block);
        if (node.handler) this.skip(node.handler.body);
        const last = node.finalizer ? this.#statement(node.finalizer) : 'next';
        return last === 'next' ? flow : last;
      }
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#loop(node);
      default:
        // Functions and classes run where they are called; expressions of other modules are none of this text.
        if (!isFunction(node) && !/^(?:Class|Import|Export|TS|Empty|Debugger)/.test(node.type))
          this.evaluate(node);
        return 'next';
    }
  }

  /** Follows one of two branches: one that does not leave, or else the one that sends more. */
  #branches(one: Node, other: Node | null): Flow {
    const [leavesOne, leavesOther] = [leaves(one), other !== null && leaves(other)];
    if (other && leavesOne === leavesOther) return this.#statement(this.heavier(one, other));
    const chosen = leavesOne ? other : one;
    const left = leavesOne ? one : other;
    if (left) this.skip(left);
    return chosen ? this.#statement(chosen) : 'next';
  }

  #loop(node: LoopNode): Flow {
    if (node.type === 'ForStatement' && node.init)
      if (node.init.type === 'VariableDeclaration') this.#statement(node.init);
      else this.evaluate(node.init);
    const list = 'right' in node ? this.evaluate(node.right) : nothingKnown;
    const isSending = this.calls.countIn(node) > 0;
    const rounds = !isSending ? 1 : 'right' in node ? (list.length ?? this.items) : this.#roundsOf(node);
    for (let round = 0; round < rounds; round++) {
      if (node.type === 'ForStatement' || node.type === 'WhileStatement') this.evaluate(node.test);
      if ('right' in node) this.#next(node, list, round);
      const flow = this.#statement(node.body);
      if (flow === 'return') return flow;
      if (flow === 'break') break;
      if (node.type === 'ForStatement') this.evaluate(node.update);
      if (node.type === 'DoWhileStatement') this.evaluate(node.test);
    }
    return 'next';
  }

  /** Binds the next element of a list. */
  #next(node: Extract<LoopNode, { right: unknown }>, list: RehearsedValue, round: number): void {
    const { activation } = this;
    if (node.type === 'ForOfStatement' && node.await) {
      activation.hasAwaited = true;
      // An iterator of the library asks for the next part whenever it needs one.
      activation.at = list.ready ?? { ms: activation.at.ms + 1, turn: 0 };
    }
    const item = { ...combined([list], `${list.text}[${round}]`), ready: null, isForeign: false };
    if (node.left.type !== 'VariableDeclaration')
      for (const name of namesIn(node.left)) activation.scope.assign(name, item);
    else for (const { id } of node.left.declarations) this.#bind(id, item);
  }

  /** The rounds of a loop: as its head says, `for (let i = 0; i < 3; i++)`, or one for each item. */
  #roundsOf(node: LoopNode): number {
    if (node.type !== 'ForStatement' || node.test?.type !== 'BinaryExpression') return this.items;
    const { operator, right } = node.test;
    const [first] = node.init?.type === 'VariableDeclaration' ? node.init.declarations : [];
    const from = first?.init?.type === 'Literal' ? Number(first.init.value) : NaN;
    const to = right.type === 'Literal' ? Number(right.value) : NaN;
    const rounds = to - from + (operator === '<=' ? 1 : 0);
    const isCounted = /^<=?$/.test(operator) && node.update?.type === 'UpdateExpression';
    return isCounted && Number.isInteger(rounds) ? Math.max(0, rounds) : this.items;
  }
}

/** True where a branch ends by leaving what is around it. */
function leaves(node: Node): boolean {
  if (/^(?:Return|Throw|Break|Continue)Statement$/.test(node.type)) return true;
  const last = node.type === 'BlockStatement' ? node.body.at(-1) : undefined;
  return last !== undefined && leaves(last);
}

function isOpen(node: FunctionNode, from: RehearsedCall): boolean {
  for (let at: RehearsedCall | undefined = from; at; at = at.from?.activation)
    if (at.node === node) return true;
  return false;
}
