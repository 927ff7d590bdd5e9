import { isIP } from 'node:net';
import type { Endpoint } from './target.ts';
import { TargetUrlInvalid } from './target-unusable.ts';
import { readTlsFiles, tlsFileNames } from './tls-files.ts';

/** Sentinels, and what they and their master are to be shown. */
export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  master: string;
  /** User and password of the master. */
  username?: string;
  password?: string;
  db: number;
  /** User and password of the Sentinels, which have their own. */
  ofSentinels: { username?: string; password?: string };
  /** TLS for both. */
  tls?: NonNullable<Endpoint['tls']>;
}

export type TargetAddress =
  { type: 'server' | 'cluster'; endpoint: Endpoint } | { type: 'sentinel'; address: SentinelAddress };

/** A comma may stand in a password: only one before the next URL parts them. */
const betweenUrls = /,\s*(?=rediss?:\/\/)/i;

/** True for a URL that names the nodes of a cluster. */
export const isClusterUrl = (url: string): boolean =>
  /^rediss?\+cluster:\/\//i.test(url) || betweenUrls.test(url);

/**
 * Reads every form of URL: `redis://[USER[:PASSWORD]@]HOST[:PORT][/DB]`, `unix://[USER:PASSWORD@]/SOCKET[?db=DB]`,
 * `redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST…]` or URLs with commas between, the first of which says how all are
 * reached, and `redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/MASTER[?db=DB&sentinel-user=…&sentinel-password=…]`;
 * with `rediss` and `ca`, `cert`, `key` for TLS. Throws TargetUrlInvalid; nothing is connected.
 */
export function readTargetUrl(url: string): TargetAddress {
  const urls = url.split(betweenUrls);
  if (urls.length > 1) return clusterOf(urls.flatMap((one) => serversIn(partsOf(one))));
  const parts = partsOf(url);
  if (parts.form === 'sentinel') return { type: 'sentinel', address: sentinelsIn(parts) };
  const servers = serversIn(parts);
  if (parts.form === 'cluster') return clusterOf(servers);
  const [endpoint, ...others] = servers;
  if (!endpoint || others.length > 0) throw malformed();
  return { type: 'server', endpoint };
}

interface UrlParts {
  form: 'server' | 'cluster' | 'sentinel' | 'unix';
  withTls: boolean;
  credentials: { username?: string; password?: string };
  hosts: string;
  /** Text behind the hosts, with its slash. */
  path: string;
  parameters: ReadonlyMap<string, string>;
}

const malformed = () =>
  new TargetUrlInvalid(
    'The address of the target is malformed; special characters in a password are written as %XX.',
  );

const forms = { '': 'server', '+cluster': 'cluster', '+sentinel': 'sentinel' } as const;

