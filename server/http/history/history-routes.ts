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
import { resultSchema } from '../../../shared/contract/result.ts';
import { cardLimits, largestUpload } from '../../../shared/limits.ts';
import { withoutStacks } from '../activity/without-stacks.ts';
import { Refusal } from '../plugins/errors.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import { checkedByHandler, file, nothing, refusal, wrongInput } from '../plugins/schemas.ts';
import { exportFormatOf } from '../exports/export-file.ts';
import { Exporter, type ExporterOptions } from '../exports/exporter.ts';
import type { HistoryKeeper } from './history-keeper.ts';
import { assertCard } from './run-card.ts';

interface HistoryRouteOptions {
  keeper: HistoryKeeper;
  exports?: ExporterOptions;
}

const noHistory = refusal('The file of the history cannot be read or written');
const noEntry = refusal('The history has no such entry');
const exportTooLarge = refusal('The file would be too large');
const tags = ['History'];
const id = z.string();
const format = z.string();
const fileAnswer = file('application/octet-stream');

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
const showCard = {
  tags,
  summary: 'The card of a run: the picture for previews of its link',
  params: z.object({ id }),
  response: {
    200: file('image/png'),
    404: refusal('The history has no such run, or no card of it'),
    503: noHistory,
  },
};
const keepCard = {
  tags,
  summary: `Keep a card with a run: a PNG of ${cardLimits.width} × ${cardLimits.height} pixels, at most ${cardLimits.bytes / 1000} kB`,
  params: z.object({ id }),
  response: {
    204: nothing,
    400: refusal('It is no PNG of this size'),
    404: refusal('The history has no such run'),
    413: refusal('It is too large'),
    415: refusal('The body is not said to be image/png'),
    503: noHistory,
  },
};
const exportEntry = {
  tags,
  summary:
    'An entry as a file: json, csv, csv-semicolon, markdown or html; a lesson and a search as json alone',
  params: z.object({ id, format }),
  response: {
    200: fileAnswer,
    404: refusal('The history has no such entry, or there is no such format'),
    409: refusal('A lesson or a search is asked for in another format than json'),
    413: exportTooLarge,
    503: refusal('The file of the history cannot be read, or too many exports wait'),
  },
};
const exportResult = {
  tags,
  summary: 'A result as a file: json, csv, csv-semicolon, markdown or html; at most 16 MiB',
  params: z.object({ format }),
  body: resultSchema,
  response: {
    200: fileAnswer,
    400: refusal('It is no result file; `problems` names what is wrong'),
    404: refusal('There is no such format'),
    413: refusal('The body is too large, or the file would be'),
    503: refusal('Too many exports wait, or this one took too long; Retry-After says when to try again'),
  },
};

/** Of one address: a class that wants the result at once waits for one another. */
const exportsPerMinute = 120;
/** Of one address: each run has one. */
const cardsPerMinute = 60;

/** What was kept: list, show, rename, tag, remove, export. */
export const historyRoutes: FastifyPluginCallbackZod<HistoryRouteOptions> = (
  app,
  { keeper, exports },
  done,
) => {
  const exporter = new Exporter(exports);
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

  app.get('/history/:id/card', { schema: showCard }, async ({ params }, reply) =>
    sendPng(reply, keeper.store?.card(params.id) ?? noSuchEntry(params.id)),
  );
  void app.register((cards, _options, ready) => {
    cards.removeAllContentTypeParsers();
    cards.addContentTypeParser('image/png', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    cards.put<{ Params: { id: string } }>(
      '/history/:id/card',
      {
        schema: keepCard,
        bodyLimit: cardLimits.bytes,
        config: { ...presenterOnly.config, rateLimit: { max: cardsPerMinute } },
      },
      async ({ params, body }, reply): Promise<void> => {
        assertCard(body);
        if (!keeper.store?.keepCard(params.id, body)) noSuchEntry(params.id);
        await reply.code(204).send();
      },
    );
    ready();
  });

  const limited = { config: { rateLimit: { max: exportsPerMinute } } };
  const download = { ...limited, schema: exportEntry };
  app.get('/history/:id/export/:format', download, async ({ params }, reply) => {
    const format = exportFormatOf(params.format);
    const refused = exporter.refusal();
    if (refused) throw refused;
    const record = await recordOf(params.id);
    const { id, document } = record;
    const file = await exporter.export(
      record.kind === 'run'
        ? { source: 'run', document: record.document, format }
        : { source: 'document', id, document, format },
    );
    return send(reply, file);
  });

  const upload = {
    ...checkedByHandler,
    schema: exportResult,
    bodyLimit: largestUpload,
    config: { ...presenterOnly.config, ...limited.config },
    onRequest: (_request: unknown, _reply: unknown, next: (error?: Error) => void) => {
      next(exporter.refusal() ?? undefined);
    },
  };
  /** The body stays the bytes that it is: to read 16 MiB would hold up everything else. */
  void app.register((uploads, _options, ready) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    uploads.post<{ Params: { format: string } }>(
      '/export/:format',
      upload,
      async ({ params, body }, reply) => {
        const format = exportFormatOf(params.format);
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        return send(reply, await exporter.export({ source: 'upload', body: bytes, format }));
      },
    );
    ready();
  });
  app.addHook('onClose', () => exporter.close());

  done();
};

function send(
  reply: FastifyReply,
  { bytes, headers }: Awaited<ReturnType<Exporter['export']>>,
): FastifyReply {
  return reply.headers(headers).send(Buffer.from(bytes.buffer));
}

const sendPng = (reply: FastifyReply, png: Buffer): FastifyReply => reply.type('image/png').send(png);

function noSuchEntry(id: string): never {
  const message = `Nothing called "${id.slice(0, 80)}" is kept in the history.`;
  throw new Refusal(404, { code: 'no_such_entry', message });
}
