import { declarationsOf } from './scopes.ts';
import { isFunction, type FunctionNode, type LoopNode, type Node } from './source-file.ts';
import { Scope, madeOf, plain, type Places, type Value, nextBirth } from './values.ts';
import { type SentCommand, Unseen, mostRounds } from './walk.ts';
import { Expressions } from './expressions.ts';

/**
 * Follows replies through a function of the program and through the functions that it calls: each variable holds all that
 * may have been put into it, and each branch is taken. What a reply may reach by code that is not seen it may have reached.
 */ export class Interpreter extends Expressions {
  /** What is known of each place; `null`: the source has a form that is not followed. */
  run(): SentCommand[] | null {
    const { source, node, ways } = this.carrier;
    try {
      const frame = this.frame;
      if (node.type === 'Program') {
        this.environment = this.scope(node);
        for (const [name, { kind, node: declared }] of declarationsOf(node))
          if (kind === 'import')
            this.environment.cells.set(
              name,
              this.staticCell(source, name, { kind, node: declared }, this.environment),
            );
        this.statics.set(node, this.environment);
        this.statements(node.body);
      } else {
        this.environment = this.staticOf(source, node);
        frame.classOf = this.classAround(source, node);
        frame.self = this.selfOf(frame.classOf);
        this.stack.push(node);
        this.environment = this.scope(node);
        for (const one of node.params) this.bind(one, this.typed(one, source) ?? this.unknown(), node);
        this.body(node);
      }
    } catch (error) {
      if (error instanceof Unseen || error instanceof RangeError) return null;
      throw error;
    }
    const reached = ways.map((_, place) => this.reached.get(place));
    return reached.every((one) => one !== undefined) ? reached : null;
  }

  protected statements(nodes: readonly Node[]): void {
    for (const node of nodes) this.statement(node);
  }

  protected block(node: Node, nodes: readonly Node[]): void {
    const outer = this.environment;
    this.environment = this.scope(node);
    this.statements(nodes);
    this.environment = outer;
  }

  protected body(node: FunctionNode): void {
    if (node.body.type === 'BlockStatement') this.statements(node.body.body);
    else this.answer(this.evaluate(node.body));
  }

  protected statement(node: Node): void {
    this.count();
    const world = this.world;
    const { source } = this.frame;
    switch (node.type) {
      case 'ExpressionStatement':
        this.evaluate(node.expression);
        return;
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations)
          if (init) this.bind(id, this.evaluate(init), node, node.kind !== 'var');
          else if (node.kind !== 'var') this.bind(id, plain, node, true);
        return;
      case 'ReturnStatement': {
        this.answer(node.argument ? this.evaluate(node.argument) : plain);
        world.leave('return', null, world.deciding(this.frame.began), source, node);
        return;
      }
      case 'ThrowStatement': {
        const { sure, maybe } = this.deep(this.evaluate(node.argument));
        world.leave('throw', null, world.path.asked | sure | maybe, source, node);
        return;
      }
      case 'BreakStatement':
      case 'ContinueStatement': {
        const target = this.targetOf(node);
        world.leave(
          node.type === 'BreakStatement' ? 'break' : 'continue',
          target,
          world.deciding((target && this.#began.get(target)) ?? this.frame.began),
          source,
          node,
        );
        return;
      }
      case 'IfStatement': {
        const asked = this.asked(node.test);
        this.branch(asked, () => {
          this.statement(node.consequent);
        });
        const { alternate } = node;
        if (alternate)
          this.branch(asked, () => {
            this.statement(alternate);
          });
        return;
      }
      case 'BlockStatement':
      case 'StaticBlock':
        this.block(node, node.body);
        return;
      case 'LabeledStatement':
        world.within(
          0n,
          () => {
            this.statement(node.body);
          },
          ({ kind, target }) => kind === 'break' && target === node,
        );
        return;
      case 'SwitchStatement': {
        const asked = this.asked(node.discriminant);
        const outer = this.environment;
        this.environment = this.scope(node);
        world.branches++;
        world.within(
          asked,
          () => {
            for (const { test, consequent } of node.cases) {
              const also = test ? this.asked(test) : 0n;
              world.path = { ...world.path, asked: world.path.asked | also };
              this.statements(consequent);
            }
          },
          ({ kind, target }) => kind === 'break' && target === node,
        );
        world.branches--;
        this.environment = outer;
        return;
      }
      case 'TryStatement':
        this.try(node);
        return;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        this.loop(node);
        return;
      case 'ClassDeclaration': {
        const value = this.evaluate(node);
        const cell = node.id ? this.environment.cellOf(node.id.name) : null;
        cell?.put(value, node);
        return;
      }
      case 'ExportNamedDeclaration':
        if (node.declaration) this.statement(node.declaration);
        return;
      case 'ExportDefaultDeclaration':
        if (node.declaration.type === 'ClassDeclaration') this.statement(node.declaration);
        else if (node.declaration.type !== 'FunctionDeclaration') this.evaluate(node.declaration);
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

  protected try(node: Extract<Node, { type: 'TryStatement' }>): void {
    const world = this.world;
    const { block, handler, finalizer } = node;
    const mark = world.exits.length;
    let thrown = 0n;
    const failing = this.failing;
    this.failing = 0n;
    if (handler) world.tries.push(nextBirth());
    world.branches++;
    world.within(
      0n,
      () => {
        this.statement(block);
        thrown = world.thrownSince(mark);
      },
      ({ kind }) => handler !== null && kind === 'throw',
    );
    if (handler) {
      world.tries.pop();
      const outer = this.environment;
      this.environment = this.scope(handler);
      const failed = world.failed;
      world.failed |= this.failing;
      world.within(thrown, () => {
        if (handler.param)
          this.bind(handler.param, { ...this.unknown(), maybe: thrown | world.handed }, handler, true);
        this.statement(handler.body);
      });
      world.failed = failed;
      this.environment = outer;
    }
    this.failing = failing | (handler ? 0n : this.failing);
    world.branches--;
    if (finalizer) this.statement(finalizer);
  }

  protected targetOf(node: Extract<Node, { type: 'BreakStatement' | 'ContinueStatement' }>): Node | null {
    const { source } = this.frame;
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

  protected loop(node: LoopNode): void {
    const world = this.world;
    this.#began.set(node, nextBirth());
    const outer = this.environment;
    this.environment = this.scope(node);
    if (node.type === 'ForStatement' && node.init) {
      if (node.init.type === 'VariableDeclaration') this.statement(node.init);
      else this.evaluate(node.init);
    }
    const over = 'right' in node ? this.evaluate(node.right) : null;
    const isCompared = node === this.carrier.loop && this.frame.depth === 0 && this.frame.places.length > 0;
    if (isCompared) world.isInside = true;
    const around = this.environment;
    let carried = { asked: 0n, thrown: 0n };
    world.within(
      0n,
      () => {
        for (let round = 0; round < mostRounds; round++) {
          const mark = world.exits.length;
          const before = world.path;
          world.path = { asked: before.asked | carried.asked, thrown: before.thrown | carried.thrown };
          if (isCompared) this.roundNumber++;
          const hasChanged = world.round(() => {
            this.environment = new Scope(around);
            this.round(node, over);
          });
          const goesOn = ({ kind, target }: { kind: string; target: Node | null }) =>
            kind === 'continue' && target === node;
          const asked = world.leftSince(mark, (exit) => !goesOn(exit) && exit.kind !== 'throw');
          const thrown = world.leftSince(mark, ({ kind }) => kind === 'throw');
          world.exits = world.exits.filter((exit, at) => at < mark || !goesOn(exit));
          const next = {
            asked: carried.asked | this.agedIf(isCompared, asked | this.askedAgain),
            thrown: carried.thrown | this.agedIf(isCompared, thrown),
          };
          world.path = before;
          const isStable = next.asked === carried.asked && next.thrown === carried.thrown;
          carried = next;
          if ((isStable && !hasChanged) || this.reached.size === 0) break;
          if (round === mostRounds - 1) throw new Unseen(node.type);
        }
      },
      ({ kind, target }) => (kind === 'break' || kind === 'continue') && (target === node || target === null),
    );
    // A label on the loop is left with it.
    if (isCompared) world.isInside = false;
    this.environment = outer;
  }

  /** When loops began that are followed now. */
  readonly #began = new Map<Node, number>();

  protected agedIf(isCompared: boolean, places: Places): Places {
    return isCompared ? this.world.aged(places) : places;
  }

  /** What the condition of the newest loop asked for. */
  protected askedAgain: Places = 0n;

  protected round(node: LoopNode, over: Value | null): void {
    const world = this.world;
    world.branches += node === this.carrier.loop ? 0 : 1;
    let asked: Places;
    const follow = () => {
      this.statement(node.body);
      if (node.type === 'ForStatement' && node.update) this.evaluate(node.update);
    };
    switch (node.type) {
      case 'ForOfStatement':
      case 'ForInStatement': {
        const whole = over ?? plain;
        const element = this.elementOf(whole, node);
        const { sure, maybe } = this.shapeOf(whole);
        asked = sure | maybe;
        this.environment = this.scope(node, this.environment);
        const left = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
        world.within(asked, () => {
          if (left)
            this.bind(
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
        asked = this.asked(node.test);
        break;
      default:
        asked = node.test ? this.asked(node.test) : 0n;
        world.within(asked, follow);
    }
    this.askedAgain = asked;
    world.branches -= node === this.carrier.loop ? 0 : 1;
  }
}
