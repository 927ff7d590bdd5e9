import { networkInterfaces } from 'node:os';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from './errors.ts';

/** Refuses requests of other sites, and those for another name than ours. */
export const accessPlugin = fastifyPlugin<{ rules: AccessRules }>((app, { rules }, done) => {
  app.addHook('onRequest', (request, _reply, next) => {
    const refusal = rules.refusal(request.headers);
    next(refusal === null ? undefined : new Refusal(403, { code: 'foreign_request', message: refusal }));
  });
  done();
});

/** Who is asked for, and by which page: what HTTP requests and WebSocket handshakes say in the same way. */
interface RequestOrigin {
  host?: string | undefined;
  origin?: string | undefined;
}

interface AccessOptions {
  /** The address that the server is bound to. */
  host: string;
  /** Further names it may be called by, `name` or `name:port`. */
  allowedHosts?: readonly string[];
  /** Addresses of this machine; they change while a laptop moves between networks. */
  addresses?: () => readonly string[];
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/** Whether only this machine reaches a server that is bound to `host`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Decides by Host and Origin whether a request may be answered at all. Host: a page of another site that had
 * its name point to this machine (DNS rebinding) still calls us by that name. Origin: browsers open WebSockets
 * and send simple requests to any site without asking it first. Ports are not compared with ours, since
 * tunnels and containers publish under others; Origin has to be the same host *and* port as Host.
 */
export class AccessRules {
  readonly #bound: string;
  readonly #allowed: readonly string[];
  readonly #addresses: () => readonly string[];

  constructor(options: AccessOptions) {
    this.#bound = options.host;
    this.#allowed = (options.allowedHosts ?? []).map((name) => name.toLowerCase());
    this.#addresses = options.addresses ?? machineAddresses;
  }

  /** Why the request is refused, in one sentence; `null` when it is not. */
  refusal(asking: RequestOrigin): string | null {
    const host = parseHost(asking.host);
    if (!host || !this.#isOurName(host))
      return `this server does not answer to the name "${shorten(asking.host)}"; allow it with ROUNDTRIP_ALLOWED_HOSTS`;
    if (asking.origin !== undefined && !this.#isOurPage(asking.origin, host))
      return `pages of "${shorten(asking.origin)}" may not use this server`;
    return null;
  }

  #isOurName({ host, hostname }: URL): boolean {
    if (this.#allowed.includes(hostname) || this.#allowed.includes(host)) return true;
    if (isLoopback(this.#bound)) return loopbackNames.includes(hostname) || hostname === this.#bound;
    if (!everyAddress.includes(this.#bound)) return hostname === bracketed(this.#bound.toLowerCase());
    return loopbackNames.includes(hostname) || this.#addresses().map(bracketed).includes(hostname);
  }

  #isOurPage(origin: string, host: URL): boolean {
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host.host || this.#allowed.includes(page.host);
  }
}

function parseHost(host: string | undefined): URL | null {
  const text = `http://${host ?? ''}`;
  if (!/^http:\/\/[^/\\?#@\s]+$/.test(text) || !URL.canParse(text)) return null;
  return new URL(text);
}

const machineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

const shorten = (text = ''): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Where a request or a WebSocket handshake comes from. All who share an address are counted together. */
export type AddressOf = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** A client that has reset its connection has no address any more. */
const gone = 'gone';

/**
 * `trustProxy`: a proxy stands before the server, and the last address of X-Forwarded-For is what it saw. Earlier
 * entries are the client's own words. Without a proxy so is the whole header, and the socket's address counts.
 */
export const addressRule =
  (trustProxy: boolean): AddressOf =>
  ({ headers, socket }) => {
    const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? []].flat().join(',') : '';
    const last = forwarded.split(',').at(-1)?.trim() ?? '';
    return subnetOf((last === '' ? socket.remoteAddress : last.slice(0, longestAddress)) ?? gone);
  };

/** Of an address of IPv6 with its zone. */
const longestAddress = 60;
const subnetOf = (address: string): string => (isIP(address) === 6 ? ipv6Subnet(address) : address);

/** A network of IPv6 has a /64 at least: its addresses are as good as one. An address of IPv4 in it is that one. */
function ipv6Subnet(address: string): string {
  const [start = [], end = []] = canonical(address.replace(/%.*/, ''))
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''));
  const groups = [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff')
    return canonical(`${groups.slice(0, 4).join(':')}::`);
  const numbers = groups.slice(6).map((group) => parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}

/** In groups of hexadecimal digits, as short as can be. */
const canonical = (ipv6: string): string => new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
