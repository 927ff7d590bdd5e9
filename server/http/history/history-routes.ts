import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  historyChangeSchema,
  historyEntrySchema,
  historyPageSchema,
  historyQuerySchema,
  historyRecordSchema,
  type HistoryRecord,
} from '../../../shared/contract/history.ts';
import { parseResult } from '../../../shared/contract/read-result.ts';
import { resultSchema } from '../../../shared/contract/result.ts';
import { largestUpload } from '../../../shared/limits.ts';
import { withoutStacks } from '../activity/without-stacks.ts';
import { Refusal } from '../plugins/errors.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import { checkedByHandler, file, nothing, refusal, wrongInput } from '../plugins/schemas.ts';
import { exportDocument, exportFormatOf, exportRun, exportUpload, type ExportedFile } from './export.ts';
import type { HistoryKeeper } from './history-keeper.ts';

export interface HistoryRouteOptions {
  keeper: HistoryKeeper;
}

const noHistory = refusal('The file of the history cannot be read or written');
const noEntry = refusal('The history has no such entry');
const tags = ['History'];
const id = z.string();
const format = z.string();
const download = file('application/octet-stream');

const list = {
  tags,
  summary: 'What was kept, newest first',
  querystring: historyQuerySchema,
  response: { 200: historyPageSchema, 400: wrongInput, 503: noHistory },
};
const show = {
  tags,
  summary: 'An entry with its document, and the samples of a run',
  params: z.object({ id }),
  response: { 200: historyRecordSchema, 404: noEntry, 503: noHistory },
};
const change = {
  tags,
  summary: 'Rename or tag an entry',
  params: z.object({ id }),
  body: historyChangeSchema,
  response: { 200: historyEntrySchema, 400: wrongInput, 404: noEntry, 503: noHistory },
};
const remove = {
  tags,
  summary: 'Remove an entry',
  params: z.object({ id }),
  response: { 204: nothing, 404: noEntry, 503: noHistory },
};
const exportEntry = {
  tags,
  summary: 'An entry as a file: json, csv, markdown or html; a lesson and a search as json alone',
  params: z.object({ id, format }),
  response: {
    200: download,
    404: refusal('The history has no such entry, or there is no such format'),
    409: refusal('A lesson or a search is asked for in another format than json'),
    503: noHistory,
  },
};
const exportResult = {
  tags,
  summary: 'A result as a file: json, csv, markdown or html; at most 16 MiB',
  params: z.object({ format }),
  body: resultSchema,
  response: {
    200: download,
    400: refusal('It is no result file; `problems` names what is wrong'),
    404: refusal('There is no such format'),
  },
};

/** Making a report of a large result takes a moment of the server's time. */
const exportsPerMinute = 60;

/** What was kept: list, show, rename, tag, remove, export. */
export const historyRoutes: FastifyPluginCallbackZod<HistoryRouteOptions> = (app, { keeper }, done) => {
  app.get('/history', { schema: list }, ({ query }) => {
    const trouble = keeper.trouble();
    const off = trouble === null ? {} : { off: trouble };
    return { ...(keeper.store?.list(query) ?? { entries: [], total: 0, tags: [] }), ...off };
  });

  const recordOf = async (id: string): Promise<HistoryRecord> =>
    withoutStacks((await keeper.store?.record(id)) ?? noSuchEntry(id));

  app.get('/history/:id', { schema: show }, ({ params }) => recordOf(params.id));

  app.patch('/history/:id', { ...presenterOnly, schema: change }, ({ params, body }) => {
    return keeper.store?.change(params.id, body) ?? noSuchEntry(params.id);
  });

  app.delete(
    '/history/:id',
    { ...presenterOnly, schema: remove },
    async ({ params }, reply): Promise<void> => {
      if (!keeper.store?.remove(params.id)) noSuchEntry(params.id);
      await reply.code(204).send();
    },
  );

  app.get(
    '/history/:id/export/:format',
    { schema: exportEntry },
    async ({ params }, reply): Promise<string> => {
      const format = exportFormatOf(params.format);
      const record = await recordOf(params.id);
      return send(
        reply,
        record.kind === 'run'
          ? exportRun(parseResult(record.document), format)
          : exportDocument(record.document, record.id, format),
      );
    },
  );

  const upload = {
    ...checkedByHandler,
    schema: exportResult,
    bodyLimit: largestUpload,
    config: { rateLimit: { max: exportsPerMinute } },
  };
  app.post('/export/:format', upload, ({ params, body }, reply): string =>
    send(reply, exportUpload(body, exportFormatOf(params.format))),
  );

  done();
};

function send(reply: FastifyReply, { text, headers }: ExportedFile): string {
  void reply.headers(headers);
  return text;
}

function noSuchEntry(id: string): never {
  const message = `Nothing called "${id.slice(0, 80)}" is kept in the history.`;
  throw new Refusal(404, { code: 'no_such_entry', message });
}
