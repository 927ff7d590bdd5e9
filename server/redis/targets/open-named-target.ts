import {
  NamedTargetsInvalid,
  readText,
  type NamedTarget,
  type ServerElsewhere,
  type ServerOfOurs,
} from './named-targets.ts';
import { readNodeName } from '../cluster/slot-map.ts';
import { alreadyThere, type Endpoint, type OpenedTarget, type Target } from '../connection/target.ts';
import { redact } from '../connection/redact.ts';
import { openAddress, type GivenBeside } from './open-target.ts';
import { PrivateServer } from '../private/private-server.ts';
import { readTargetUrl, type TargetAddress } from '../connection/target-url.ts';
import { TargetUrlInvalid } from '../connection/target-unusable.ts';
import { readTlsFiles, tlsFileNames } from '../connection/tls-files.ts';

/**
 * Opens a target of the configuration; a private one is started, and `warn` told should it die. Throws NamedTargetsInvalid, TargetUnusable when no
 * Sentinel knows its master, RedisServerMissing and EmbeddedServerFailed.
 */
export async function openNamedTarget(
  target: NamedTarget,
  warn?: (text: string) => void,
): Promise<OpenedTarget> {
  if ('private' in target) return startPrivate(target, warn);
  return alreadyThere(await openElsewhere(target));
}

async function startPrivate(
  { id, label, private: settings }: ServerOfOurs,
  warn: ((text: string) => void) | undefined,
): Promise<OpenedTarget> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return PrivateServer.start({
    fixed: { id, label: label && redact(label), settings: given },
    ...(warn ? { warn } : {}),
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? refusal(id)(`${error.message}.`) : error;
  });
}

const refusal = (id: string) => (reason: string) => new NamedTargetsInvalid(`target "${id}": ${reason}`);

async function openElsewhere(target: ServerElsewhere): Promise<Target> {
  const { id, label, url, user, passwordFile } = target;
  const refuse = refusal(id);
  const files = tlsOf(target, refuse);
  const address = addressIn(url, refuse);
  const opened = await openAddress(address, { ...files, ...sentinelsOf(target, address, refuse) });
  const { endpoint } = opened;
  if (user !== undefined && endpoint.username !== undefined)
    throw refuse('its URL names a user already; leave one of them out.');
  if (passwordFile !== undefined && endpoint.password !== undefined)
    throw refuse('its URL holds a password already; leave one of them out.');
  return {
    description: { ...opened.description, id, label: label ? redact(label) : opened.description.label },
    endpoint: {
      ...endpoint,
      ...natMapOf(target, endpoint, refuse),
      ...(user === undefined ? {} : { username: user }),
      ...(passwordFile === undefined ? {} : { password: readPassword(passwordFile, refuse) }),
      ...(files.tls && { tls: { ...endpoint.tls, ...files.tls } }),
    },
    isPrivate: false,
  };
}

type Refuse = (reason: string) => NamedTargetsInvalid;

function addressIn(url: string, refuse: Refuse): TargetAddress {
  try {
    return readTargetUrl(url);
  } catch (error) {
    throw error instanceof TargetUrlInvalid ? refuse(error.message) : error;
  }
}

function tlsOf(target: ServerElsewhere, refuse: Refuse): Pick<GivenBeside, 'tls'> {
  const files = Object.fromEntries(
    tlsFileNames.flatMap((name) => (target[name] === undefined ? [] : [[name, target[name]]])),
  );
  if (Object.keys(files).length === 0) return {};
  if (!/^rediss/i.test(target.url))
    throw refuse(`${Object.keys(files).join(', ')} is for TLS, but its URL is not rediss://.`);
  return { tls: readTlsFiles(files, refuse) };
}

function natMapOf(
  { natMap }: ServerElsewhere,
  { cluster }: Endpoint,
  refuse: Refuse,
): Pick<Endpoint, 'cluster'> {
  if (natMap === undefined) return {};
  if (!cluster) throw refuse('natMap is for a cluster: its URL is redis+cluster:// or rediss+cluster://.');
  const reached = Object.entries(natMap).map(([announced, at]) => [announced, readNodeName(at)] as const);
  return { cluster: { ...cluster, natMap: Object.fromEntries(reached) } };
}

function sentinelsOf(
  { sentinelUser: username, sentinelPasswordFile: file }: ServerElsewhere,
  { type }: TargetAddress,
  refuse: Refuse,
): Pick<GivenBeside, 'ofSentinels'> {
  if (username === undefined && file === undefined) return {};
  if (type !== 'sentinel')
    throw refuse(
      'sentinelUser and sentinelPasswordFile are for a URL of redis+sentinel:// or rediss+sentinel://.',
    );
  return {
    ofSentinels: {
      ...(username === undefined ? {} : { username }),
      ...(file === undefined ? {} : { password: readPassword(file, refuse) }),
    },
  };
}

function readPassword(file: string, refuse: Refuse): string {
  // An editor ends the last line.
  const password = readText(file, 'the password file').replace(/\r?\n$/, '');
  if (password === '' || /[\r\n]/.test(password))
    throw refuse(`its password file ${file} must hold the password in one line, and nothing else.`);
  return password;
}
