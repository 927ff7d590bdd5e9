import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { renderSVG } from 'uqr';
import { joinSchema, qrCodeQuerySchema } from '../../../shared/contract/http.ts';
import { type AccessRules, isLoopback } from '../plugins/access.ts';
import { Refusal } from '../plugins/errors.ts';
import { checkedByHandler, file, refusal } from '../plugins/schemas.ts';

interface JoinRouteOptions {
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

interface JoinOptions {
  /** The address that the server is bound to, and its port. */
  host: string;
  port: number;
  /** Further names it may be called by, `name` or `name:port`: the person who set them knows how others reach it. */
  allowedHosts?: readonly string[];
  interfaces?: NodeJS.Dict<NetworkInterfaceInfo[]>;
}

/** Networks that lie within this machine: of containers, of virtual machines. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman|bridge)/i;

/**
 * Where the page can be opened from other machines, the likeliest first; none when only this one reaches it. The
 * presenter's token is in none of them.
 */
export function joinUrls({
  host,
  port,
  allowedHosts = [],
  interfaces = networkInterfaces(),
}: JoinOptions): string[] {
  const named = allowedHosts.filter(isOutside).map((name) => (/:\d+$/.test(name) ? name : `${name}:${port}`));
  const numbered = boundTo(host, interfaces).map((address) => `${bracketed(address)}:${port}`);
  return [...new Set([...named, ...numbered])].map((place) => new URL(`http://${place}/`).href);
}

const isOutside = (name: string): boolean => !isLoopback(name.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));

function boundTo(host: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  if (isLoopback(host)) return [];
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const outside = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ ...address, name })))
    .filter(({ internal }) => !internal);
  const [v4, v6] = [
    outside.filter(({ family }) => family === 'IPv4'),
    // An address of the link alone needs the name of an interface, which no address bar takes.
    outside.filter(({ family, address }) => family === 'IPv6' && !/^fe[89ab]/i.test(address)),
  ];
  const reached = host === '::' ? [...v4, ...v6] : v4;
  const [outer, within] = [
    reached.filter(({ name }) => !inner.test(name)),
    reached.filter(({ name }) => inner.test(name)),
  ];
  return [...outer, ...within].map(({ address }) => address);
}

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);
