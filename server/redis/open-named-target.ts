import { NamedTargetsInvalid, readText } from './named-targets.ts';
import type { NamedTarget, ServerElsewhere, ServerOfOurs } from './named-targets.ts';
import { alreadyThere, type OpenedTarget } from './opened-target.ts';
import { openTarget } from './open-target.ts';
import { PrivateServer } from './private-server.ts';
import type { Endpoint, Target } from './target.ts';
import { TargetUrlInvalid } from './target-url-invalid.ts';
import { readTlsFiles, tlsFileNames } from './tls-files.ts';

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
    fixed: { id, label, settings: given },
    ...(warn ? { warn } : {}),
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? refusal(id)(`${error.message}.`) : error;
  });
}

const refusal = (id: string) => (reason: string) => new NamedTargetsInvalid(`target "${id}": ${reason}`);

async function openElsewhere(target: ServerElsewhere): Promise<Target> {
  const { id, label, url, user, passwordFile } = target;
  const refuse = refusal(id);
  const opened = await openTarget(url).catch((error: unknown) => {
    throw error instanceof TargetUrlInvalid ? refuse(error.message) : error;
  });
  const { endpoint } = opened;
  if (user !== undefined && endpoint.username !== undefined)
    throw refuse('its URL names a user already; leave one of them out.');
  if (passwordFile !== undefined && endpoint.password !== undefined)
    throw refuse('its URL holds a password already; leave one of them out.');
  return {
    description: { id, label: label ?? opened.description.label, kind: 'url' },
    endpoint: {
      ...endpoint,
      ...(user === undefined ? {} : { username: user }),
      ...(passwordFile === undefined ? {} : { password: readPassword(passwordFile, refuse) }),
      ...tlsOf(target, endpoint, refuse),
    },
    isPrivate: false,
  };
}

type Refuse = (reason: string) => NamedTargetsInvalid;

function tlsOf(target: ServerElsewhere, { tls }: Endpoint, refuse: Refuse): Pick<Endpoint, 'tls'> {
  const files = Object.fromEntries(
    tlsFileNames.flatMap((name) => (target[name] === undefined ? [] : [[name, target[name]]])),
  );
  if (Object.keys(files).length === 0) return {};
  if (!tls) throw refuse(`${Object.keys(files).join(', ')} is for TLS, but its URL is not rediss://.`);
  return { tls: { ...tls, ...readTlsFiles(files, refuse) } };
}

function readPassword(file: string, refuse: Refuse): string {
  // An editor ends the last line.
  const password = readText(file, 'the passwordFile').replace(/\r?\n$/, '');
  if (password === '' || /[\r\n]/.test(password))
    throw refuse(`its passwordFile ${file} must hold the password in one line, and nothing else.`);
  return password;
}
