import { TargetUrlInvalid } from './target-url-invalid.ts';

/** A master as Sentinels know it. */
export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  master: string;
  /** For the master, not for the Sentinels. */
  username?: string;
  password?: string;
  db: number;
}

const scheme = 'redis+sentinel://';
const defaultPort = 26379;

/** Whether a URL asks for a master by way of Sentinels. */
export const isSentinelUrl = (url: string): boolean => url.toLowerCase().startsWith(scheme);

/** Reads `redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/MASTER[?db=DB]`. Throws TargetUrlInvalid. */
export function readSentinelUrl(url: string): SentinelAddress {
  const parts = /^(?:([^@/?#]*)@)?([^@/?#]+)\/([^@/?#]+)(?:\?db=(\d{1,5}))?$/.exec(url.slice(scheme.length));
  if (parts === null)
    throw new TargetUrlInvalid(
      'The address of the Sentinels is malformed; special characters in a password are written as %XX.',
    );
  const [, access = '', hosts = '', master = '', db = '0'] = parts;
  const colon = access.indexOf(':');
  const username = decode(colon === -1 ? access : access.slice(0, colon));
  const password = colon === -1 ? '' : decode(access.slice(colon + 1));
  return {
    sentinels: hosts.split(',').map(readHost),
    master: decode(master),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    db: Number(db),
  };
}

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
