import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../plugins/errors.ts';
import { PackedAssets, type UnpackedAsset } from './packed-assets.ts';

const year = 'public, max-age=31536000, immutable';

/**
 * Serves the built page. What Vite puts into `assets/` carries a hash of its content in its name and may be kept
 * for ever; everything else is asked for again each time. What the build has compressed is sent so to who takes it.
 */
export async function servePage(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const assets = join(folder, 'assets');
  const packed = new PackedAssets(assets);
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        response.setHeader('cache-control', path.startsWith(assets) ? year : 'no-cache');
        response.setHeader('vary', 'accept-encoding');
      },
    });

  app.setNotFoundHandler(async (request, reply) => {
    const asset = await packed.find(assetName(request), request.headers['accept-encoding'] ?? '');
    if (asset !== null) return sendAsset(reply, asset);
    if (!asksForPage(request)) throw nothingAt(request);
    return isBuilt ? reply.sendFile('index.html') : sayNotBuilt(reply);
  });
}

/** Empty: no asset is asked for. */
const assetName = ({ method, url }: FastifyRequest): string =>
  (method === 'GET' || method === 'HEAD' ? /^\/assets\/([\w.-]+)(?:$|\?)/.exec(url)?.[1] : undefined) ?? '';

const sendAsset = (reply: FastifyReply, { type, encoding, content }: UnpackedAsset): FastifyReply => {
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.headers({ 'cache-control': year, vary: 'accept-encoding' }).type(type).send(content);
};

/** Any other path is the page, which reads its state from the address. */
const asksForPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(url);

const nothingAt = ({ method, url }: FastifyRequest): Refusal =>
  new Refusal(404, { code: 'not_found', message: `There is nothing at ${method} ${url.slice(0, 80)}.` });

const sayNotBuilt = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The page is not built yet. Build it with: npm run build\nThen start Roundtrip again.\n');
