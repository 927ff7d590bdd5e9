import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { smallPlan, startServer } from '../../support/build-app.ts';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, object> }>>;
  components: { schemas: Record<string, object> };
}

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

const documentOf = async (url: string): Promise<Document> =>
  (await fetch(`${url}/api/docs/openapi.json`)).json() as Promise<Document>;

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

test('the schemas say what the server takes', async () => {
  const { url } = await startServer();
  const { components } = await documentOf(url);
  const ajv = new Ajv2020({ strict: false });
  const { Plan = {}, HistoryChange = {} } = components.schemas;
  expect(ajv.validate(Plan, smallPlan)).toBe(true);
  expect(ajv.validate(Plan, { lanes: [] })).toBe(false);
  expect(ajv.validate(Plan, { ...smallPlan, workload: { clients: 0 } })).toBe(false);
  expect(ajv.validate(HistoryChange, { name: 'x', tags: ['a'] })).toBe(true);
  expect(ajv.validate(HistoryChange, { title: 'x' })).toBe(false);
});

test('the page names every path, and needs nothing that its security policy forbids', async () => {
  const { url } = await startServer();
  const response = await fetch(`${url}/api/docs`);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  const text = await response.text();
  for (const path of Object.keys((await documentOf(url)).paths)) expect(text).toContain(path);
  expect(text).not.toMatch(/<script|<style|style=|https?:/);
  const style = await fetch(`${url}/api/docs/style.css`);
  expect(style.headers.get('content-type')).toContain('text/css');
});
