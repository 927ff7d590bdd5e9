import { redisCommand } from '../../commands/redis.ts';
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

/** A call of a client: a command, or a batch that others are put into. */
export type ClientCall = { asks: 'command'; name: string; args: readonly Node[] } | { asks: 'batch' };

const named = /redis|valkey|dragonfly|keydb|client$|^(?:r|rds|rdb|kv)$/i;
const ofClients =
  /redis|valkey|createClient|createCluster|createSentinel|createClientPool|GlideClient|GlideCluster/i;
const otherClients =
  /^(?:http|rest|api|axios|s3|sqs|sns|dynamo\w*|mongo|pg|\w*sql|prisma|query|apollo|graph\w*|ws|\w*socket|\w*rpc|kafka|nats|mqtt|fetch|web)$/i;
const maybeNamed = /cluster$|cache|store$/i;

/** Methods of clients that send nothing in the course of a unit. */
const ofConnection =
  /^(?:quit|auth|select|hello|reset|monitor|multi|exec|discard|p?s?unsubscribe|[ps]?subscribe)$/;
const batching = /^(?:pipeline|multi|batch)$/;
const modules = /^(?:json|ft|ts|bf|cf|cms|topk|tdigest)$/i;
/** Commands whose names no other library uses for its methods. */
const ofStrings = /^(?:p?setex|setnx|getdel|getex|getset|mset|mget|strlen)$/;
const typed = new Set(['hash', 'set', 'zset', 'list', 'stream', 'hyperloglog', 'bitmap', 'geo']);

/** The calls of Redis clients in a source, by the names of what they are called on and of their methods. */
export class ClientCalls {
  readonly #source: SourceFile;
  /** Functions by the names that they are called by, and methods by theirs; `null`: several have it. */
  readonly #functions = new Map<string, FunctionNode | null>();
  readonly #methods = new Map<string, FunctionNode | null>();
  readonly #sends = new Map<Node, number>();

  constructor(source: SourceFile) {
    this.#source = source;
    const open: Node[] = [source.program];
    for (let node = open.pop(); node; node = open.pop()) {
      if (isFunction(node)) this.#enter(node);
      for (const child of childrenOf(node)) open.push(child);
    }
  }

