import * as z from 'zod/mini';
import { exportFormats } from '../../../shared/history.ts';
import { resultJsonSchema } from '../../../shared/result-schema/index.ts';
import { planSchema } from '../../../shared/schemas.ts';
import { changeSchema } from '../history/history-schemas.ts';
import type { Operation, SchemaName } from './operation.ts';
import { operations } from './operations.ts';

const text = { type: 'string' };
const named = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** OpenAPI 3.1 of the whole HTTP interface. The schemas of bodies are those that the server checks them by. */
export const openApi = (version: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Roundtrip',
    version,
    description:
      'Start and stop runs, read what was measured. Where the server has a presenter’s token, whatever changes something needs it as `Authorization: Bearer TOKEN`. What happens while a run goes on comes over Socket.IO; see docs/api.md.',
  },
  paths: Object.fromEntries(
    [...new Set(operations.map(({ path }) => path))].map((path) => [
      path,
      Object.fromEntries(
        operations.filter((one) => one.path === path).map((one) => [one.method, operationOf(one)]),
      ),
    ]),
  ),
  components: {
    securitySchemes: { presenter: { type: 'http', scheme: 'bearer' } },
    schemas: schemas(),
  },
});

function operationOf(operation: Operation): object {
  const { group, summary, presenter, body, status, errors = [] } = operation;
  const refused = [...errors, ...(presenter ? [401] : [])].sort();
  const responses: [number, object][] = [
    [status, { description: 'Done', ...contentOf(operation) }],
    ...refused.map((code): [number, object] => [
      code,
      { description: reasons[code] ?? '', content: json('Problem') },
    ]),
  ];
  return {
    tags: [group],
    summary,
    ...(presenter ? { security: [{ presenter: [] }] } : {}),
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: Object.fromEntries(responses),
  };
}

const reasons: Record<number, string> = {
  400: 'Something in it is wrong; the error names each field',
  401: 'Only the presenter may do this',
  404: 'There is no such thing',
  409: 'Not now, or not of this; the error says why',
  413: 'The body is too large',
  502: 'The Redis that is to be measured cannot be used',
  503: 'The file of the history cannot be read or written',
};

function parametersOf({ path, query = {} }: Operation): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'format' ? { enum: exportFormats } : text,
  }));
  const asked = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: text,
  }));
  return [...inPath, ...asked];
}

function contentOf({ answer }: Operation): object {
  if (answer === undefined) return {};
  return { content: typeof answer === 'object' ? { [answer.type]: { schema: text } } : json(answer) };
}

const json = (what: SchemaName | 'object' | 'list') => ({
  'application/json': {
    schema:
      what === 'object'
        ? { type: 'object' }
        : what === 'list'
          ? { type: 'array', items: { type: 'object' } }
          : { $ref: `#/components/schemas/${what}` },
  },
});

const schemas = (): Record<SchemaName, object> => ({
  Plan: { description: 'Only what differs from the defaults has to be said.', ...inputOf(planSchema) },
  Result: resultJsonSchema(),
  HistoryChange: inputOf(changeSchema),
  HistoryPage: {
    type: 'object',
    required: ['entries', 'total', 'tags'],
    properties: {
      entries: { type: 'array', items: { type: 'object' } },
      total: { type: 'integer', description: 'Entries that match, on all pages.' },
      tags: { type: 'array', items: text, description: 'All tags in use.' },
      off: { ...text, description: 'Why what is measured now is not kept. Absent: it is.' },
    },
  },
  LessonOrder: {
    type: 'object',
    required: ['recipe', 'form'],
    properties: { recipe: text, form: { enum: ['quick', 'full'] }, target: text },
  },
  Started: named({ id: text }),
  Stopped: named({
    id: text,
    ended: { type: 'boolean', description: 'false: it still drains.' },
  }),
  Problem: named({
    error: {
      ...named({ code: text, message: text }),
      description:
        'With invalid_input, `problems` names each field; with run_in_progress, `run` what goes on.',
    },
  }),
});

const inputOf = (schema: z.ZodMiniType): object =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
