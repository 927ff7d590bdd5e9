import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, type AnyNode, type Comment, type Options, type Program } from 'acorn';
import jsx from 'acorn-jsx';

export type Node = AnyNode;
export type FunctionNode = Extract<
  Node,
  { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }
>;
export type LoopNode = Extract<
  Node,
  {
    type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' | 'WhileStatement' | 'DoWhileStatement';
  }
>;
/** A call with brackets, a `new`, or a tagged template. */
export type CallNode = Extract<
  Node,
  { type: 'CallExpression' | 'NewExpression' | 'TaggedTemplateExpression' }
>;

export const isFunction = (node: Node | undefined): node is FunctionNode =>
  node !== undefined &&
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
const isLoop = (node: Node): node is LoopNode => /^(?:For|While|DoWhile)\w*Statement$/.test(node.type);
const isCall = (node: Node): node is CallNode =>
  ['CallExpression', 'NewExpression', 'TaggedTemplateExpression'].includes(node.type);

const javascript = Parser.extend(jsx());
const typescript = Parser.extend(tsPlugin());
const typescriptWithJsx = Parser.extend(tsPlugin({ jsx: true }));

const options: Options = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  locations: true,
  allowHashBang: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowSuperOutsideMethod: true,
};

/** The place where a parser stopped, both from 1, and why. */
export interface ParseFault {
  line: number;
  column: number;
  message: string;
}

/** The syntax tree of a source, or where the parsers stop. */
function parsed(text: string, file: string): { program: Program; comments: number } | ParseFault[] {
  const parsers = /\.[cm]?ts$/.test(file)
    ? [typescript]
    : file.endsWith('.tsx')
      ? [typescriptWithJsx]
      : [javascript];
  const faults: ParseFault[] = [];
  for (const parser of parsers)
    for (const sourceType of ['module', 'script'] as const)
      try {
        const onComment: Comment[] = [];
        const program = parser.parse(text, { ...options, sourceType, onComment });
        // A parser that looks ahead meets a comment several times.
        return { program, comments: new Set(onComment.map(({ start }) => start)).size };
      } catch (error) {
        // Code of scripts, such as `with`, is none of modules.
        const { loc, message } = error as { loc?: { line: number; column: number }; message: string };
        // Nesting that is too deep for the parser is no fault of a place.
        if (loc && !message.startsWith('Not enough stack space'))
          faults.push({
            line: loc.line,
            column: loc.column + 1,
            message: message.replace(/ \(\d+:\d+\)$/, ''),
          });
      }
  return faults;
}

/** The faults of a file by each of its parsers: a parser stops at its first. */
export function parseFaultsIn(text: string, file: string): ParseFault[] {
  const found = parsed(text, file);
  return Array.isArray(found) ? found : [];
}

/** The nodes right below a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const name in node) {
    if (name === 'loc' || name === 'parent') continue;
    const value: unknown = node[name as keyof Node];
    if (Array.isArray(value)) {
      for (const one of value as unknown[]) if (isNode(one)) children.push(one);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The tree of a source keeps which node each one stands in. */
type Linked = Node & { parent?: Node };

/** An expression without the types around it. */
export function withoutTypes(node: Node): Node {
  let at = node;
  while (
    /^(?:TS(?:As|Satisfies|NonNull|Instantiation)Expression|TSTypeAssertion|ParenthesizedExpression)$/.test(
      at.type,
    )
  )
    at = (at as unknown as { expression: Node }).expression;
  return at;
}

/** A source of the program with its syntax tree. */
export class SourceFile {
  readonly #lineStarts: number[] = [0];
  /** Calls by where V8 says that they are: at the name of a method, or where the callee starts. */
  readonly #calls = new Map<number, CallNode>();
  readonly #awaits = new Map<number, Node>();
  /** The heads of `for await`, with what they run over. */
  readonly #iterations: { start: number; end: number }[] = [];
  /** Names of properties that something is assigned to, somewhere. */
  readonly assigned = new Set<string>();
  /** Names of properties and methods that hold a function of this source. */
  readonly methods = new Set<string>();
  /** Names of variables that get another value, somewhere. */
  readonly reassigned = new Set<string>();
  /** Names of classes that another class extends. */
  readonly extended = new Set<string>();

  readonly file: string;
  readonly text: string;
  readonly program: Program;
  /** The number of its comments. */
  readonly comments: number;

  private constructor(file: string, text: string, program: Program, comments: number) {
    [this.file, this.text, this.program, this.comments] = [file, text, program, comments];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
    this.#enter(program);
  }

  /** `null`: the source cannot be parsed. */
  static of(text: string, file: string): SourceFile | null {
    const tree = parsed(text, file);
    return Array.isArray(tree) ? null : new SourceFile(file, text, tree.program, tree.comments);
  }

