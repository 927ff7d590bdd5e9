const calls = /^(?:Math\.(?:max|min)|.*\.push)$/s;

/**
 * Reports a list that is spread into Math.max, Math.min or push of the product: from about 120,000 elements on, the call
 * throws a RangeError. A list that is written out there has a length that is known.
 * @type {import('eslint').Rule.RuleModule}
 */
export const noLongSpread = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      list: 'A call has only so many arguments: use largest, smallest (shared/statistics/extremes.ts) or a loop.',
    },
  },
  create(context) {
    if (!/\/(?:server|shared|client\/src)\//.test(context.filename.replaceAll('\\', '/'))) return {};
    return {
      CallExpression(node) {
        if (!calls.test(context.sourceCode.getText(node.callee))) return;
        for (const given of node.arguments)
          if (given.type === 'SpreadElement' && given.argument.type !== 'ArrayExpression')
            context.report({ node: given, messageId: 'list' });
      },
    };
  },
};
