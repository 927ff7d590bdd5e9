import { existsSync, readdirSync } from 'node:fs';
import { join, extname } from 'node:path';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { roomPaths } from '../../../shared/contract/enums.ts';
import type { LinkPreview } from '../history/link-preview.ts';
import { isLoopback } from '../plugins/access.ts';
import { Refusal } from '../plugins/errors.ts';
import { withPreview } from './page-head.ts';

const year = 'public, max-age=31536000, immutable';

interface PageParts {
  /** Where the built page lies. */
  folder: string;
  /** The preview of a run, and the path of its picture; `null`: there is no such run. */
  previewOf: (id: string) => Promise<(LinkPreview & { image: string | null }) | null>;
}

/**
 * Serves the built page. What Vite puts into `assets/` carries a hash of its content in its name and may be kept
 * for ever; everything else is asked for again each time. What the build has compressed is sent so to who takes it.
 */
export async function servePage(app: FastifyInstance, { folder, previewOf }: PageParts): Promise<void> {
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

  if (isBuilt)
    app.get<{ Params: { id: string } }>(`${roomPaths.runs}/:id`, async (request, reply) => {
      const preview = await previewOf(request.params.id);
      if (preview === null) return reply.sendFile('index.html');
      const origin = outsideOrigin(request);
      const image = preview.image === null || origin === null ? null : origin + preview.image;
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      return reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(withPreview(html, preview, image));
    });

  app.setNotFoundHandler(async (request, reply) => {
    const asset = await packed.find(assetName(request), request.headers['accept-encoding'] ?? '');
    if (asset !== null) return sendAsset(reply, asset);
    if (!asksForPage(request)) throw nothingAt(request);
    return isBuilt ? reply.sendFile('index.html') : sayNotBuilt(reply);
  });
}

/** The address by which another machine asked; `null`: it was this one. */
function outsideOrigin({ protocol, headers: { host = '' } }: FastifyRequest): string | null {
  const { hostname, origin } = new URL(`${protocol === 'https' ? 'https' : 'http'}://${host}`);
  return isLoopback(hostname.replace(/^\[|\]$/g, '')) ? null : origin;
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

const decompress = promisify(brotliDecompress);
const compress = promisify(gzip);

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A packed asset, for a browser that does not take brotli: Chromium does not over plain HTTP from another machine. */
interface UnpackedAsset {
  type: string;
  encoding: 'gzip' | null;
  content: Buffer;
}

/** Assets that are there as brotli alone, as in a package. Each is unpacked once, when it is first asked for so. */
class PackedAssets {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #unpacked = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
    const packed = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.br')) : [];
    const names = packed.map((name) => name.slice(0, -'.br'.length));
    this.#names = new Set(names.filter((name) => !existsSync(join(folder, name))));
  }

  /** The asset of this name, by an encoding that is accepted; `null`: there is none. */
  async find(name: string, accepted: string): Promise<UnpackedAsset | null> {
    if (!this.#names.has(name)) return null;
    const encoding = /\bgzip\b/.test(accepted) ? 'gzip' : null;
    const key = `${name} ${encoding ?? ''}`;
    const unpacked = this.#unpacked.get(key) ?? this.#unpack(name, encoding);
    this.#unpacked.set(key, unpacked);
    return {
      type: types[extname(name)] ?? 'application/octet-stream',
      encoding,
      content: await unpacked,
    };
  }

  async #unpack(name: string, encoding: UnpackedAsset['encoding']): Promise<Buffer> {
    const plain = await decompress(await readFile(join(this.#folder, `${name}.br`)));
    return encoding === null ? plain : compress(plain);
  }
}
