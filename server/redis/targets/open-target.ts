import { isIP } from 'node:net';
import { addressOf, type Endpoint, type Target } from '../connection/target.ts';
import { findMaster } from '../sentinel/sentinel.ts';
import { isSentinelUrl, readSentinelUrl, type SentinelAddress } from '../sentinel/sentinel-url.ts';
import { TargetUrlInvalid } from '../connection/target-unusable.ts';
import { readTlsFiles, tlsFileNames } from '../connection/tls-files.ts';

/** What Sentinels are to be shown besides what the URL holds. */
export interface GivenBeside {
  tls?: NonNullable<Endpoint['tls']>;
  ofSentinels?: SentinelAddress['ofSentinels'];
}

/**
 * The target that a URL names. Sentinels are asked where their master is; otherwise nothing is connected yet. Throws
 * TargetUrlInvalid, and TargetUnusable when no Sentinel knows.
 */
export async function openTarget(url: string, given: GivenBeside = {}): Promise<Target> {
  const nodes = nodeUrls(url);
  if (nodes) return clusterFromUrls(nodes);
  if (!isSentinelUrl(url)) return targetFromUrl(url);
  const read = readSentinelUrl(url);
  const address = {
    ...read,
    ofSentinels: { ...read.ofSentinels, ...given.ofSentinels },
    ...(read.tls ? { tls: { ...read.tls, ...given.tls } } : {}),
  };
  const endpoint = await findMaster(address);
  const label = `${address.master} at ${addressOf(endpoint)}${databaseOf(endpoint)}`;
  return { description: { id: 'url', label, kind: 'url' }, endpoint, isPrivate: false };
}

/** Throws TargetUrlInvalid for a URL that `openTarget` cannot read; nothing is connected. */
export function assertTargetUrl(url: string): void {
  const nodes = nodeUrls(url);
  if (nodes) clusterFromUrls(nodes);
  else if (isSentinelUrl(url)) readSentinelUrl(url);
  else targetFromUrl(url);
}

/** The target that a redis://, rediss:// or unix:// URL names; nothing is connected yet. Throws TargetUrlInvalid. */
export function targetFromUrl(url: string): Target {
  const parsed = readUrl(url);
  const endpoint = parsed.protocol === 'unix:' ? socketEndpoint(parsed) : tcpEndpoint(parsed);
  const scheme = parsed.protocol.slice(0, -1);
  const label = `${scheme}://${addressOf(endpoint)}${databaseOf(endpoint)}`;
  return { description: { id: 'url', label, kind: 'url' }, endpoint, isPrivate: false };
}

const clusterScheme = /^redis(s?)\+cluster:\/\//i;

/**
 * Reads what names the nodes of a cluster: `redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]` (with
 * `rediss+cluster` for TLS), or URLs with commas between, the first of which says how all are reached. Returns a URL
 * for each node, or null when it is the URL of something else. Throws TargetUrlInvalid.
 */
