import type { UnusableReason } from '../../../shared/contract/enums.ts';
import { addressOf, type Endpoint } from './target.ts';

/** A target that cannot be measured. The message says which, why, and what to do; it holds no secret. */
export class TargetUnusable extends Error {
  readonly reason: UnusableReason;
  readonly address: string;
  constructor(reason: UnusableReason, address: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TargetUnusable';
    this.reason = reason;
    this.address = address;
  }
}

/** What a failed connection or command says about the target, in words. */
export function explainFailure(error: unknown, endpoint: Endpoint): TargetUnusable {
  if (error instanceof TargetUnusable) return error;
  const address = addressOf(endpoint);
  const { code, message } = readError(error);
  const [reason, text] = diagnose(code, message, endpoint, address);
  return new TargetUnusable(reason, address, text, error);
}

function diagnose(code: string, message: string, endpoint: Endpoint, at: string): [UnusableReason, string] {
  const says = (start: string) => message.startsWith(start);
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return ['nothing-listens', `Nothing listens at ${at}. Is the server running, and is the address right?`];
  if (code === 'EACCES') return ['not-allowed', `No permission to open ${at}.`];
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return ['unreachable', `The host of ${at} is not known: its name could not be looked up.`];
  if (code === 'ETIMEDOUT' || message === 'Command timed out') {
    const question = endpoint.tls
      ? 'Does it speak TLS, or should it be redis:// instead of rediss://?'
      : 'Is it a Redis, and not blocked by a firewall or a long command?';
    return ['no-answer', `${at} did not answer in time. ${question}`];
  }
  if (says('NOAUTH') || message.includes('HELLO must be called with the client already authenticated'))
    return ['password', `The Redis at ${at} needs a password: redis://:PASSWORD@${at}`];
  if (says('WRONGPASS') || message.includes('invalid password'))
    return ['password', `The Redis at ${at} does not accept this user name and password.`];
  if (says('NOPERM')) return ['not-allowed', `The Redis at ${at} does not let this user do that: ${message}`];
  if (says('LOADING') || says('BUSYLOADING'))
    return ['loading', `The Redis at ${at} is still loading its data. Try again when it is done.`];
  if (says('READONLY')) return ['replica', replicaText(at)];
  if (message.includes('DB index is out of range') || message.includes('SELECT is not allowed'))
    return ['no-such-db', `The Redis at ${at} has no database ${endpoint.db}.`];
  if (says('DENIED'))
    return ['not-allowed', `The Redis at ${at} lets nobody in from here: ${protectedMode(message)}`];
  if (/^ERR_(TLS|SSL|OSSL)|CERT|SELF_SIGNED/.test(code) || /certificate|SSL routines/i.test(message))
    return [
      'tls',
      `No TLS connection to ${at}: ${firstLine(message)}. rediss://…?ca=FILE trusts an authority of your own.`,
    ];
  if (says('Protocol error') || says('Unknown RESP type'))
    return [
      'not-redis',
      `What listens at ${at} does not speak the protocol of Redis. (Does it need rediss://, for TLS?)`,
    ];
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return ['unreachable', `There is no way to ${at} from here (${code}).`];
  if (code === 'ECONNRESET' || code === 'EPIPE' || message.includes('Connection is closed'))
    return [
      'connection-lost',
      `${at} closed the connection. Is it a Redis, and does it need rediss:// (TLS)?`,
    ];
  return ['not-redis', `The server at ${at} cannot be measured: ${firstLine(message)}`];
}

/** In the server's own words, without its long list of remedies on the server. */
const protectedMode = (message: string) =>
  firstLine(message)
    .replace(/^DENIED /, '')
    .replace(/ If you want to connect.*$/, '');

export const replicaText = (at: string): string =>
  `The Redis at ${at} is a replica and takes no writes. Name its master instead.`;

function readError(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  if (error instanceof AggregateError && error.errors.length > 0) return readError(error.errors[0]);
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    message: error.message,
  };
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** A URL of a target that cannot be read. The message never repeats its secrets. */
export class TargetUrlInvalid extends Error {
  constructor(what: string) {
    super(
      `${what} A target is redis://[USER[:PASSWORD]@]HOST[:PORT][/DB], rediss://… for TLS (?ca=FILE&cert=FILE&key=FILE), ` +
        'unix://[USER:PASSWORD@]/PATH/TO/SOCKET[?db=DB], redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST…], or redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/MASTER[?db=DB].',
    );
    this.name = 'TargetUrlInvalid';
  }
}
