/**
 * Files that may judge a time or a rate of the machine, each with the reason that it holds on any machine. All others
 * use a manual clock, a count or a lower bound; speeds are for `npm run bench:*` and `npm run campaign`.
 */
export const judgingFiles = new Map([
  [
    'tests/end-to-end/anatomy.slow.scripted.test.ts',
    'At most 12 pictures a second: a slower machine draws fewer.',
  ],
  ['tests/end-to-end/demo.slow.real.test.ts', 'The figures are those of a recording.'],
  [
    'tests/engine/agents/false-clock.slow.real.test.ts',
    'A clock that is a second off makes a rate of 100 to 67 or 200.',
  ],
  ['tests/engine/probes/bystander.slow.real.test.ts', 'A p99 of a turn against the largest of all turns.'],
  [
    'tests/engine/run/by-command.real.test.ts',
    'Medians of replies of 1 MB and of 7 bytes, in turn on one connection.',
  ],
  ['tests/engine/run/kernel-network.slow.alone.test.ts', 'The kernel carries no more than its limit.'],
  ['tests/engine/run/live-changes.real.test.ts', 'Medians over loopback against half a second of delay.'],
  ['tests/engine/search/search.slow.alone.test.ts', 'A round trip of the proxy bounds every point.'],
]);

const clocks = /^(performance\.now|Date\.now|process\.hrtime(\.bigint)?|process\.cpuUsage)$/;
/** Figures of a run that depend on the speed of the machine. */
const speeds =
  /^(throughput|achieved|ratio|p50|p95|p99|p999|cpu|cpuMs|mbit(In|Out)|roundTripMs|medianMs|pingMs|p50Ms|p99Ms|bystanderP99Ms)$/;
const upperBounds = /^(toBeLessThan(OrEqual)?|toBeCloseTo)$/;
const lowerBounds = /^toBeGreaterThan(OrEqual)?$/;

/**
 * Reports an `expect` that bounds what a clock showed, or in a test beside real load a speed of the machine.
 * @type {import('eslint').Rule.RuleModule}
 */
export const judgedTimes = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      clock: 'A test may not judge what a clock shows: use a manual clock or a count (lint/judged-times.js).',
      speed:
        'A test beside real load may not judge "{{ name }}": another machine has another speed (lint/judged-times.js).',
    },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    if (!/\.test\.ts$/.test(file) || [...judgingFiles.keys()].some((name) => file.endsWith(`/${name}`)))
      return {};
    const besideLoad = /\.(real|alone)\.test\.ts$/.test(file);
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        const matcher = callee.property.name;
        const bounds = upperBounds.test(matcher) ? 'upper' : lowerBounds.test(matcher) ? 'lower' : null;
        const judged = bounds && argumentOfExpect(callee.object);
        if (!judged) return;
        const shows = (words) => [...words].some((word) => clocks.test(word));
        if (bounds === 'upper' && shows(namesIn(judged, context)))
          context.report({ node, messageId: 'clock' });
        else if (besideLoad) {
          const name = [...namesIn(judged, context, null)].find(
            (word) =>
              speeds.test(word) && (bounds === 'upper' || (word === 'ratio' && !isZero(node.arguments[0]))),
          );
          if (name !== undefined) context.report({ node, messageId: 'speed', data: { name } });
        }
      },
    };
  },
};

/** What stands in `expect(…)`, also behind `.not`. */
function argumentOfExpect(node) {
  let at = node;
  while (at.type === 'MemberExpression') at = at.object;
  return at.type === 'CallExpression' && at.callee.type === 'Identifier' && at.callee.name === 'expect'
    ? at.arguments[0]
    : null;
}

const isZero = (node) => node?.type === 'Literal' && node.value === 0;

/**
 * Names that an expression reads, and through variables of the file those that these were made of; with `seen` as null
 * its own names alone.
 */
function* namesIn(root, context, seen = new Set()) {
  const { visitorKeys } = context.sourceCode;
  const open = [root];
  while (open.length > 0) {
    const node = open.pop();
    if (node.type === 'MemberExpression' && !node.computed) {
      yield node.property.name;
      yield context.sourceCode.getText(node);
    }
    if (node.type === 'Identifier' && seen && !seen.has(node.name)) {
      seen.add(node.name);
      yield node.name;
      for (const init of initsOf(node, context)) yield* namesIn(init, context, seen);
    }
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [node[key]].flat()) if (child && typeof child.type === 'string') open.push(child);
  }
}

/** What the variable of this name was declared with. */
function initsOf(identifier, context) {
  for (let scope = context.sourceCode.getScope(identifier); scope; scope = scope.upper) {
    const variable = scope.set.get(identifier.name);
    if (variable)
      return variable.defs.flatMap(({ node }) =>
        node.type === 'VariableDeclarator' && node.init ? [node.init] : [],
      );
  }
  return [];
}
