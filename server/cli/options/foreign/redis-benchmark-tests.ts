import { mostKeysToFill } from '../../../../shared/limits.ts';
import type { EqualLine } from './equal-line.ts';
import { CannotBeHad } from './foreign-tool.ts';

/** One of the tests that redis-benchmark and valkey-benchmark have by themselves. */
interface StandardTest {
  /** A command of ours that sends the same; else a line. */
  test?: string;
  line?: string;
  /** The meaning of `-r`: keys; members of one key; a list, whose values it does not draw; absent: nothing. */
  draws?: 'keys' | 'members' | 'values';
  /** The key is a list that a test before it, or the tool by itself, has filled by `-n` pushes. */
  isPushed?: true;
  /** Keys that our lane writes first. */
  isFilled?: true;
}

type Tests = Readonly<Record<string, StandardTest>>;

const pushed = { isPushed: true } as const;
const members = { draws: 'members' } as const;
const keys = { draws: 'keys' } as const;

/** Tests in the order in which they run. */
const standardTests: Tests = {
  ping_inline: { test: 'ping' },
  ping_mbulk: { test: 'ping' },
  set: { test: 'set', ...keys },
  get: { test: 'get', ...keys, isFilled: true },
  incr: { test: 'incr', ...keys },
  lpush: { test: 'lpush', draws: 'values' },
  rpush: { test: 'rpush', draws: 'values' },
  lpop: { test: 'lpop', ...pushed },
  rpop: { line: 'RPOP __key__', ...pushed },
  sadd: { test: 'sadd', ...members },
  hset: { test: 'hset', ...members },
  spop: { line: 'SPOP __key__', ...members },
  zadd: { test: 'zadd', ...members },
  zpopmin: { line: 'ZPOPMIN __key__', ...members },
  lrange_100: { line: 'LRANGE __key__ 0 99', ...pushed },
  lrange_300: { line: 'LRANGE __key__ 0 299', ...pushed },
  lrange_500: { line: 'LRANGE __key__ 0 499', ...pushed },
  lrange_600: { line: 'LRANGE __key__ 0 599', ...pushed },
  mset: { test: 'mset', ...keys },
  xadd: { test: 'xadd' },
};
const functions = { function_load: true, fcall: true };
const ofValkey: Tests = { mget: { test: 'mget', ...keys, isFilled: true } };
const several: Readonly<Record<string, readonly string[]>> = {
  ping: ['ping_inline', 'ping_mbulk'],
  lrange: ['lrange_100', 'lrange_300', 'lrange_500', 'lrange_600'],
};

/** Says the first of the tests of `-t`, or of all. `range`: of `-r`. Throws CannotBeHad. */
export function sayTest(list: string | null, range: number | null, tool: string, into: EqualLine): void {
  const known = { ...standardTests, ...(tool === 'valkey-benchmark' ? ofValkey : {}) };
  const [first = 'set', ...later] =
    list === null
      ? ['set', ...Object.keys(known).filter((name) => name !== 'set')]
      : testsIn(list, known, tool, into);
  if (first === 'ping_inline')
    into.differs('-t ping_inline: theirs is a bare line; here PING is sent as ping_mbulk sends it');
  if (later.length > 0)
    into.differs(
      `${list === null ? 'without -t they run all tests' : 'their -t runs its tests'} one after the other; this line is for ${first}: run it once more for ${later.join(', ')}`,
    );
  say(known[first] ?? {}, range, into);
}

/** The tests of a list, of which the tool passes over those that it has not. */
function testsIn(list: string, known: Tests, tool: string, into: EqualLine): string[] {
  const named = list.split(',').map((name) => name.trim().toLowerCase());
  const ofTool = (name: string) => Object.hasOwn(known, name) || Object.hasOwn(several, name);
  const others = named.filter((name) => !ofTool(name));
  const why = `-t ${others.join(',')}: ${others.some((name) => name in functions) ? 'the tool loads functions of its own for it; --command "FCALL name 1 __key__" calls one that your server has' : `${tool} has no such test`}`;
  if (others.length === named.length) throw new CannotBeHad(why);
  if (others.length > 0) into.differs(why);
  const names = [...new Set(named.filter(ofTool).flatMap((name) => several[name] ?? name))];
  // The usual form of PING comes first.
  return names[0] === 'ping_inline' && names[1] === 'ping_mbulk' ? names.slice(1) : names;
}

function say(
  { test, line, draws, isPushed, isFilled }: StandardTest,
  range: number | null,
  into: EqualLine,
): void {
  if (test !== undefined) into.say('-t', test);
  if (line !== undefined) into.say('--command', line);
  into.fill('-d', '3');
  const most = isFilled ? mostKeysToFill : Infinity;
  into.say('-r', String(draws === 'keys' ? Math.min(most, range ?? 1) : 1));
  if (draws === 'keys' && range !== null && range > most)
    into.differs(`-r ${range}: at most ${most} keys are written before reads`);
  if (isFilled)
    into.differs('keys that are read are written first, so that each read finds one; theirs may be missing');
  if (draws === 'keys') return;
  const held = isPushed ? Number(into.said('-n') ?? usualPushes) : draws === undefined ? null : range;
  if (held !== null) into.say('--members', String(Math.min(held, mostKeysToFill)));
  const before = `${held !== null && held > mostKeysToFill ? `${mostKeysToFill}, the most,` : 'as many'} before the run`;
  if (isPushed)
    into.differs(`their list has what their LPUSH has pushed, ${held ?? 0} elements; ours holds ${before}`);
  if (range !== null)
    into.differs(
      `-r ${range}: ${
        draws === 'members'
          ? `of their single key it draws members; ours holds ${before}`
          : `it draws nothing in this test, in their tool as well${draws === 'values' ? `; our list holds ${before}` : ''}`
      }`,
    );
  if (into.isCluster && test !== 'ping')
    into.differs('their key has a tag for each node; here it is one key, on one node');
}

/** The count for a tool that is given a time in place of one. */
const usualPushes = 100_000;
