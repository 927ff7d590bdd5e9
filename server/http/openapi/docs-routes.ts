import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { file } from '../plugins/schemas.ts';
import { docsPage, docsStyle } from './docs-page.ts';

const tags = ['Documentation'];

/** What can be asked of this server, for people and for programs. */
export const docsRoutes: FastifyPluginCallbackZod<{ version: string }> = (app, { version }, done) => {
  const page = { tags, summary: 'This description as a page', response: { 200: file('text/html') } };
  app.get('/docs', { schema: page }, async (_request, reply): Promise<void> => {
    await reply.type('text/html; charset=utf-8').send(docsPage(version, await app.describeApi()));
  });

  const style = { tags, summary: 'The look of that page', response: { 200: file('text/css') } };
  app.get('/docs/style.css', { schema: style }, async (_request, reply): Promise<void> => {
    await reply.type('text/css; charset=utf-8').send(docsStyle);
  });

  const document = {
    tags,
    summary: 'This description as OpenAPI 3.1',
    response: { 200: z.record(z.string(), z.unknown()) },
  };
  app.get('/docs/openapi.json', { schema: document }, async () => ({ ...(await app.describeApi()) }));

  done();
};