  /** The call of a client that this is; `null`: it is none. */
  of(call: CallNode): ClientCall | null {
    if (call.type !== 'CallExpression') return null;
    const callee = withoutTypes(calleeOf(call));
    if (callee.type !== 'MemberExpression') return null;
    const method = nameOfKey(callee.property, callee.computed);
    if (method === null) return null;
    const lower = method.toLowerCase().replace(/buffer$/, '');
    const trust = this.#trustIn(callee.object);
    if (trust === 'none' && !isDistinctive(lower))
      return this.#ofModule(callee.object, lower, call.arguments);
    const own = trust === 'some' ? this.#methods.get(method) : null;
    // A wrapper has a method of the same name, which calls what it wraps.
    if (own && !this.#source.isWithin(call, own)) return null;
    if (trust !== 'none' && batching.test(lower)) return { asks: 'batch' };
    if (trust !== 'none' && /^(?:call|sendcommand)$/.test(lower)) return byName(call.arguments);
    if (ofConnection.test(lower) || !redisCommand(lower)) return null;
    return { asks: 'command', name: lower.toUpperCase(), args: call.arguments };
  }

  /** The function of this source that a call calls; `null`: it is none. */
  functionOf(callee: Node): FunctionNode | null {
    const at = withoutTypes(callee);
    if (isFunction(at)) return at;
    if (at.type === 'Identifier') return this.#functions.get(at.name) ?? null;
    if (at.type !== 'MemberExpression') return null;
    const [, isNew, made = ''] = this.#madeBy(nameOfReceiver(at.object)) ?? [];
    // A Map has methods of its own.
    if (isNew !== undefined && !this.#source.text.includes(`class ${made}`)) return null;
    return this.#methods.get(nameOfKey(at.property, at.computed) ?? '') ?? null;
  }

  /** The calls in a part of the source that send something. */
  in(node: Node): CallNode[] {
    const isOne = node.type === 'CallExpression' && this.#isSending(node);
    return [...(isOne ? [node] : []), ...childrenOf(node).flatMap((child) => this.in(child))];
  }

  /** The number of calls in a part of the source that send something, by themselves or by a function of the source. */
  countIn(node: Node): number {
    const known = this.#sends.get(node);
    if (known !== undefined) return known;
    // A function that calls itself sends no more by that.
    this.#sends.set(node, 0);
    let count = node.type === 'CallExpression' && this.#isSending(node) ? 1 : 0;
    for (const child of childrenOf(node)) count += this.countIn(child);
    this.#sends.set(node, count);
    return count;
  }

  #isSending(call: Extract<CallNode, { type: 'CallExpression' }>): boolean {
    if (this.of(call)) return true;
    const own = this.functionOf(call.callee);
    return own !== null && this.countIn(own) > 0;
  }

  #ofModule(object: Node, method: string, args: readonly Node[]): ClientCall | null {
    const at = withoutTypes(object);
    if (at.type !== 'MemberExpression' || this.#trustIn(at.object) === 'none') return null;
    const module = nameOfKey(at.property, at.computed) ?? '';
    return modules.test(module) ? { asks: 'command', name: `${module}.${method}`.toUpperCase(), args } : null;
  }

  /** True for a client, by its name and by the value that it gets. */
  #trustIn(object: Node): 'full' | 'some' | 'none' {
    const name = nameOfReceiver(object);
    if (!isName.test(name)) return 'none';
    const [, isNew, made = ''] = this.#madeBy(name) ?? [];
    if (ofClients.test(made)) return 'full';
    if (isNew !== undefined) return 'none';
    const [, type = ''] = new RegExp(`${startOf(name)}\\??\\s*:\\s*([\\w$.]+)`).exec(this.#source.text) ?? [];
    if (ofClients.test(type)) return 'full';
    if (/^(?:Map|WeakMap|Set|URLSearchParams|Headers|FormData)$/.test(type)) return 'none';
    const bare = name.replace(/^[#_]+/, '');
    if (otherClients.test(bare.replace(/client$/i, ''))) return 'none';
    if (named.test(bare)) return 'full';
    return maybeNamed.test(bare) ? 'some' : 'none';
  }

  /** The maker of a variable or property: `new`, and the name of the class or function. */
  #madeBy(name: string): RegExpExecArray | null {
    if (!isName.test(name)) return null;
    const by = '\\s*(?::[^=\\n]+)?=\\s*(?:await\\s+)?(new\\s+)?([\\w$.]+)\\s*[(<]';
    return new RegExp(`${startOf(name)}${by}`).exec(this.#source.text);
  }

  #enter(node: FunctionNode): void {
    const parent = this.#source.parentOf(node);
    const isMethod =
      parent?.type === 'Property' ||
      parent?.type === 'MethodDefinition' ||
      parent?.type === 'PropertyDefinition';
    const name = isMethod
      ? nameOfKey(parent.key, parent.computed)
      : parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
        ? parent.id.name
        : 'id' in node
          ? node.id?.name
          : null;
    const known = isMethod ? this.#methods : this.#functions;
    if (typeof name === 'string') known.set(name, known.has(name) ? null : node);
  }
}

const isName = /^#?[\w$]+$/;
const startOf = (name: string): string => `(?:^|[^\\w$#])${name.replaceAll('$', '\\$')}`;

/** True for commands such as HGETALL, which nothing but a client of Redis has as a method. */
const isDistinctive = (method: string): boolean =>
  ofStrings.test(method) || typed.has(redisCommand(method)?.holds ?? '');

/** `redis` of `redis`, `this.redis`, `getRedis()` and `(await app.redis)`. */
function nameOfReceiver(object: Node): string {
  const at = withoutTypes(object);
  switch (at.type) {
    case 'Identifier':
      return at.name;
    case 'MemberExpression':
      return nameOfKey(at.property, at.computed) ?? '';
    case 'CallExpression':
      return nameOfReceiver(at.callee);
    case 'AwaitExpression':
      return nameOfReceiver(at.argument);
    case 'ChainExpression':
      return nameOfReceiver(at.expression);
    default:
      return '';
  }
}

/** `call('GET', key)` and `sendCommand(['GET', key])`. */
function byName([first, ...others]: readonly Node[]): ClientCall | null {
  const isList = first?.type === 'ArrayExpression';
  const [name, ...args] = isList
    ? first.elements.flatMap((one): Node[] => (one ? [one] : []))
    : [first, ...others];
  if (name?.type !== 'Literal' || typeof name.value !== 'string') return null;
  return { asks: 'command', name: name.value.toUpperCase(), args: args.flatMap((one) => one ?? []) };
}