function nodeUrls(url: string): string[] | null {
  const found = clusterScheme.exec(url);
  if (found) {
    const [, user = '', hosts = '', parameters = ''] =
      /^([^@]*@)?([^/?#@]+)\/?(\?[^#]*)?$/.exec(url.slice(found[0].length)) ?? [];
    if (hosts === '')
      throw new TargetUrlInvalid(
        'The address of the cluster is malformed; special characters in a password are written as %XX, and a cluster has no database but 0.',
      );
    return hosts.split(',').map((host) => `redis${found[1] ?? ''}://${user}${host}${parameters}`);
  }
  // A bare comma may stand in a password: only one in front of the next URL parts them.
  if (!/,\s*rediss?:\/\//i.test(url)) return null;
  return url.split(/,\s*(?=rediss?:\/\/)/i);
}

/** Whether a URL names the nodes of a cluster. */
export const isClusterUrl = (url: string): boolean => clusterScheme.test(url) || nodeUrls(url) !== null;

/** The first says how all are reached. */
function clusterFromUrls(urls: readonly string[]): Target {
  const targets = urls.map(targetFromUrl);
  const [first] = targets;
  if (!first || targets.some(({ endpoint }) => endpoint.db !== 0))
    throw new TargetUrlInvalid('A cluster has no database but 0.');
  const nodes = targets.map(({ endpoint: { host = 'localhost', port = 6379 } }) => ({ host, port }));
  const endpoint = { ...first.endpoint, cluster: { nodes } };
  const label = `cluster at ${addressOf(endpoint)}`;
  return { description: { id: 'url', label, kind: 'url', isCluster: true }, endpoint, isPrivate: false };
}

const databaseOf = ({ db }: Endpoint) => (db === 0 ? '' : ` (database ${db})`);

const schemes = ['redis:', 'rediss:', 'unix:'];

function readUrl(url: string): URL {
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new TargetUrlInvalid('The address of the target has no scheme.');
  if (!schemes.includes(scheme)) throw new TargetUrlInvalid(`A target cannot be reached by ${scheme}//.`);
  refuseBareInPassword(url);
  // URL takes a user and a password only in front of a host.
  const complete = url.replace(/^(unix:\/\/[^/]*@)\//i, '$1localhost/');
  const parsed = URL.canParse(complete) ? new URL(complete) : null;
  // A password with a bare "/", "#" or "?" ends up in the path or behind it; it must not be taken for something else.
  if (parsed === null || parsed.hash !== '')
    throw new TargetUrlInvalid(
      'The address of the target is malformed; special characters in a password are written as %XX.',
    );
  return parsed;
}

const escapes = { '/': '%2F', '?': '%3F', '#': '%23' } as const;

/** URL takes what follows such a character for a path, though an @ further on says that it is still a password. */
function refuseBareInPassword(url: string): void {
  const [, before = ''] = /^rediss?:\/\/([^@]*)@/i.exec(url) ?? [];
  const bare = (Object.keys(escapes) as (keyof typeof escapes)[]).find((one) => before.includes(one));
  if (bare !== undefined && before.includes(':'))
    throw new TargetUrlInvalid(
      `The address holds a "${bare}" before the @: in a password, write it as ${escapes[bare]}.`,
    );
}

function tcpEndpoint(url: URL): Endpoint {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw new TargetUrlInvalid('The address of the target names no host.');
  if (url.port === '0') throw new TargetUrlInvalid('Port 0 is no address of a target.');
  const withTls = url.protocol === 'rediss:';
  const known = ['db', ...(withTls ? tlsFileNames : [])];
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TargetUrlInvalid(
      tlsFileNames.includes(unknown as (typeof tlsFileNames)[number])
        ? `The parameter ${unknown} is for TLS: write rediss:// in place of redis://.`
        : 'The address of the target has an unknown parameter.',
    );
  const path = url.pathname.replace(/^\//, '');
  if (path.includes('@'))
    throw new TargetUrlInvalid(
      'The address holds an @ behind a "/": in a password, write @ as %40 and / as %2F.',
    );
  return {
    host: decode(host),
    port: url.port === '' ? 6379 : Number(url.port),
    ...credentials(url),
    db: database(path === '' ? url.searchParams.get('db') : path),
    // RFC 6066: a server's name is never an IP address.
    ...(withTls ? { tls: { ...(isIP(host) ? {} : { servername: decode(host) }), ...tlsFiles(url) } } : {}),
  };
}

function tlsFiles({ searchParams }: URL): NonNullable<Endpoint['tls']> {
  const named = tlsFileNames.flatMap((name): [string, string][] => {
    const file = searchParams.get(name);
    return file === null ? [] : [[name, file]];
  });
  return readTlsFiles(Object.fromEntries(named), (reason) => new TargetUrlInvalid(reason));
}

function socketEndpoint(url: URL): Endpoint {
  const path = decode(url.pathname);
  if (!['', 'localhost'].includes(url.host) || path.length < 2)
    throw new TargetUrlInvalid('The path of a Unix socket starts with a slash, so the URL has three.');
  return { path, ...credentials(url), db: database(url.searchParams.get('db')) };
}

function credentials({ username, password }: URL): Pick<Endpoint, 'username' | 'password'> {
  return {
    ...(username === '' ? {} : { username: decode(username) }),
    ...(password === '' ? {} : { password: decode(password) }),
  };
}

function database(text: string | null): number {
  if (text === null) return 0;
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
