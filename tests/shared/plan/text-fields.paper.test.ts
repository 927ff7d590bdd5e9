import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sharedAs } from '../../../shared/contract/sharing.ts';
import { textFieldsOf } from '../../../shared/plan/text-fields.ts';

const open = () => sharedAs('open', z.string());
const secret = () => sharedAs('private', z.string());

test.each([
  ['a text without a mark is private', z.object({ host: z.string() }), { host: 'private' }],
  ['what is no text is not there', z.object({ a: z.number(), b: z.object({ c: z.boolean() }) }), null],
  [
    'a word of the schema is open',
    z.object({ a: z.literal('x'), b: z.enum(['y']), c: z.literal(1) }),
    { a: 'open', b: 'open' },
  ],
  ['a mark holds for what is inside', sharedAs('open', z.object({ a: z.array(z.string()) })), { a: 'open' }],
  ['one that is nearer comes first', sharedAs('open', z.object({ a: secret() })), { a: 'private' }],
  [
    'private in one of two alternatives is private',
    z.union([z.object({ a: open(), b: open() }), z.object({ a: secret() })]),
    { a: 'private', b: 'open' },
  ],
  ['a text beside an object', z.union([open(), z.object({ a: secret() })]), { '': 'open', a: 'private' }],
  [
    'what no sign can stand for is removed, or null',
    z.object({
      key: z.optional(sharedAs('private', z.string().check(z.regex(/^[a-z]+$/)))),
      agents: z.exactOptional(sharedAs('private', z.array(z.object({ name: z.string() })))),
      error: sharedAs('private', z.nullable(z.object({ message: z.string() }))),
    }),
    { key: 'removed', agents: 'removed', error: 'null' },
  ],
  [
    'a sign stands for a text and for each of a list',
    z.object({ line: z.optional(secret()), lines: z.optional(sharedAs('private', z.array(z.string()))) }),
    { line: 'private', lines: 'private' },
  ],
  ['names of fields are texts as well', z.record(open(), secret()), { '*': 'private', '#': 'open' }],
  ['fields without a name are private', z.looseObject({ a: open() }), { a: 'open', '*': 'private' }],
  ['what is not known is private', z.object({ a: z.unknown() }), { a: 'private' }],
])('%s', (_, schema, fields) => {
  expect(textFieldsOf(schema)).toEqual(fields);
});
