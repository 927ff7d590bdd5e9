import type { EqualLine } from './equal-line.ts';
import { CannotBeHad, type ForeignTool } from './foreign-tool.ts';
import { ownLine, sayOwnLines, type FilledWords } from './own-lines.ts';
import { redisBenchmarkOptions, valkeyBenchmarkOptions } from './redis-benchmark-options.ts';
import { sayTest } from './redis-benchmark-tests.ts';

const usualCount = '100000';
const usualSize = '3';

function finish(tool: string): ForeignTool['finish'] {
  const isValkey = tool === 'valkey-benchmark';
  return (into, words) => {
    into.fill('-c', '50');
    if (into.said('--duration') === null) into.fill('-n', usualCount);
    else if (into.said('-n') !== null)
      throw new CannotBeHad('-n and --duration do not go together, in their tool as well');
    sayThreads(into);
    sayRate(into);
    const given = into.kept('-r');
    // A range below 1 draws 0 alone.
    const range = given === null ? null : Math.max(1, Number(given));
    const tests = into.kept('-t');
    const command = withStdin(words, into);
    if (command.length === 0) sayTest(tests, range, tool, into);
    else {
      if (tests !== null) into.differs('-t: a command stands behind it, so their tool ignores it as well');
      sayCommands(command, { tool, range, isValkey }, into);
    }
    if (range === null && command.length === 0)
      into.differs('without -r they use a single key, so this line has -r 1');
    into.fill('--resp', '2');
    if (into.said('-n') !== null) into.differs('-n is for each lane, as theirs is for each test');
    if (into.said('-P') === null)
      into.differs(
        'without -P they wait for each reply, as lane one-by-one does; the other lanes have 16 in flight',
      );
    else
      into.differs('lane pipeline is what they do with -P; the other lanes are other ways to send the same');
  };
}

function sayThreads(into: EqualLine): void {
  const threads = Number(into.kept('--threads') ?? 0);
  if (threads < 1) return;
  const clients = Number(into.said('-c'));
  into.say('--threads', String(Math.min(threads, clients)));
  if (threads > clients)
    into.differs(`--threads ${threads}: more than the ${clients} connections have no work`);
}

function sayRate(into: EqualLine): void {
  const rate = Number(into.kept('--rps') ?? 0);
  if (rate > 0) into.say('--rps', String(rate));
}

/** `-x`: the last word comes from stdin. */
function withStdin(words: readonly string[], into: EqualLine): readonly string[] {
  const name = into.kept('-x');
  if (name === null) return words;
  if (words.length === 0) {
    into.differs('-x: it has no effect without a command, in their tool as well');
    return words;
  }
  into.differs(
    '-x: their last word is what stdin has; here it is a payload of -d bytes: give -d the size of yours',
  );
  return [...words, stdin];
}

const stdin = '__stdin__';

interface CommandLine {
  tool: string;
  range: number | null;
  isValkey: boolean;
}

function sayCommands(
  words: readonly string[],
  { tool, range, isValkey }: CommandLine,
  into: EqualLine,
): void {
  const [first = '', ...rest] = words;
  if (/^ping$/i.test(first) && rest.length === 0) {
    sayTest('ping_mbulk', range, tool, into);
    return;
  }
  const size = Number(into.said('-d') ?? usualSize);
  const filled: FilledWords = {
    tool,
    number: range === null ? null : isValkey ? /__rand_(?:int|[1-9](?:st|nd|rd|th))__/g : /__rand_int__/g,
    // redis-benchmark sends the text itself.
    dataBytes: isValkey ? size : '__data__'.length,
  };
  const sequence = isValkey ? sequenceOf(words) : [{ words, times: 1 }];
  const commands = withoutTransaction(sequence, into);
  const lines = commands.map(({ words: one, times }) => {
    const isStdin = one.at(-1) === stdin;
    const line = ownLine(
      one.map((word) => (word === stdin ? '__data__' : word)),
      isStdin ? { ...filled, dataBytes: size } : filled,
      into,
      times,
    );
    if (!isValkey && !isStdin && line.payload !== null)
      into.differs(
        `redis-benchmark sends __data__ as it is, ${'__data__'.length} bytes: the payload is as long`,
      );
    return line;
  });
  if (isValkey && words.some((word) => /__rand_\d/.test(word)))
    into.differs('their __rand_1st__ is one number wherever it stands; here each word draws its own');
  if (lines.length > 1) {
    const length = commands.reduce((sum, { times }) => sum + times, 0);
    into.say('-P', String(Number(into.said('-P') ?? 1) * length));
    into.differs('their commands are sent in this order; here each is drawn by its weight');
  }
  sayOwnLines(lines, range === null ? null : { of: range, by: `-r ${range}` }, into);
}

interface Repeated {
  words: readonly string[];
  times: number;
}

/** `[N] command words ';' [N] command words`. */
function sequenceOf(words: readonly string[]): Repeated[] {
  const commands: string[][] = [[]];
  for (const word of words)
    if (word === ';') commands.push([]);
    else commands.at(-1)?.push(word);
  return commands
    .filter(({ length }) => length > 0)
    .map(([first = '', ...rest]) =>
      /^[1-9]\d*$/.test(first)
        ? { words: rest, times: Number(first) }
        : { words: [first, ...rest], times: 1 },
    )
    .filter((one) => one.words.length > 0);
}

/** Commands of ours have no MULTI around them: a lane has. */
function withoutTransaction(commands: readonly Repeated[], into: EqualLine): readonly Repeated[] {
  const isAt = (place: number, name: RegExp) => {
    const [first = '', ...rest] = commands.at(place)?.words ?? [];
    return rest.length === 0 && name.test(first);
  };
  if (commands.length < 3 || !isAt(0, /^multi$/i) || !isAt(-1, /^exec$/i)) return commands;
  into.differs('their MULTI and EXEC around the commands: lane multi sends each batch so');
  return commands.slice(1, -1);
}

export const redisBenchmark: ForeignTool = {
  name: 'redis-benchmark',
  syntax: 'apart',
  options: redisBenchmarkOptions,
  takesCommand: true,
  finish: finish('redis-benchmark'),
};
export const valkeyBenchmark: ForeignTool = {
  ...redisBenchmark,
  name: 'valkey-benchmark',
  options: valkeyBenchmarkOptions,
  finish: finish('valkey-benchmark'),
};
