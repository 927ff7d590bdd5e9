import { GlideClient, Logger, ProtocolVersion } from '@valkey/valkey-glide';
import { timedOut } from '../../lane/failure-class.ts';
import type { ConnectionContext } from '../../lane/strategy.ts';

const connectWithinMs = 3000;
/** As long as its protocol can say, ms: it has no way to say "none". */
const noTimeoutMs = 2 ** 31 - 1;
/** More than a lane may have in flight on one connection. */
const noLimit = 2 ** 31 - 1;

/** One connection of GLIDE, ready. Rejects when it cannot be made. */
export async function connectGlide({ endpoint, workload }: ConnectionContext): Promise<GlideClient> {
  const { host = 'localhost', port = 6379, username, password, db, tls } = endpoint;
  if (endpoint.path !== undefined) throw new Error('GLIDE cannot connect to a Unix socket');
  // It writes to the console otherwise.
  Logger.setLoggerConfig('off');
  return GlideClient.createClient({
    addresses: [{ host, port }],
    databaseId: db,
    ...(password === undefined ? {} : { credentials: { ...(username ? { username } : {}), password } }),
    protocol: workload.resp === 2 ? ProtocolVersion.RESP2 : ProtocolVersion.RESP3,
    useTLS: tls !== undefined,
    connectionBackoff: { numberOfRetries: 0, factor: 1, exponentBase: 2 },
    // Its own are 250 ms for each request, and 1,000 requests in flight; more are refused.
    ...(workload.clientTimeout === 'library'
      ? {}
      : { requestTimeout: noTimeoutMs, inflightRequestsLimit: noLimit }),
    advancedConfiguration: {
      connectionTimeout: connectWithinMs,
      ...(tls
        ? {
            tlsAdvancedConfiguration: {
              ...(tls.rejectUnauthorized === false ? { insecure: true } : {}),
              ...(tls.ca === undefined ? {} : { rootCertificates: tls.ca }),
            },
          }
        : {}),
    },
  });
}

/** What GLIDE makes of an error that the server sent: `… signalled by the server: - NoScriptError: No matching …`. */
const signalled = /signalled by the server: - (\w+?)Error: (.*)/s;

/** An error of GLIDE in the words by which failures are told apart; anything else as it is. */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  if (name === 'TimeoutError') return new Error(`${timedOut}: ${message}`);
  if (name === 'ClosingError' || name === 'ConnectionError')
    return new Error(`Connection lost: ${message}`, { cause: error });
  const [, kind, text = ''] = signalled.exec(message) ?? [];
  if (kind === undefined) return error;
  return new Error(`${kind === 'Response' ? 'ERR' : kind.toUpperCase()} ${text}`);
}

/** A reply as the protocol has it: GLIDE makes a boolean of the integers 0 and 1 where they mean one. */
export const plainReply = (reply: unknown): unknown =>
  typeof reply === 'boolean' ? Number(reply) : reply instanceof Error ? plainError(reply) : reply;
