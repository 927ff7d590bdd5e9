import type { Endpoint } from '../connection/target.ts';
import { TargetUrlInvalid } from '../connection/target-unusable.ts';
import { readTlsFiles, tlsFileNames, type TlsFiles } from '../connection/tls-files.ts';

export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  master: string;
  /** For the master. */
  username?: string;
  password?: string;
  db: number;
  /** For the Sentinels, which have users of their own. */
  ofSentinels: { username?: string; password?: string };
  /** For both. */
  tls?: NonNullable<Endpoint['tls']>;
}

const schemes = ['redis+sentinel://', 'rediss+sentinel://'];
const defaultPort = 26379;

export const isSentinelUrl = (url: string): boolean => schemeOf(url) !== undefined;

const schemeOf = (url: string) => schemes.find((scheme) => url.toLowerCase().startsWith(scheme));

/**
 * Reads `redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/MASTER[?db=DB&sentinel-user=…&sentinel-password=…]`;
 * `rediss+sentinel://` also with `ca`, `cert`, `key`. Throws TargetUrlInvalid.
 */
export function readSentinelUrl(url: string): SentinelAddress {
  const scheme = schemeOf(url) ?? '';
  const withTls = scheme.startsWith('rediss');
  const parts = /^(?:([^@/?#]*)@)?([^@/?#]+)\/([^@/?#]+)(?:\?([^?#/]*))?$/.exec(splitQuery(url, scheme));
  if (parts === null) throw malformed();
  const [, access = '', hosts = '', master = '', query] = parts;
  const colon = access.indexOf(':');
  const parameters = readParameters(query, withTls);
  const db = parameters.get('db') ?? '0';
  if (!/^\d{1,5}$/.test(db)) throw malformed();
  return {
    sentinels: hosts.split(',').map(readHost),
    master: decode(master),
    ...credentials(
      decode(colon === -1 ? access : access.slice(0, colon)),
      colon === -1 ? '' : decode(access.slice(colon + 1)),
    ),
    db: Number(db),
    ofSentinels: credentials(parameters.get('sentinel-user'), parameters.get('sentinel-password')),
    ...(withTls ? { tls: tlsOf(parameters) } : {}),
  };
}

/** Paths of files may hold slashes; nothing else behind the question mark does. */
function splitQuery(url: string, scheme: string): string {
  const [address = '', ...query] = url.slice(scheme.length).split('?');
  return [address, ...query.map((text) => text.replaceAll('/', '%2F'))].join('?');
}

const malformed = () =>
  new TargetUrlInvalid(
    'The address of the Sentinels is malformed; special characters in a password are written as %XX.',
  );

function readParameters(query: string | undefined, withTls: boolean): Map<string, string> {
  const known = ['db', 'sentinel-user', 'sentinel-password', ...(withTls ? tlsFileNames : [])];
  const parameters = new Map<string, string>();
  for (const part of query === undefined ? [] : query.split('&')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals);
    if (equals === -1 || !known.includes(name))
      throw new TargetUrlInvalid(
        `The address of the Sentinels has an unknown parameter; known are ${known.join(', ')}.`,
      );
    parameters.set(name, decode(part.slice(equals + 1)));
  }
  return parameters;
}

function tlsOf(parameters: ReadonlyMap<string, string>): NonNullable<Endpoint['tls']> {
  const files: TlsFiles = Object.fromEntries(
    tlsFileNames.flatMap((name) => (parameters.has(name) ? [[name, parameters.get(name)]] : [])),
  );
  return readTlsFiles(files, (reason) => new TargetUrlInvalid(reason));
}

const credentials = (username = '', password = '') => ({
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
});

function readHost(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port ?? defaultPort) > 65_535 || port === '0')
    throw new TargetUrlInvalid('A Sentinel is HOST or HOST:PORT, several with commas between.');
  return { host, port: Number(port ?? defaultPort) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TargetUrlInvalid('The address of the Sentinels holds a % that does not start a %XX.');
  }
}
