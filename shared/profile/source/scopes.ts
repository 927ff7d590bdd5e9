import { childrenOf, isFunction, type Node, type SourceFile } from './source-file.ts';

export interface Declaration {
  kind: 'const' | 'let' | 'function' | 'class' | 'param' | 'import';
  /** The declarator, the function, the class, or what is imported. */
  node: Node;
}

const known = new WeakMap<Node, ReadonlyMap<string, Declaration>>();

/** The names that a node declares for what is in it. */
export function declarationsOf(scope: Node): ReadonlyMap<string, Declaration> {
  const cached = known.get(scope);
  if (cached) return cached;
  const found = new Map<string, Declaration>();
  known.set(scope, found);
  if (isFunction(scope)) {
    for (const one of scope.params)
      for (const name of namesIn(one)) found.set(name, { kind: 'param', node: one });
    if ('id' in scope && scope.id && scope.type === 'FunctionExpression')
      found.set(scope.id.name, { kind: 'function', node: scope });
    if (scope.body.type === 'BlockStatement') {
      ofStatements(scope.body.body, found);
      hoisted(scope.body, found);
    }
  } else if (scope.type === 'Program') {
    ofStatements(scope.body, found);
    hoisted(scope, found);
  } else if (scope.type === 'BlockStatement' || scope.type === 'StaticBlock') ofStatements(scope.body, found);
  else if (scope.type === 'SwitchStatement')
    for (const { consequent } of scope.cases) ofStatements(consequent, found);
  else if (scope.type === 'CatchClause') {
    if (scope.param)
      for (const name of namesIn(scope.param)) found.set(name, { kind: 'param', node: scope.param });
  } else if (scope.type === 'ForStatement') {
    if (scope.init?.type === 'VariableDeclaration') ofStatements([scope.init], found);
  } else if (scope.type === 'ForInStatement' || scope.type === 'ForOfStatement') {
    if (scope.left.type === 'VariableDeclaration') ofStatements([scope.left], found);
  } else if ((scope.type === 'ClassExpression' || scope.type === 'ClassDeclaration') && scope.id)
    found.set(scope.id.name, { kind: 'class', node: scope });
  return found;
}

function ofStatements(nodes: readonly Node[], found: Map<string, Declaration>): void {
  for (const node of nodes) {
    if (node.type === 'VariableDeclaration') {
      // `var` belongs to the function around.
      if (node.kind === 'var') continue;
      const kind = node.kind === 'const' ? 'const' : 'let';
      for (const one of node.declarations)
        for (const name of namesIn(one.id)) if (!found.has(name)) found.set(name, { kind, node: one });
    } else if (node.type === 'FunctionDeclaration') {
      if (node.id) found.set(node.id.name, { kind: 'function', node });
    } else if (node.type === 'ClassDeclaration') {
      if (node.id) found.set(node.id.name, { kind: 'class', node });
    } else if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers) found.set(one.local.name, { kind: 'import', node: one });
    else if (
      (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration') &&
      node.declaration
    )
      ofStatements([node.declaration], found);
  }
}

/** `var` belongs to the function around. */
function hoisted(node: Node, found: Map<string, Declaration>): void {
  for (const child of childrenOf(node)) {
    if (isFunction(child) || child.type === 'ClassDeclaration' || child.type === 'ClassExpression') continue;
    if (child.type === 'VariableDeclaration' && child.kind === 'var')
      for (const one of child.declarations)
        for (const name of namesIn(one.id)) if (!found.has(name)) found.set(name, { kind: 'let', node: one });
    hoisted(child, found);
  }
}

/** The names of a pattern or of a declaration; of `a.b`, the name that it starts from. */
export function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) =>
        namesIn(one.type === 'RestElement' ? one.argument : (one.value as Node)),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'VariableDeclaration':
      return pattern.declarations.flatMap(({ id }) => namesIn(id));
    case 'MemberExpression':
      return namesIn(pattern.object);
    case 'ThisExpression':
      return ['this'];
    default: {
      const { parameter } = pattern as unknown as { parameter?: Node };
      return parameter ? namesIn(parameter) : [];
    }
  }
}

/** The scopes around a node, from the outermost inwards. */
export function scopesAround(source: SourceFile, node: Node): Node[] {
  const scopes: Node[] = [];
  for (let at = source.parentOf(node); at; at = source.parentOf(at)) {
    const parent = source.parentOf(at);
    // The block of a function is one with it.
    if (at.type === 'BlockStatement' && isFunction(parent)) continue;
    if (
      isFunction(at) ||
      /^(?:Program|BlockStatement|StaticBlock|SwitchStatement|CatchClause|For\w*Statement|Class\w+)$/.test(
        at.type,
      )
    )
      scopes.unshift(at);
  }
  return scopes;
}
