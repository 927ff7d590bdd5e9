import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import { qrCodeQuerySchema, type Join } from '../../../shared/contract/http.ts';
import type { AccessRules } from '../plugins/access.ts';
import { Refusal } from '../plugins/errors.ts';

export interface JoinRouteOptions {
  access: AccessRules;
  /** Addresses by which others reach a server on this port. */
  joinUrls: (port: number) => string[];
}

/** How viewers come in: the addresses, and a QR code of each. */
export function joinRoutes(app: FastifyInstance, options: JoinRouteOptions, done: () => void): void {
  const { access, joinUrls } = options;

  app.get('/join', (): Join => {
    const address = app.server.address();
    return { urls: typeof address === 'object' && address ? joinUrls(address.port) : [] };
  });

  app.get('/join.svg', async (request, reply): Promise<void> => {
    const asked = qrCodeQuerySchema.safeParse(request.query);
    const url = asked.success ? pageUrl(asked.data.url) : null;
    if (!url || access.refusal({ host: url.host }) !== null) throw notOurs();
    await reply.type('image/svg+xml').send(renderSVG(url.href, { ecc: 'M', border: 4 }));
  });

  done();
}

/** The first page at an address; `null` where there is more to it, such as a token. */
function pageUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const bare = url.href === `${url.origin}/` && /^https?:$/.test(url.protocol);
  return bare ? url : null;
}

const notOurs = (): Refusal =>
  new Refusal(400, {
    code: 'not_our_address',
    message: 'url: must be an address of this page and nothing more, as GET /api/join lists them.',
  });
