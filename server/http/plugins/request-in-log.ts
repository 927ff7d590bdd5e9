import type { FastifyRequest } from 'fastify';

/** A request as the log has it. A token that somebody put into the address stays out of it. */
export const requestInLog = ({ method, url, host, ip }: FastifyRequest) => ({
  method,
  url: url.replace(/([?&;][^=&;]*token[^=&;]*=)[^&;#]*/gi, '$1…'),
  host,
  remoteAddress: ip,
});
