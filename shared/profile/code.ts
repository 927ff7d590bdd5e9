import type { ProfileFinding } from '../contract/profile.ts';
import type { ManyForm } from '../commands/many.ts';
import { manyFormOf, redisCommand } from '../commands/redis.ts';
import { answersContent } from '../commands/replies.ts';

/** What a loop goes over, a name for one of it, and how a command takes that. */
const overOf = ({
  command,
  options = false,
}: Pick<Coded, 'command' | 'options'>): [over: string, one: string, args: string] =>
  redisCommand(command)?.ofKeyAlone
    ? ['keys', 'key', 'key']
    : command === 'SET' && !options
      ? ['entries', '[key, value]', 'key, value']
      : ['calls', 'args', '...args'];

type Coded = Pick<
  ProfileFinding,
  'command' | 'library' | 'others' | 'more' | 'tripsNeeded' | 'perUnit' | 'runs' | 'buffers' | 'options'
>;

/** Commands whose replies hold values: ioredis has a method of each that gives them as Buffers. */
const withValues = (command: string): boolean => answersContent(command) || /^(?:EVAL|FCALL|X)/.test(command);

/** The same commands again and again, rather than lines one after another. */
const isLoop = ({ others, more = 0, perUnit, runs = 1 }: Coded): boolean =>
  perUnit > (others.length + 1 + more) * runs;

const methodOf = (command: string, { buffers }: Pick<Coded, 'buffers'>): string =>
  `${command.toLowerCase()}${buffers && withValues(command) ? 'Buffer' : ''}`;

/** A call of the client; node-redis sends by its name what it has no method of. */
function callOf(command: string, coded: Coded, args: string): string {
  const client = clientOf(coded);
  if (coded.library === 'ioredis') return `${client}.${methodOf(command, coded)}(${args})`;
  const method = redisCommand(command)?.method;
  return method === null
    ? `${client}.sendCommand(['${command}', ${args}])`
    : `${client}.${method ?? command.toLowerCase()}(${args})`;
}

const clientOf = ({ library, buffers }: Coded): string =>
  library === 'ioredis' ? 'redis' : buffers ? 'binary' : 'client';

/** node-redis gives Buffers by a client that says so. */
const binaryClient = 'const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });\n';

/** The same commands in one round trip, for the library that the program uses. */
export function codeFor(coded: Coded): string {
  const { command, library, others, tripsNeeded, buffers = false } = coded;
  const prepared = library !== 'ioredis' && buffers ? binaryClient : '';
  if (others.length > 0 && isLoop(coded) && tripsNeeded === 1) return prepared + codeForLoop(coded);
  if (others.length > 0 && tripsNeeded > 1)
    return library === 'ioredis'
      ? `// ${tripsNeeded} stages: what a stage needs comes from the one before
const first = await Promise.all([ /* what needs no reply */ ]);
const second = await Promise.all([ /* what needs those */ ]);
// With new Redis({ enableAutoPipelining: true }) each stage is one write.`
      : `// ${tripsNeeded} stages: what a stage needs comes from the one before. Each is sent in one write.
const first = await Promise.all([ /* what needs no reply */ ]);
const second = await Promise.all([ /* what needs those */ ]);`;
  if (others.length > 0)
    return `// Nothing here needs the reply of another: send them side by side.
const [one, other] = await Promise.all([ /* the calls, without await */ ]);${library === 'ioredis' ? '\n// With new Redis({ enableAutoPipelining: true }) they are one write.' : ''}`;
  const [over, one, args] = overOf(coded);
  const multi = multiOf(coded);
  if (library === 'ioredis')
    return [
      ...(multi === null ? [] : [multi, '// or, for any command:']),
      'const pipeline = redis.pipeline();',
      `for (const ${one} of ${over}) pipeline.${methodOf(command, coded)}(${args});`,
      unwrapped,
    ].join('\n');
  return (
    prepared +
    [
      ...(multi === null
        ? []
        : [multi, '// or, for any command (one write, as they are issued in one turn):']),
      `const replies = await Promise.all(${over}.map((${one}) => ${callOf(command, coded, args)}));`,
    ].join('\n')
  );
}

const unwrapped =
  'const replies = (await pipeline.exec()).map(([error, reply]) => { if (error) throw error; return reply; });';

/** The code for a loop with several commands. */
function codeForLoop(coded: Coded): string {
  const names = coded.command.split('/');
  if (coded.library === 'ioredis')
    return [
      'const pipeline = redis.pipeline();',
      'for (const item of items) {',
      ...names.map((name) => `  pipeline.${methodOf(name, coded)}(/* … */);`),
      '}',
      unwrapped,
    ].join('\n');
  const calls = names.map((name) => callOf(name, coded, '/* … */'));
  return `const replies = await Promise.all(items.flatMap((item) => [\n  ${calls.join(',\n  ')},\n]));`;
}

/** Arguments of a form for many in ioredis and in node-redis, and what it is bound to. */
const manyArguments: Readonly<
  Record<ManyForm['of'], readonly [ioredis: string, redis: string, bound: string]>
> = {
  keys: ['keys', 'keys', ''],
  // MSET knows no NX, no expiry and no earlier value.
  entries: ['new Map(entries)', 'entries', ' // without an expiry'],
  fields: ['key, ...fields', 'key, fields', ' // of one hash'],
  members: ['key, ...members', 'key, members', ' // to one set'],
  items: ['key, ...items', 'key, items', ' // to one list'],
};

/** The form for many keys or fields, with replies as they were. */
function multiOf(coded: Coded): string | null {
  const form = manyFormOf(coded.command);
  if (!form || coded.options) return null;
  const [ioredis, redis, bound] = manyArguments[form.of];
  const values = answersContent(coded.command) ? 'const values = ' : '';
  return `${values}await ${callOf(form.name, coded, coded.library === 'ioredis' ? ioredis : redis)};${bound}`;
}
