import type { FastifyInstance } from 'fastify';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApi } from './openapi.ts';

/** What can be asked of this server, for people and for programs. */
export function docsRoutes(app: FastifyInstance, { version }: { version: string }, done: () => void): void {
  app.get('/docs', async (_request, reply): Promise<void> => {
    await reply.type('text/html; charset=utf-8').send(docsPage(version));
  });
  app.get('/docs/style.css', async (_request, reply): Promise<void> => {
    await reply.type('text/css; charset=utf-8').send(docsStyle);
  });
  app.get('/docs/openapi.json', (): object => openApi(version));
  done();
}
