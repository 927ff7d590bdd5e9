import { startEmbedded } from './embedded.ts';
import { NamedTargetsInvalid, readText } from './named-targets.ts';
import type { NamedTarget, ServerElsewhere, ServerOfOurs } from './named-targets.ts';
import { openTarget } from './open-target.ts';
import type { Endpoint, Target } from './target.ts';
import { TargetUrlInvalid } from './target-url-invalid.ts';
import { readTlsFiles, tlsFileNames } from './tls-files.ts';

/** A target that can be measured, and what ends that which was started for it. */
export interface OpenedTarget {
  target: Target;
  stop: () => Promise<void>;
}

/**
 * Opens a target of the configuration; a private one is started. Throws NamedTargetsInvalid, TargetUnusable when no
 * Sentinel knows its master, RedisServerMissing and EmbeddedServerFailed.
 */
export async function openNamedTarget(target: NamedTarget): Promise<OpenedTarget> {
  if ('private' in target) return startPrivate(target);
  return { target: await openElsewhere(target), stop: () => Promise.resolve() };
}

async function startPrivate({ id, label, private: settings }: ServerOfOurs): Promise<OpenedTarget> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const server = await startEmbedded({ settings: given }).catch((error: unknown) => {
    throw error instanceof RangeError ? refusal(id)(`${error.message}.`) : error;
  });
  const { description } = server.target;
  return {
    target: { ...server.target, description: { ...description, id, label: label ?? description.label } },
    stop: () => server.stop(),
  };
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
