import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { fromAgentSchema } from '../server/engine/agents/from-agent.ts';
import { hostileValue } from './hostile-values.ts';
import { nearlyValid, type ValueSchema } from './schema-values.ts';

const schema = z.toJSONSchema(fromAgentSchema, { unrepresentable: 'any', io: 'input' }) as ValueSchema & {
  $defs?: Record<string, ValueSchema>;
};

/** Messages that each ended or filled a coordinator before its messages had a schema. */
export const knownForged: readonly (readonly [name: string, text: string])[] = [
  ['a share of every object', '{"share":"__proto__","message":{"type":"hello","hello":{"name":"x"}}}'],
  ['a share far beyond the last', '{"share":1000000000,"message":{"type":"hello","hello":{"name":"x"}}}'],
  ['a share and nothing else', '{"share":0}'],
  ['a text', '"x"'],
  ['no message', '{"share":0,"message":null}'],
  ['an empty hello', '{"share":0,"message":{"type":"hello","hello":{}}}'],
];

/** Texts on the stream to a coordinator: messages of which parts are wrong, other JSON, and no JSON. */
export const forgedTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...knownForged.map(([, text]) => text), '', '{', 'null', '[1]') },
  {
    weight: 6,
    arbitrary: fc
      .record({
        share: fc.oneof(fc.constantFrom<unknown>(0, 1, 2, -1, 0.5, '0', 'length', 1e9), hostileValue),
        message: fc.oneof(nearlyValid(schema, schema.$defs ?? {}), hostileValue),
      })
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
);
