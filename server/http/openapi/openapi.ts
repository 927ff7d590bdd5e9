import { exportFormats } from '../../../shared/contract/enums.ts';
import { errorsOf, type Answer, type Operation } from './operation.ts';
import { operations } from './operations.ts';
import { componentSchemas, fieldsOf, type JsonSchema } from './schemas/index.ts';

const text = { type: 'string' };

/**
 * OpenAPI 3.1 of the whole HTTP interface. The schemas of bodies are those that the server checks them by; those of
 * answers are held against the types of the answers, and against real answers, by tests.
 */
export const openApi = (version: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Roundtrip',
    version,
    license: { name: 'MIT', identifier: 'MIT' },
    description:
      'Start and stop runs, read what was measured. Where the server has a presenter’s token, whatever changes something needs it as `Authorization: Bearer TOKEN`. Any answer that is no success is an `Error`. What happens while a run goes on comes over Socket.IO, see docs/api.md; `RunSnapshot`, `LessonSnapshot` and `SearchSnapshot` are what is sent there.',
  },
  servers: [{ url: '/' }],
  tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
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
    schemas: componentSchemas(),
  },
});

function operationOf(operation: Operation): object {
  const { group, summary, presenter, body, status, answer } = operation;
  const refused = Object.entries(errorsOf(operation)).map(([code, when]) => [
    code,
    { description: when, content: json(ref('Error')) },
  ]);
  return {
    operationId: idOf(operation),
    tags: [group],
    summary,
    security: presenter ? [{ presenter: [] }, {}] : [],
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(ref(body)) } }),
    responses: {
      [status]: { description: 'Done', ...(answer === undefined ? {} : { content: contentOf(answer) }) },
      ...(Object.fromEntries(refused) as object),
    },
  };
}

/** `GET /api/history/{id}` is `getHistoryId`. */
const idOf = ({ method, path }: Operation): string =>
  method +
  path
    .replace(/^\/api/, '')
    .split(/\W+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

function parametersOf({ path, query }: Operation): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'format' ? { ...text, enum: exportFormats } : text,
  }));
  const asked = query === undefined ? [] : fieldsOf(query);
  return [
    ...inPath,
    ...asked.map(([name, { description, ...schema }, required]) => ({
      name,
      in: 'query',
      ...(required ? { required } : {}),
      description,
      schema,
    })),
  ];
}

function contentOf(answer: Answer): object {
  if (answer === 'object') return json({ type: 'object' });
  if (typeof answer === 'string') return json(ref(answer));
  return 'type' in answer
    ? { [answer.type]: { schema: text } }
    : json({ type: 'array', items: ref(answer.list) });
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
