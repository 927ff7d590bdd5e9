import { redisCommand } from '../../commands/redis.ts';
import { declarationsOf } from './scopes.ts';
import { nameOfKey, withoutTypes, type FunctionNode, type Node, type SourceFile } from './source-file.ts';
import { type Thing, type ClassOf } from './values.ts';

/** True where an import is of a module of Node that only computes. */
export function isPureModule(source: SourceFile, node: Node): boolean {
  const declaration = source.parentOf(node);
  if (declaration?.type !== 'ImportDeclaration') return false;
  return /^(?:node:)?(?:crypto|path|url|querystring|buffer|string_decoder)$/.test(
    String(declaration.source.value),
  );
}

/** True where a decorator may have put another function in the place of a method. Those of packages rarely do. */
export function isDecorated({ classOf }: Pick<Thing, 'classOf'>, name: string): boolean {
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
export function isLogging(node: Node, { methods }: SourceFile): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = node.callee;
  const owner =
    object.type === 'MemberExpression'
      ? nameOfKey(object.property, object.computed)
      : object.type === 'Identifier'
        ? object.name
        : null;
  const isLogger = owner !== null && /^(?:\w*_)?(?:log|\w*logger)$/i.test(owner);
  const name = nameOfKey(property, computed) ?? '';
  const isLevel = /^(?:trace|debug|verbose|info|log|notice|warn|warning|error|fatal|silly|http)$/.test(name);
  return isLogger && isLevel && !methods.has(name);
}

/** True where the first argument of a command is its only key. */
export const hasOneKey = (name: string): boolean =>
  !/^(?:SORT|GEORADIUS|GEORADIUSBYMEMBER)$/i.test(name) && redisCommand(name)?.keys.join(' ') === '1 1 1';

interface TypeNode {
  type: string;
  typeName?: { name?: string };
  types?: TypeNode[];
}

const typeIn = (node: Node): TypeNode | undefined =>
  (node as unknown as { typeAnnotation?: { typeAnnotation?: TypeNode } }).typeAnnotation?.typeAnnotation;

/** The name of the class that a declaration has as its type; `null`: it has none, or another type. */
export function namedType(node: Node): string | null {
  const type = typeIn(node);
  return type?.type === 'TSTypeReference' ? (type.typeName?.name ?? null) : null;
}

/** True where a declaration has the type of a text, a number or the like, which nobody else can change. */
export function isOfPlainType(node: Node): boolean {
  const isPlain = ({ type, types }: TypeNode): boolean =>
    /^TS(?:String|Number|Boolean|BigInt|Null|Undefined)Keyword$|^TSLiteralType$/.test(type) ||
    (type === 'TSUnionType' && (types ?? []).every(isPlain));
  const type = typeIn(node);
  return type !== undefined && isPlain(type);
}

/** The name by which a function is called; empty: it has none. */
export function nameOfFunction(source: SourceFile, node: FunctionNode): string {
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

/** True where only the file of a class may give a property another value: what is private or never written. */
export function isOfClassAlone(node: ClassOf['node'], name: string): boolean {
  if (name.startsWith('#')) return true;
  for (const member of node.body.body) {
    const fields =
      member.type === 'PropertyDefinition'
        ? [{ field: member as Node, key: nameOfKey(member.key, member.computed) }]
        : member.type === 'MethodDefinition' && member.kind === 'constructor'
          ? member.value.params.map((one) => {
              const { parameter } = one as unknown as { parameter?: Node };
              return { field: one, key: parameter?.type === 'Identifier' ? parameter.name : null };
            })
          : [];
    for (const { field, key } of fields) {
      if (key !== name) continue;
      const { accessibility, readonly } = field as unknown as { accessibility?: string; readonly?: boolean };
      return readonly === true || accessibility === 'private';
    }
  }
  return false;
}

/** True for `...values`. */
export const isSpread = (node: Node): boolean => node.type === 'SpreadElement';
