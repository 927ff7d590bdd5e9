import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  historyChangeSchema,
  historyQuerySchema,
  type HistoryChange,
  type HistoryEntry,
  type HistoryPage,
  type HistoryRecord,
} from '../../../shared/contract/history.ts';
import { readResult } from '../../../shared/contract/read-result.ts';
import { largestUpload } from '../../../shared/limits.ts';
import { Refusal } from '../plugins/errors.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import { checked } from './checked.ts';
import { exportDocument, exportFormatOf, exportRun, exportUpload, type ExportedFile } from './export.ts';
import type { HistoryKeeper } from './history-keeper.ts';

export interface HistoryRouteOptions {
  keeper: HistoryKeeper;
}

type OfEntry = { Params: { id: string } };
type OfFormat = { Params: { format: string } };

/** Making a report of a large result takes a moment of the server's time. */
const exportsPerMinute = 60;

/** What was kept: list, show, rename, tag, remove, export. */
export function historyRoutes(app: FastifyInstance, { keeper }: HistoryRouteOptions, done: () => void): void {
  app.get('/history', ({ query }): HistoryPage => {
    const asked = checked(historyQuerySchema, query, 'query');
    const trouble = keeper.trouble();
    const off = trouble === null ? {} : { off: trouble };
    return { ...(keeper.store?.list(asked) ?? { entries: [], total: 0, tags: [] }), ...off };
  });

  const recordOf = async (id: string): Promise<HistoryRecord> =>
    (await keeper.store?.record(id)) ?? noSuchEntry(id);

  app.get<OfEntry>('/history/:id', ({ params }): Promise<HistoryRecord> => recordOf(params.id));

  app.patch<OfEntry>('/history/:id', presenterOnly, ({ params, body }): HistoryEntry => {
    const change: HistoryChange = checked(historyChangeSchema, body, 'change');
    return keeper.store?.change(params.id, change) ?? noSuchEntry(params.id);
  });

  app.delete<OfEntry>('/history/:id', presenterOnly, async ({ params }, reply): Promise<void> => {
    if (!keeper.store?.remove(params.id)) noSuchEntry(params.id);
    await reply.code(204).send();
  });

  app.get<{ Params: { id: string; format: string } }>(
    '/history/:id/export/:format',
    async ({ params }, reply): Promise<string> => {
      const format = exportFormatOf(params.format);
      const record = await recordOf(params.id);
      return send(
        reply,
        record.kind === 'run'
          ? exportRun(readResult(record.document), format)
          : exportDocument(record.document, record.id, format),
      );
    },
  );

  const upload = { bodyLimit: largestUpload, config: { rateLimit: { max: exportsPerMinute } } };
  app.post<OfFormat>('/export/:format', upload, ({ params, body }, reply): string =>
    send(reply, exportUpload(body, exportFormatOf(params.format))),
  );

  done();
}

function send(reply: FastifyReply, { text, headers }: ExportedFile): string {
  void reply.headers(headers);
  return text;
}

function noSuchEntry(id: string): never {
  const message = `Nothing called "${id.slice(0, 80)}" is kept in the history.`;
  throw new Refusal(404, { code: 'no_such_entry', message });
}
