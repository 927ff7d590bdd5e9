import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { smallPlan, startServer } from '../../support/build-app.ts';
import type { DescribedApi } from '../../support/described-answers.ts';

/** Every route of a server, as `GET /api/runs/{id}`. */
async function routesOf(start: () => Promise<unknown>): Promise<string[]> {
  const routes: string[] = [];
  const onInitialised = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD' && one !== 'OPTIONS') routes.push(`${one} ${url.replace(/:(\w+)/g, '{$1}')}`);
    });
  };
  subscribe('fastify.initialization', onInitialised);
  try {
    await start();
  } finally {
    unsubscribe('fastify.initialization', onInitialised);
  }
  return routes;
}

const documentOf = async (url: string): Promise<DescribedApi> =>
  (await fetch(`${url}/api/docs/openapi.json`)).json() as Promise<DescribedApi>;

test('every route that there is stands in the document, and none that is not', async () => {
  let url = '';
  const routes = await routesOf(async () => {
    ({ url } = await startServer());
  });
  const { openapi, paths } = await documentOf(url);
  expect(openapi).toMatch(/^3\.1/);
  const told = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(routes.length).toBeGreaterThan(20);
  expect(told.sort()).toEqual(routes.sort());
});

test('what is said to need the presenter does, and nothing else', async () => {
  const { url } = await startServer({ token: 'the-right-one' });
  const { paths } = await documentOf(url);
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations)) {
      const response = await fetch(url + path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
      await response.text();
      expect(`${method} ${path}: ${response.status === 401}`).toBe(
        `${method} ${path}: ${'401' in responses}`,
      );
    }
});

/** Every JSON Schema in it that has fields, with the place where it stands. */
function objectsIn(part: unknown, path: string): [string, Fielded][] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).flatMap(([name, one]) => objectsIn(one, `${path}.${name}`));
  return 'properties' in part ? [[path, part as Fielded], ...inner] : inner;
}
interface Fielded {
  properties: Record<string, { description?: string; $ref?: string }>;
  additionalProperties?: unknown;
}

test('every field says what it means, and no object takes others', async () => {
  const { url } = await startServer();
  const { components } = await documentOf(url);
  const objects = objectsIn(components.schemas, '');
  expect(objects.length).toBeGreaterThan(100);
  // What is said of a schema need not be said again where it is mentioned.
  const silent = objects.flatMap(([path, { properties }]) =>
    Object.entries(properties).flatMap(([name, { description, $ref }]) =>
      (description ?? $ref) ? [] : [`${path}.${name}`],
    ),
  );
  for (const [name, schema] of Object.entries(components.schemas))
    expect(schema, name).toHaveProperty('description');
  expect(silent).toEqual([]);
  // A code of a recipe stands with figures of its own.
  const isPhrase = ({ properties }: Fielded) => Object.keys(properties).join() === 'code';
  const open = objects.filter(([, one]) => one.additionalProperties !== false);
  expect(open.filter(([, one]) => !isPhrase(one)).map(([path]) => path)).toEqual([]);
});

test('operations have names of their own, say what is in the query, and mention only schemas that there are', async () => {
  const { url } = await startServer();
  const document = await documentOf(url);
  const operations = Object.values(document.paths).flatMap((one) => Object.values(one));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const mentioned = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const names = new Set([...mentioned].map(([, name]) => name));
  expect(names.size).toBeGreaterThan(30);
  for (const name of names) expect(Object.keys(document.components.schemas)).toContain(name);
  expect(document.paths['/api/history']?.get).toMatchObject({
    parameters: [
      { name: 'search', schema: { type: 'string', maxLength: 200 } },
      { name: 'kind', schema: { enum: ['run', 'lesson', 'search', 'load-curve', 'distances'] } },
      { name: 'tag' },
      { name: 'before' },
      { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
    ],
  });
  expect(document.paths['/api/join.svg']?.get).toMatchObject({
    parameters: [{ name: 'url', required: true }],
  });
});

test('the schemas say what the server takes', async () => {
  const { url } = await startServer();
  const { components } = await documentOf(url);
  const ajv = new Ajv2020({ strict: false });
  const { Plan = {}, HistoryChange = {}, SearchInput = {}, LessonOrder = {} } = components.schemas;
  expect(ajv.validate(Plan, smallPlan)).toBe(true);
  expect(ajv.validate(Plan, { lanes: [] })).toBe(false);
  expect(ajv.validate(Plan, { ...smallPlan, workload: { clients: 0 } })).toBe(false);
  expect(ajv.validate(HistoryChange, { name: 'x', tags: ['a'] })).toBe(true);
  expect(ajv.validate(HistoryChange, { title: 'x' })).toBe(false);
  expect(ajv.validate(SearchInput, {})).toBe(true);
  expect(ajv.validate(SearchInput, { workload: { clients: 2 }, network: { rttMs: 5 }, p99BoundMs: 2 })).toBe(
    true,
  );
  expect(ajv.validate(SearchInput, { deepest: 1 })).toBe(false);
  expect(ajv.validate(SearchInput, { workload: { clints: 2 } })).toBe(false);
  expect(ajv.validate(LessonOrder, { recipe: 'rtt', form: 'quick' })).toBe(true);
  expect(ajv.validate(LessonOrder, { recipe: 'rtt', form: 'short' })).toBe(false);
});

test('the page names every path, and needs nothing that its security policy forbids', async () => {
  const { url } = await startServer();
  const response = await fetch(`${url}/api/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  const text = await response.text();
  const { paths, components } = await documentOf(url);
  for (const path of Object.keys(paths)) expect(text).toContain(path);
  for (const [, name = ''] of text.matchAll(/href="#(\w+)"/g)) expect(text).toContain(`id="${name}"`);
  for (const name of Object.keys(components.schemas)) expect(text).toContain(`<div id="${name}">`);
  expect(text).not.toMatch(/<script|<style|style=|https?:/);
  const style = await fetch(`${url}/api/docs/style.css`);
  expect(style.headers.get('content-type')).toContain('text/css');
});
