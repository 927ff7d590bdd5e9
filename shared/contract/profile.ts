import * as z from 'zod/mini';
import { unitKinds } from './profile-trace.ts';

const number = z.number();
const text = z.string();

const reasonCodes = [
  'no-key-from-reply',
  'stages',
  'checks',
  'no-key-seen',
  'key-from-reply',
  'read-then-write',
  'cursor',
  'condition',
  'handed',
  'some-need',
  'until-nothing',
  'work-between',
  'other-sites',
  'same-command',
  'blocking',
  'not-seen',
  'transpiled',
  'failures',
  'ends-in-one-batch',
  'auto-pipelining',
  'side-by-side',
  'one-connection',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const findingCodes = [
  'independent-sequence',
  'held',
  'dependent-sequence',
  'sequence',
  'concurrent',
  'batched',
] as const;
export type FindingCode = (typeof findingCodes)[number];

const profileGaps = [
  'nothing-seen',
  'no-node',
  'by-connection',
  'sampled',
  'bounded',
  'long-units',
  'many-places',
  'no-places',
  'unfinished',
  'cut',
  'unread',
  'cluster',
  'recorder-fault',
] as const;
export type ProfileGap = (typeof profileGaps)[number];

const siteSchema = z.object({
  file: text,
  line: number,
  column: number,
  function: text,
  caller: z.optional(z.object({ file: text, line: number, column: number, function: text })),
});

/** Why there is no patch for a finding; `line` and `name` are those of what stands in its way, 0 and empty where nothing does. */
const unpatchedSchema = z.object({
  why: z.enum(['unread', 'package', 'not-awaited', 'apart', 'between', 'leaves', 'order', 'shape']),
  line: number,
  name: text,
});
export type Unpatched = z.infer<typeof unpatchedSchema>;

const findingSchema = z.object({
  /** Stays the same where lines move. A profile of an earlier version has none. */
  id: z.optional(text),
  code: z.enum(findingCodes),
  site: siteSchema,
  /** Where the others of a sequence are, if it has several sites; of a blocking command, the command that it held. */
  others: z.array(siteSchema),
  /** The number of its sites besides these. */
  more: z.optional(number),
  /** The package whose code it is, or `app`. */
  owner: text,
  unit: text,
  command: text,
  library: text,
  /** The replies come as Buffers. */
  buffers: z.optional(z.boolean()),
  /** A SET has more than a key and a value: NX, GET, EX, …, which MSET has not. */
  options: z.optional(z.boolean()),
  keyPattern: z.nullable(text),
  /** Commands of it in a unit (median of those that have it), and in how many units it was seen. */
  perUnit: number,
  units: number,
  /** Of a unit, in the mean of those that have it. */
  waitingMs: number,
  /** How many times a unit carries it out, where that is more than once. */
  runs: z.optional(number),
  /** What is left of its round trips when batched, each time. */
  tripsNeeded: number,
  savingMs: z.nullable(z.tuple([number, number])),
  reasons: z.array(z.enum(reasonCodes)),
  /** The part of the source that the reason is about, with the name of what is called there, which may be empty. */
  spot: z.optional(z.object({ file: text, line: number, name: text })),
  /**
   * A unified diff that sends the commands together, and the round trips that are left each time. `repeated`: the loop
   * stands in another one, and takes them each time that it runs.
   */
  patch: z.optional(z.object({ diff: text, trips: number, repeated: z.optional(z.boolean()) })),
  unpatched: z.optional(unpatchedSchema),
});
export type ProfileFinding = z.infer<typeof findingSchema>;
export type ProfileSite = z.infer<typeof siteSchema>;

const unitSchema = z.object({
  name: text,
  kind: z.enum(unitKinds),
  /** All of them, and how many were recorded to their end. */
  count: number,
  recorded: number,
  /** Units that were cut, and in their mean how many first commands were kept of how many. */
  cut: z.optional(z.object({ units: number, kept: number, of: number })),
  /** In the mean of a unit that was recorded to its end. */
  durationMs: number,
  waitingMs: number,
  commands: number,
  tripsNow: number,
  tripsNeeded: number,
});
export type ProfileUnit = z.infer<typeof unitSchema>;

export const profileSchema = z.object({
  kind: z.literal('profile'),
  schema: z.literal(1),
  source: z.enum(['patch', 'proxy']),
  startedAt: text,
  program: text,
  tookMs: number,
  /** Commands of the program, and how many of them were recorded. */
  commands: number,
  recorded: number,
  /** Share of a core that recording took. */
  cost: number,
  /** What this profile cannot know. */
  gaps: z.array(z.enum(profileGaps)),
  /** Faults of the recorder itself, and the kind of the first one. */
  faults: z.optional(z.object({ count: number, cause: text })),
  /** Of a proxy. */
  proxy: z.optional(
    z.object({
      connections: number,
      /** Of these, how many were not read to their end. */
      unread: number,
      /** What it added to a round trip, and what it took of a core. */
      delayMs: z.nullable(number),
      cpu: number,
    }),
  ),
  units: z.array(unitSchema),
  findings: z.array(findingSchema),
  /** The patches of all findings as one unified diff. */
  patch: z.optional(text),
});

/** What a program sends, by unit and site. */
export type Profile = z.infer<typeof profileSchema>;