function partsOf(url: string): UrlParts {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new TargetUrlInvalid('The address of the target has no scheme.');
  const [, tls = '', suffix = ''] = /^redis(s?)(\+cluster|\+sentinel)?$/.exec(scheme) ?? [];
  if (!/^(unix|rediss?(\+cluster|\+sentinel)?)$/.test(scheme))
    throw new TargetUrlInvalid(`A target cannot be reached by ${scheme}://.`);
  const form = scheme === 'unix' ? 'unix' : forms[suffix as keyof typeof forms];
  const rest = url.slice(scheme.length + '://'.length);
  if (form !== 'unix') refuseBareInPassword(rest);
  const parts = /^(?:([^@/?#]*)@)?([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(rest);
  if (parts === null) throw malformed();
  const [, access = '', hosts = '', path = '', query = ''] = parts;
  if (form !== 'unix' && path.includes('@'))
    throw new TargetUrlInvalid(
      'The address holds an @ behind a "/": in a password, write @ as %40 and / as %2F.',
    );
  const [, user = '', password = ''] = /^([^:]*)(?::(.*))?$/.exec(access) ?? [];
  return {
    ...{ form, withTls: tls !== '', hosts, path: decode(path) },
    credentials: credentialsOf(decode(user), decode(password)),
    parameters: parametersIn(query, form, tls !== ''),
  };
}

const escapes = { '/': '%2F', '?': '%3F', '#': '%23' } as const;

/** Refuses what would end the host, though an @ further on says that it is still a password. A port is none. */
function refuseBareInPassword(rest: string): void {
  const [, bare] = /^[^:/?#[@]*:(?!\d+[,/?#])[^@]*?([/?#])[^@]*@/.exec(rest) ?? [];
  if (bare !== undefined)
    throw new TargetUrlInvalid(
      `The address holds a "${bare}" before the @: in a password, write it as ${escapes[bare as keyof typeof escapes]}.`,
    );
}

function parametersIn(query: string, form: UrlParts['form'], withTls: boolean): Map<string, string> {
  const ofSentinels = form === 'sentinel' ? ['sentinel-user', 'sentinel-password'] : [];
  const known = ['db', ...ofSentinels, ...(withTls ? tlsFileNames : [])];
  const parameters = new Map<string, string>();
  for (const part of query === '' ? [] : query.split('&')) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/.exec(part) ?? [];
    if (form !== 'unix' && !withTls && tlsFileNames.some((one) => one === name))
      throw new TargetUrlInvalid(`The parameter ${name} is for TLS: write rediss:// in place of redis://.`);
    if (!known.includes(name))
      throw new TargetUrlInvalid(
        `The address of the target has an unknown parameter; known are ${known.join(', ')}.`,
      );
    parameters.set(name, decode(value));
  }
  return parameters;
}

function serversIn({ form, withTls, credentials, hosts, path, parameters }: UrlParts): Endpoint[] {
  if (form === 'unix') {
    if (!['', 'localhost'].includes(hosts) || path.length < 2)
      throw new TargetUrlInvalid('The path of a Unix socket starts with a slash, so the URL has three.');
    return [{ path, ...credentials, db: database(parameters.get('db')) }];
  }
  const db = database(path.length > 1 ? path.slice(1) : parameters.get('db'));
  const files = withTls ? tlsFilesIn(parameters) : undefined;
  return hostsIn(hosts, 6379).map(({ host, port }) => ({
    ...{ host, port, ...credentials, db },
    // RFC 6066: a server's name is never an IP address.
    ...(files ? { tls: { ...(isIP(host) ? {} : { servername: host }), ...files } } : {}),
  }));
}

function clusterOf(servers: readonly Endpoint[]): TargetAddress {
  const [first] = servers;
  if (!first || servers.some(({ db }) => db !== 0))
    throw new TargetUrlInvalid('A cluster has no database but 0.');
  const nodes = servers.map(({ host = 'localhost', port = 6379 }) => ({ host, port }));
  return { type: 'cluster', endpoint: { ...first, cluster: { nodes } } };
}

function sentinelsIn({ withTls, credentials, hosts, path, parameters }: UrlParts): SentinelAddress {
  const [, master] = /^\/([^/]+)$/.exec(path) ?? [];
  const sentinels = hostsIn(hosts, 26_379);
  if (master === undefined) throw new TargetUrlInvalid('The address of the Sentinels names no master.');
  return {
    ...{ sentinels, master, ...credentials, db: database(parameters.get('db')) },
    ofSentinels: credentialsOf(parameters.get('sentinel-user'), parameters.get('sentinel-password')),
    ...(withTls ? { tls: tlsFilesIn(parameters) } : {}),
  };
}

const tlsFilesIn = (parameters: ReadonlyMap<string, string>): NonNullable<Endpoint['tls']> =>
  readTlsFiles(
    Object.fromEntries([...parameters].filter(([name]) => tlsFileNames.some((one) => one === name))),
    (reason) => new TargetUrlInvalid(reason),
  );

const credentialsOf = (username = '', password = '') => ({
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
});

function hostsIn(hosts: string, usualPort: number): { host: string; port: number }[] {
  if (hosts === '') throw new TargetUrlInvalid('The address of the target names no host.');
  return hosts.split(',').map((text) => {
    const [, six, plain = '', digits] =
      /^(?:\[([\da-f:.]+)\]|([^:[\]\s<>\\^|]+))(?::(\d{0,5}))?$/i.exec(text) ?? [];
    const port = Number(digits === undefined || digits === '' ? usualPort : digits);
    if (port === 0) throw new TargetUrlInvalid('Port 0 is no address of a target.');
    const host = six ?? decode(plain);
    if (host === '' || port > 65_535 || (six !== undefined && isIP(six) !== 6)) throw malformed();
    return { host, port };
  });
}

function database(text = '0'): number {
  if (!/^\d{1,5}$/.test(text))
    throw new TargetUrlInvalid('The database in the address of the target is no number.');
  return Number(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TargetUrlInvalid('The address of the target holds a % that does not start a %XX.');
  }
}
