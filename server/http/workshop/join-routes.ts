import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { renderSVG } from 'uqr';
import { joinSchema, qrCodeQuerySchema } from '../../../shared/contract/http.ts';
import type { AccessRules } from '../plugins/access.ts';
import { Refusal } from '../plugins/errors.ts';
import { checkedByHandler, file, refusal } from '../plugins/schemas.ts';

export interface JoinRouteOptions {
  access: AccessRules;
  /** Addresses by which others reach a server on this port. */
  joinUrls: (port: number) => string[];
}

const tags = ['Joining'];

const addresses = {
  tags,
  summary: 'Addresses by which viewers reach this page',
  response: { 200: joinSchema },
};
const qrCode = {
  tags,
  summary: 'One of these addresses as a QR code',
  querystring: qrCodeQuerySchema,
  response: { 200: file('image/svg+xml'), 400: refusal('It is no address of this page') },
};

/** How viewers come in: the addresses, and a QR code of each. */
export const joinRoutes: FastifyPluginCallbackZod<JoinRouteOptions> = (app, options, done) => {
  const { access, joinUrls } = options;

  app.get('/join', { schema: addresses }, () => {
    const address = app.server.address();
    return { urls: typeof address === 'object' && address ? joinUrls(address.port) : [] };
  });

  app.get('/join.svg', { ...checkedByHandler, schema: qrCode }, async (request, reply): Promise<void> => {
    const asked = qrCodeQuerySchema.safeParse(request.query);
    const url = asked.success ? pageUrl(asked.data.url) : null;
    if (!url || access.refusal({ host: url.host }) !== null) throw notOurs();
    await reply.type('image/svg+xml').send(renderSVG(url.href, { ecc: 'M', border: 4 }));
  });

  done();
};

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
