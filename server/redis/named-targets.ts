import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { openTarget } from './open-target.ts';
import type { Endpoint, Target } from './target.ts';
import { TargetUrlInvalid } from './target-url-invalid.ts';
import { readTlsFiles, tlsFileNames } from './tls-files.ts';

export const targetsVariable = 'ROUNDTRIP_TARGETS';

/** The named targets cannot be read, or one of them cannot be meant. The message holds no secret. */
export class NamedTargetsInvalid extends Error {
  constructor(what: string) {
    super(
      `${targetsVariable}: ${what} It is a JSON list, or the path of a file with one: [{"id": "staging", "label": "Staging", ` +
        '"url": "redis://HOST:6379"}], each also with "user", "passwordFile" and, for rediss://, "ca", "cert" and "key".',
    );
    this.name = 'NamedTargetsInvalid';
  }
}

/** Ids that say something already: the private servers, and what --url names. */
const taken = ['embedded', 'cluster', 'url'];

const text = z.string().check(z.minLength(1));
const named = z.strictObject({
  id: z
    .string()
    .check(z.regex(/^[a-z0-9][\w.-]{0,39}$/i, 'must be 1 to 40 letters, digits and . _ -'))
    .check(z.refine((id) => !taken.includes(id), `must not be one of ${taken.join(', ')}`)),
  label: z.optional(text.check(z.maxLength(80))),
  url: text,
  user: z.optional(text),
  passwordFile: z.optional(text),
  ca: z.optional(text),
  cert: z.optional(text),
  key: z.optional(text),
});
const list = z.array(named);

/** A target from the configuration; files that it names are read when it is opened. */
export type NamedTarget = z.infer<typeof named>;

/** Reads what ROUNDTRIP_TARGETS holds: JSON, or the path of a file with it. Throws NamedTargetsInvalid. */
export function readNamedTargets(env: NodeJS.ProcessEnv): NamedTarget[] {
  const setting = env[targetsVariable]?.trim();
  if (!setting) return [];
  const isJson = setting.startsWith('[') || setting.startsWith('{');
  const parsed = list.safeParse(parseJson(isJson ? setting : readText(setting, 'the file')));
  if (!parsed.success) throw new NamedTargetsInvalid(parsed.error.issues.map(inWords).join('; ') + '.');
  const twice = parsed.data.find(({ id }, index) => parsed.data.findIndex((one) => one.id === id) < index);
  if (twice) throw new NamedTargetsInvalid(`two targets have the id "${twice.id}".`);
  return parsed.data;
}

/**
 * The target of a configuration, ready to be measured. Throws NamedTargetsInvalid, and TargetUnusable when no
 * Sentinel knows its master.
 */
export async function openNamedTarget(target: NamedTarget): Promise<Target> {
  const { id, label, url, user, passwordFile } = target;
  const refuse = (reason: string) => new NamedTargetsInvalid(`target "${id}": ${reason}`);
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

function tlsOf(target: NamedTarget, { tls }: Endpoint, refuse: Refuse): Pick<Endpoint, 'tls'> {
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

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new NamedTargetsInvalid(`${what} ${file} cannot be read (${code}).`);
  }
}

/** What JSON.parse says of a mistake repeats the text around it, and with it perhaps a password. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const position = /position \d+/.exec(error instanceof Error ? error.message : '')?.[0];
    throw new NamedTargetsInvalid(`it is not JSON${position === undefined ? '' : ` (at ${position})`}.`);
  }
}

function inWords(issue: z.core.$ZodIssue): string {
  const path = issue.path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('');
  return `${path === '' ? 'the whole' : `target ${path}`} ${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_type':
      return `must be ${issue.expected === 'array' ? 'a list' : `of type ${issue.expected}`}`;
    case 'too_small':
      return 'must not be empty';
    case 'too_big':
      return `must not be longer than ${issue.maximum}`;
    default:
      return issue.message;
  }
}
