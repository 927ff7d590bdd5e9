import * as z from 'zod/mini';
import { clientIds, serverPrograms } from './enums.ts';
import { count, describe, real, text, texts } from './describe.ts';

const one = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.object({ code: describe(z.literal(code), 'What is wrong.'), ...shape });

const entriesOrCharacters = describe(z.enum(['entries', 'characters']), 'Of what.');
const command = { command: text('The command; cut at 80 characters.') };

/** Why a field of a document is wrong: a code with its figures, for words in a language of the reader's. */
export const problemReasonSchema = z.discriminatedUnion('code', [
  one('out-of-range', { min: real('Least.'), max: real('Most.'), unit: text('Unit of both; empty: none.') }),
  one('not-one-of', { known: texts('What may stand there.') }),
  one('unknown-fields', { names: texts('Fields that there are not.') }),
  one('wrong-type', { expected: text('What has to stand there, as in number or array.') }),
  one('too-few', { least: count('How many there have to be.'), of: entriesOrCharacters }),
  one('too-many', { most: count('How many there may be.'), of: entriesOrCharacters }),
  one('local-setting', {}),
  one('names-code', {}),
  one('program-cannot', {
    why: describe(
      z.enum(['cluster', 'agents', 'keepalive']),
      'What a lane that is a program has nothing to do with.',
    ),
  }),
  one('lane-id-form', {}),
  one('key-prefix-form', { most: count('Characters that it may have.') }),
  one('same-lane-id', { id: text('What two lanes are called.') }),
  one('too-many-slices', { slices: count('Of a lane.'), most: count('That are kept.') }),
  one('max-duration-without-precision', {}),
  one('precision-needs', {
    what: describe(z.enum(['two-lanes', 'turns', 'duration', 'one-start']), 'What the plan has to have.'),
  }),
  one('until-stopped-needs', {
    what: describe(
      z.enum(['turns', 'no-requests', 'no-precision', 'one-start', 'no-agents']),
      'What the plan has to have.',
    ),
  }),
  one('too-many-bytes-in-flight', {
    bytes: real('In flight at a time.'),
    most: real('That fit.'),
    perCommand: real('That a command takes besides its payload.'),
  }),
  one('fewer-callers-than-clients', { callers: count('Of a lane.'), clients: count('Of a lane.') }),
  one('more-threads-than-clients', { threads: count('Of a lane.'), clients: count('Of a lane.') }),
  one('sizes-reversed', { sizes: describe(z.array(z.number()), 'As they were given, bytes.') }),
  one('weights-unlike-commands', { commands: count('In the mix.'), weights: count('For them.') }),
  one('custom-command-alone', {}),
  one('custom-command-twice', {}),
  one('lines-unlike-commands', { commands: count('That are "custom".'), lines: count('For them.') }),
  one('nothing-to-tune', {}),
  one('server-is-not-ours', { target: text('Id of the target.') }),
  one('slots-cannot-move', {}),
  one('program-not-installed', {
    program: describe(z.enum(serverPrograms), 'The server program.'),
    installed: describe(z.array(z.enum(serverPrograms)), 'Those that are installed.'),
  }),
  one('one-server-alone', {
    what: describe(z.enum(['bystander', 'moveSlots', 'kernel']), 'What goes with one server alone.'),
  }),
  one('agents-cannot', {
    why: describe(
      z.enum(['no-control', 'network', 'several-servers', 'private-server']),
      'no-control: no control Redis is known here; network: the plan puts one in between; several-servers: lanes measure more than one; private-server: agents cannot reach it.',
    ),
  }),
  one('too-few-clients-for-agents', {
    agents: count('Of the plan.'),
    threads: count('Of the lane, on each agent.'),
    clients: count('Of the lane.'),
  }),
  one('kernel-network', {
    why: describe(
      z.enum([
        'not-linux',
        'not-root',
        'no-programs',
        'refused',
        'no-delay',
        'no-jitter',
        'not-ours',
        'lanes',
      ]),
      'What is in the way.',
    ),
  }),
  one('cut-cannot', {
    why: describe(
      z.enum(['kernel', 'cluster', 'no-library', 'command', 'requests', 'keepalive', 'slice', 'units']),
      'no-library: the strategy uses none, which would reconnect; command: only INCR shows how often it was applied; slice: no cut fits into one turn.',
    ),
    everyMs: real('How often the link is to be cut, ms.'),
  }),
  one('client-cannot', {
    client: describe(z.enum(clientIds), 'The client library.'),
    strategy: text('Id of the strategy.'),
    why: describe(
      z.enum(['no-library', 'gathers', 'no-cache', 'no-cluster', 'not-installed']),
      'no-library: the strategy uses none; no-cache: the library has no cache; gathers: the library always sends together what one turn of the event loop gathers.',
    ),
    package: z.exactOptional(text('With not-installed: its name in the npm registry.')),
    has: z.exactOptional(describe(z.enum(clientIds), 'With no-cache: the library that has one.')),
  }),
  one('no-replica-reads', {
    why: describe(
      z.enum(['no-cluster', 'strategy', 'no-reads', 'no-replicas']),
      'no-cluster: the target is a single server; strategy: it sends all to masters; no-reads: no command only reads; no-replicas: the private cluster has none.',
    ),
    strategies: texts('Ids of the strategies that can.'),
  }),
  one('cached-cannot', {
    why: describe(
      z.enum(['resp', 'keepalive', 'memory']),
      'resp: the server tells of changed keys in RESP 3 alone; keepalive: a cache ends with its connection; memory: the caches could hold more than a lane may.',
    ),
  }),
  one('writes-cannot', {
    why: describe(
      z.enum(['commands', 'threads', 'keyspace', 'agents', 'cluster']),
      'commands: only what GET reads has a version; threads: one thread knows all versions; keyspace: too many to be kept; agents, cluster: nobody writes there.',
    ),
  }),
  one('callers-cannot', {
    why: describe(
      z.enum(['batch', 'units']),
      'batch: the strategy sends batches, which no single caller awaits; units: the lane carries out units.',
    ),
    strategies: texts('Ids of the strategies that can.'),
  }),
  one('cannot-send', { strategy: text('Id of the strategy.'), able: texts('Commands that it can send.') }),
  one('form-missing', {
    command: text('What the lane would send, as on the wire.'),
    has: text('Servers that have it.'),
  }),
  one('custom-command-empty', {}),
  one('custom-command-unknown', command),
  one('custom-command-beyond', { call: text('The call of the script, as it is written.') }),
  one('custom-command-count', { ...command }),
  one('custom-command-nested', { strategy: text('The strategy that sends its commands from a script.') }),
  one('custom-command-refused', { ...command, flag: text('The flag of Redis that says why.') }),
  one('custom-command-words', {
    ...command,
    words: count('Words of the line, the name included.'),
    arity: real('Words that the server expects, the name included; negative: at least so many.'),
  }),
  one('custom-command-moving-keys', command),
  one('custom-command-placeholder', { word: text('The word; cut at 80 characters.') }),
  one('custom-command-quote', { word: text('The word that it begins; cut at 80 characters.') }),
  one('custom-command-keyless', command),
  one('custom-command-foreign-key', { key: text('The key; cut at 80 characters.') }),
  one('too-many-keys-to-fill', { most: count('Keys.') }),
  one('too-many-members-to-fill', { most: count('Members of a key.'), keys: count('Keys.') }),
  one('no-members', {}),
  one('no-rate-to-tune', {}),
  one('arrivals-without-rate', {}),
  one('no-network-to-tune', {}),
  one('sizes-are-drawn', { sizes: describe(z.array(z.number()), 'Smallest and largest, bytes.') }),
  one('written-value', {
    why: describe(
      z.enum(['form', 'unknown', 'same-stage', 'taken', 'drawn', 'keyless']),
      'keyless: the command names no key; form: nobody can read it; unknown: no reply has this name; same-stage: that reply is not there yet; taken: another has the name; drawn: not every unit has this reply.',
    ),
    word: text('The value, or the command; cut at 80 characters.'),
  }),
  one('written-too-large', {
    of: describe(z.enum(['commands', 'bytes', 'letters']), 'Of what; letters: of all lines.'),
    is: count('How many.'),
    most: count('How many there may be.'),
  }),
  one('written-cannot', {
    why: describe(
      z.enum(['strategy', 'cluster', 'agents', 'commands', 'client']),
      'What does not go with written units.',
    ),
    strategies: texts('Ids of the strategies that carry written units out.'),
  }),
  one('budget-too-short', { budgetMs: real('What was asked for, ms.'), leastMs: real('What it takes, ms.') }),
]);

export type ProblemReason = z.infer<typeof problemReasonSchema>;

/** One thing wrong with a document that somebody sent. */
export const problemSchema = z.object({
  field: text('Where, as in workload.clients or lanes[1].strategy.'),
  value: z.exactOptional(describe(z.unknown(), 'What stood there; texts cut at 80 characters.')),
  message: text('What would be right, in English.'),
  reason: z.exactOptional(
    describe(problemReasonSchema, 'The same as a code with its figures; absent where there is no code.'),
  ),
  allowed: z.exactOptional(
    describe(
      z.object({ min: real('Least, in the unit of the field.'), max: real('Most, likewise.') }),
      'The allowed range, for numbers.',
    ),
  ),
});
export type Problem = z.output<typeof problemSchema>;