  #enter(root: Node): void {
    const open: Node[] = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if ((node.type === 'Property' || node.type === 'MethodDefinition') && isFunction(node.value))
        this.methods.add(nameOfKey(node.key, node.computed) ?? '');
      if (isCall(node)) {
        this.#enterCall(node);
        const callee = withoutTypes(calleeOf(node));
        if (
          node.type === 'CallExpression' &&
          callee.type === 'MemberExpression' &&
          /^(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.set)$/.test(this.textOf(callee)) &&
          node.arguments[0]?.type === 'ThisExpression'
        )
          this.assigned.add('*this');
      } else if (node.type === 'AwaitExpression') this.#awaits.set(node.start, node.argument);
      else if (node.type === 'AssignmentExpression') this.#enterTarget(node.left);
      else if (node.type === 'ForOfStatement' && node.await)
        this.#iterations.push({ start: node.start, end: node.body.start });
      else if (node.type === 'UpdateExpression') this.#enterTarget(node.argument);
      else if (
        (node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
        node.left.type !== 'VariableDeclaration'
      )
        this.#enterTarget(node.left);
      else if ((node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && node.superClass) {
        const { superClass } = node;
        const isOfProgram =
          superClass.type === 'Identifier' &&
          root.type === 'Program' &&
          root.body.some((one) => {
            const declared = 'declaration' in one && one.declaration ? one.declaration : one;
            if (declared.type === 'ClassDeclaration') return declared.id?.name === superClass.name;
            return (
              declared.type === 'ImportDeclaration' &&
              declared.specifiers.some((it) => it.local.name === superClass.name)
            );
          });
        // A mixin may extend any class; a class of the language is none of the program.
        if (superClass.type === 'Identifier') this.extended.add(superClass.name);
        if (
          !isOfProgram &&
          !(
            superClass.type === 'Identifier' &&
            /^(?:[A-Z]\w*Error|Error|Map|Set|Array|EventEmitter|Promise)$/.test(superClass.name)
          )
        )
          this.extended.add('*');
      }
      for (const child of childrenOf(node)) {
        (child as Linked).parent = node;
        open.push(child);
      }
    }
  }

  #enterTarget(target: Node): void {
    if (target.type === 'MemberExpression')
      this.assigned.add(nameOfKey(target.property, target.computed) ?? '*');
    else if (target.type === 'Identifier') this.reassigned.add(target.name);
    else for (const child of childrenOf(target)) this.#enterTarget(child);
  }

  #enterCall(node: CallNode): void {
    const callee = withoutTypes(calleeOf(node));
    const at = callee.type === 'MemberExpression' && !callee.computed ? callee.property.start : callee.start;
    const known = this.#calls.get(at);
    if (!known || node.end < known.end) this.#calls.set(at, node);
    if (node.type === 'NewExpression') this.#calls.set(node.start, node);
  }

  parentOf(node: Node): Node | undefined {
    return (node as Linked).parent;
  }

  lineOf(node: Node): number {
    return node.loc?.start.line ?? 0;
  }

  /** The call at a place, both counted from 1; `null`: there is none. */
  callAt(line: number, column: number): CallNode | null {
    const at = (this.#lineStarts[line - 1] ?? Infinity) + column - 1;
    if (at >= (this.#lineStarts[line] ?? Infinity)) return null;
    const awaited = this.#awaits.get(at);
    if (awaited) return startOfChain(awaited);
    const exact = this.#calls.get(at);
    if (exact) return exact;
    // A map may name where the whole chain starts.
    let found: CallNode | null = null;
    for (const call of this.#calls.values()) {
      const { end } = calleeOf(call);
      if (call.start <= at && at < end && (!found || end < calleeOf(found).end)) found = call;
    }
    return found;
  }

  /** True where a `for await` stands at a place. */
  isForAwait(line: number, column: number): boolean {
    const at = (this.#lineStarts[line - 1] ?? Infinity) + column - 1;
    return this.#iterations.some(({ start, end }) => start <= at && at < end);
  }

  /** The innermost function that holds a node, or the program. */
  functionAround(node: Node): FunctionNode | Program {
    let at = this.parentOf(node);
    while (at && !isFunction(at)) at = this.parentOf(at);
    return at ?? this.program;
  }

  /** The innermost loop that repeats a node, within its function. */
  loopAround(node: Node): LoopNode | null {
    let inner = node;
    for (let at = this.parentOf(node); at && !isFunction(at); at = this.parentOf(at)) {
      if (isLoop(at) && isRepeated(at, inner)) return at;
      inner = at;
    }
    return null;
  }

  /** True where a part of a function waits for something. */
  waitsIn(node: Node): boolean {
    if (/^(?:Await|Yield)Expression$/.test(node.type) || (node.type === 'ForOfStatement' && node.await))
      return true;
    return childrenOf(node).some((child) => !isFunction(child) && this.waitsIn(child));
  }

  isWithin(node: Node, outer: Node): boolean {
    return node.start >= outer.start && node.end <= outer.end;
  }

  textOf(node: Node): string {
    return this.text.slice(node.start, node.end);
  }
}

export const calleeOf = (call: CallNode): Node =>
  call.type === 'TaggedTemplateExpression' ? call.tag : call.callee;

/** `load(id)` of `await load(id).then(show)`. */
function startOfChain(node: Node): CallNode | null {
  const at = withoutTypes(node);
  if (!isCall(at)) return null;
  const callee = withoutTypes(calleeOf(at));
  const isLater =
    callee.type === 'MemberExpression' &&
    ['then', 'catch', 'finally'].includes(nameOfKey(callee.property, callee.computed) ?? '');
  return isLater ? (startOfChain(callee.object) ?? at) : at;
}

/** The first part of a `for` is carried out once, and so is what `for … of` runs over. */
const isRepeated = (loop: LoopNode, inner: Node): boolean =>
  loop.type === 'ForStatement' ? loop.init !== inner : inner === loop.body || !('right' in loop);

/** `name` of `x.name`, `x['name']` and `{ name: … }`; `null`: it is computed. */
export function nameOfKey(key: Node, isComputed: boolean): string | null {
  if (key.type === 'Literal') return String(key.value);
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return !isComputed && key.type === 'Identifier' ? key.name : null;
}
