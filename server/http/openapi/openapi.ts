import fastify, { type FastifySchema, type RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import * as z from 'zod/mini';
import { unchecked } from '../plugins/schemas.ts';
import { meanings } from '../../../shared/contract/describe.ts';
import { componentSchemas, jsonSchemaOf, type JsonSchema } from './components.ts';

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export interface ApiOperation {
  tags: string[];
  summary: string;
  security: object[];
  parameters?: { name: string; in: string; description?: string; schema: JsonSchema }[];
  requestBody?: { content: ApiContent };
  responses: Record<string, { description: string; content?: ApiContent }>;
}

export type ApiContent = Record<string, { schema: JsonSchema }>;

/** What any operation may be answered with, by status. */
export const commonErrors = {
  403: 'The server does not go by the name it was asked under, or the page that asks is another site’s',
  429: 'Too many requests from one address within a minute',
} as const;

/** Where only the presenter may. */
export const presenterErrors = { 401: 'It was asked without the presenter’s token' } as const;

/** Where there is a body. */
export const bodyErrors = {
  413: 'The body is too large',
  415: 'The body is not said to be application/json',
} as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** OpenAPI 3.1, made from the schemas of the routes. */
    describeApi: () => Promise<ApiDocument>;
  }
}

/** Remembers every route that is registered after it, and describes them as OpenAPI 3.1 when first asked to. */
export const openApiPlugin = fastifyPlugin<{ version: string }>((app, { version }, done) => {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  let document: Promise<ApiDocument> | undefined;
  app.decorate('describeApi', () => (document ??= describe(routes, version)));
  done();
});

/** In an app of its own that serves nothing: few ask for it, and what it takes to load would delay every start. */
async function describe(routes: readonly RouteOptions[], version: string): Promise<ApiDocument> {
  const { default: swagger } = await import('@fastify/swagger');
  const app = fastify({ ...unchecked, exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Roundtrip',
        version,
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'Start and stop runs, read what was measured. Where the server has a presenter’s token, whatever changes something needs it as `Authorization: Bearer TOKEN`. Any answer that is no success is an `Error`. What happens during a run comes over Socket.IO, see docs/api.md; `RunSnapshot`, `LessonSnapshot` and `SearchSnapshot` are what is sent there.',
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { presenter: { type: 'http', scheme: 'bearer' } } },
    },
    convertConstToEnum: false,
    stripBasePath: false,
    transform: ({ url, route }) => ({ url, schema: describedRoute(route) }),
    transformObject: (made) => ('openapiObject' in made ? withComponents(made.openapiObject) : {}),
  });
  for (const { method, url, schema = {}, config = {} } of routes)
    app.route({ method, url, schema, config, handler: () => null });
  await app.ready();
  return app.swagger() as unknown as ApiDocument;
}

function withComponents(document: object): object {
  const { components, ...rest } = document as ApiDocument;
  return { ...rest, components: { ...components, schemas: componentSchemas() } };
}

type Answers = Record<string, z.core.$ZodType | { content: Record<string, unknown> }>;

function describedRoute({ method, url, schema, config }: RouteOptions): FastifySchema {
  if (!schema) return { hide: true };
  const { body, querystring, params, response, tags = [], summary = '' } = schema;
  const refused = {
    ...(config?.presenter ? presenterErrors : {}),
    ...(body ? bodyErrors : {}),
    ...commonErrors,
  };
  return {
    operationId: operationIdOf(String(method), url),
    tags,
    summary,
    security: config?.presenter ? [{ presenter: [] }, {}] : [],
    ...(querystring ? { querystring: jsonSchemaOf(querystring as z.core.$ZodType, 'input') } : {}),
    ...(params ? { params: jsonSchemaOf(params as z.core.$ZodType, 'input') } : {}),
    ...(body ? { body: jsonSchemaOf(body as z.core.$ZodType, 'input') } : {}),
    response: {
      ...Object.fromEntries(
        Object.entries((response ?? {}) as Answers).map(([status, answer]) => [
          status,
          describedAnswer(status, answer),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refused).map(([status, description]) => [status, { description, ...errorContent }]),
      ),
    },
  };
}

function describedAnswer(status: string, answer: Answers[string]): object {
  if (!(answer instanceof z.ZodMiniType)) return textAnswer(answer as { content: Record<string, unknown> });
  if (answer instanceof z.ZodMiniVoid) return { description: 'Done', type: 'null' };
  if (status.startsWith('2')) return { description: 'Done', ...json(jsonSchemaOf(answer, 'output')) };
  return { description: meanings.get(answer)?.description ?? '', ...errorContent };
}

const textAnswer = ({ content }: { content: Record<string, unknown> }): object => ({
  description: 'Done',
  content: Object.fromEntries(Object.keys(content).map((type) => [type, { schema: { type: 'string' } }])),
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const errorContent = json({ $ref: '#/components/schemas/Error' });

/** `GET /api/history/:id` is `getHistoryId`. */
const operationIdOf = (method: string, url: string): string =>
  method.toLowerCase() +
  url
    .replace(/^\/api/, '')
    .split(/\W+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
