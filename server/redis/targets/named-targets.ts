import * as z from 'zod/mini';
import { persistences } from '../../../shared/contract/enums.ts';
import { parseJson, readTextFile } from '../connection/read-text-file.ts';

export const targetsVariable = 'ROUNDTRIP_TARGETS';

/** Of what is wrong, in characters: it quotes what was given. */
const longest = 1000;

/** The named targets cannot be read, or one of them cannot be meant. The message holds no secret. */
export class NamedTargetsInvalid extends Error {
  constructor(what: string) {
    super(
      `${targetsVariable}: ${what.length > longest ? `${what.slice(0, longest)}…` : what} It is a JSON list, or the path of a file with one: [{"id": "staging", "label": "Staging", ` +
        '"url": "redis://HOST:6379"}], each also with "user", "passwordFile" and, for rediss://, "ca", "cert" and "key"; or, in place of "url", with ' +
        '"private": {"persistence": "aof-always", "ioThreads": 4, "tls": true}, for a server of our own (docs/targets.md).',
    );
    this.name = 'NamedTargetsInvalid';
  }
}

/** Ids that say something already: the private servers, and what --url names. */
const taken = ['embedded', 'cluster', 'url'];

const text = z.string().check(z.minLength(1));
const common = {
  id: z
    .string()
    .check(z.regex(/^[a-z0-9][\w.-]{0,39}$/i, 'must be 1 to 40 letters, digits and . _ -'))
    .check(z.refine((id) => !taken.includes(id), `must not be one of ${taken.join(', ')}`)),
  label: z.optional(text.check(z.maxLength(80))),
};
const elsewhere = z.strictObject({
  ...common,
  url: text,
  user: z.optional(text),
  passwordFile: z.optional(text),
  sentinelUser: z.optional(text),
  sentinelPasswordFile: z.optional(text),
  natMap: z.optional(z.record(z.string(), z.string().check(z.regex(/^.+:\d{1,5}$/, 'must be HOST:PORT')))),
  ca: z.optional(text),
  cert: z.optional(text),
  key: z.optional(text),
});
const ours = z.strictObject({
  ...common,
  private: z.strictObject({
    persistence: z.optional(z.enum(persistences)),
    ioThreads: z.optional(z.int()),
    maxMemoryBytes: z.optional(z.int()),
    tls: z.optional(z.boolean()),
    unixSocket: z.optional(z.boolean()),
    user: z.optional(text),
    password: z.optional(text),
  }),
});

/** A server that runs already; files that are named are read when it is opened. */
export type ServerElsewhere = z.infer<typeof elsewhere>;
/** A server of our own, which is started when it is opened. */
export type ServerOfOurs = z.infer<typeof ours>;
export type NamedTarget = ServerElsewhere | ServerOfOurs;

/** Reads what ROUNDTRIP_TARGETS holds: JSON, or the path of a file with it. Throws NamedTargetsInvalid. */
export function readNamedTargets(env: NodeJS.ProcessEnv): NamedTarget[] {
  const setting = env[targetsVariable]?.trim();
  if (!setting) return [];
  const isJson = setting.startsWith('[') || setting.startsWith('{');
  const input = read(isJson ? setting : readText(setting, 'the file'));
  if (!Array.isArray(input)) throw new NamedTargetsInvalid('the whole must be a list.');
  const targets = input.map(readOne);
  const twice = targets.find(({ id }, index) => targets.findIndex((one) => one.id === id) < index);
  if (twice) throw new NamedTargetsInvalid(`two targets have the id "${twice.id}".`);
  return targets;
}

function readOne(input: unknown, index: number): NamedTarget {
  const isOurs = typeof input === 'object' && input !== null && 'private' in input;
  const parsed = isOurs ? ours.safeParse(input) : elsewhere.safeParse(input);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => inWords(issue, index));
  throw new NamedTargetsInvalid(`${problems.join('; ')}.`);
}

/** The text of a file that the configuration names. Throws NamedTargetsInvalid. */
export function readText(file: string, what: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new NamedTargetsInvalid(`${what} ${file} cannot be read (${code}).`);
  }
}

function read(json: string): unknown {
  try {
    return parseJson(json);
  } catch (error) {
    throw new NamedTargetsInvalid(`it is not JSON (${error instanceof Error ? error.message : ''}).`);
  }
}

function inWords(issue: z.core.$ZodIssue, index: number): string {
  return `target ${[`[${index}]`, ...issue.path.map(String)].join('.')} ${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_type':
      return `must be of type ${issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return 'must not be empty';
    case 'too_big':
      return `must not be longer than ${issue.maximum}`;
    default:
      return issue.message;
  }
}
