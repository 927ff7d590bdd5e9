import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import rateLimit from '@fastify/rate-limit';

/** Where a request or a WebSocket handshake comes from; whoever shares an address is counted together. */
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
/** A network of IPv6 has a /64 at least: its addresses are as good as one. */
const subnet = 64;

const subnetOf = (address: string): string =>
  isIP(address) === 0 ? address : rateLimit.normalizeIP(address, subnet);
