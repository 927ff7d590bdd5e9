import { quotedWord } from '../../../../shared/commands/custom-words.ts';
import { keyPlaces } from '../../../../shared/commands/key-places.ts';
import { isPublicCommand } from '../../../../shared/commands/public-command.ts';
import { onlyReads, redisCommand } from '../../../../shared/commands/redis.ts';
import { mostKeysToFill } from '../../../../shared/limits.ts';
import { usesMembers } from '../../../../shared/plan/fillings.ts';
import { commonDivisor } from './numbers.ts';
import type { EqualLine } from './equal-line.ts';
import { CannotBeHad } from './foreign-tool.ts';

/** Placeholders of a tool in the words of a command. */
export interface FilledWords {
  tool: string;
  /** Texts that stand for a number; `null`: they stay as they are. */
  number: RegExp | null;
  /** Bytes that `__data__` stands for. */
  dataBytes: number;
}

/** A command of another tool's line as a line of one's own. */
export interface OwnLine {
  line: string;
  command: string;
  /** Keys that stand in it as they are. */
  fixedKeys: string[];
  /** True where its other keys are drawn, and where other words are. */
  drawsKeys: boolean;
  drawsMembers: boolean;
  /** Bytes of its payload; `null`: it has none. */
  payload: number | null;
  weight: number;
}

const byHash = /^evalsha(?:_ro)?$/i;

/** Throws CannotBeHad for a command that no line of one's own can be. */
export function ownLine(words: readonly string[], filled: FilledWords, into: EqualLine, weight = 1): OwnLine {
  const [command = '', ...args] = scriptOf(words, into);
  const places = placesIn(command, args, filled, into);
  const own: OwnLine = {
    ...{ line: '', command, weight, payload: null },
    ...{ fixedKeys: [], drawsKeys: false, drawsMembers: false },
  };
  const written = args.map((word, place) => {
    if (!places.includes(place)) return argument(word, filled, own, into);
    if (numbersIn(word, filled) > 0) own.drawsKeys = true;
    else own.fixedKeys.push(word);
    return '__key__';
  });
  own.line = [command, ...written].map(quotedWord).join(' ');
  return own;
}

/** The range of numbers that a tool draws from. */
export interface Range {
  of: number;
  /** The option that gave it; `null`: it is the tool's default. */
  by: string | null;
}

/** Says lines of one's own. `given`: `null` where the tool draws no numbers. */
export function sayOwnLines(lines: readonly OwnLine[], given: Range | null, into: EqualLine): void {
  const range = given?.of ?? null;
  const drawsKeys = range !== null && lines.some((line) => line.drawsKeys);
  const drawsMembers = range !== null && lines.some((line) => line.drawsMembers);
  const divisor = lines.map(({ weight }) => weight).reduce(commonDivisor, 0);
  for (const { line, weight } of lines) {
    into.add('--command', line);
    if (lines.length > 1) into.add('--weight', String(weight / divisor));
  }
  sayKeys(lines, drawsKeys ? range : null, into);
  if (drawsMembers && !drawsKeys) sayMembers(lines, range, into);
  if (given !== null && given.by !== null && !drawsKeys && !drawsMembers)
    into.differs(`${given.by}: no word of the command is drawn, in their tool as well`);
  sayPayload(lines, into);
  sayHashTag(lines, into);
  const reading = lines.filter(({ command }) => onlyReads(command));
  if (reading.length > 0 && !(drawsMembers && !drawsKeys))
    into.differs(
      `${reading[0]?.command ?? ''} finds what lines beside it write: keys of a line of one’s own are not written first${drawsKeys ? '' : '; --members N fills them'}`,
    );
}

/** `range`: of keys that are drawn; `null`: all stand in the lines. */
function sayKeys(lines: readonly OwnLine[], range: number | null, into: EqualLine): void {
  const fixed = [...new Set(lines.flatMap(({ fixedKeys }) => fixedKeys))];
  into.say('-r', String(range ?? Math.max(1, fixed.length)));
  const [first = ''] = fixed;
  if (fixed.length === 0) return;
  const isOne = fixed.length === 1;
  const which = isOne
    ? `their key "${shortened(first)}" is __key__ here, a key of the run’s own`
    : `their ${fixed.length} keys ${shortened(fixed.join(', '))} are of the run’s own here`;
  const drawn =
    range === null ? (isOne ? '' : ', and each __key__ is drawn from them') : `, and drawn from the ${range}`;
  into.differs(`${which}${drawn}: only those are written and removed`);
}

/** Numbers in words of lines whose keys stand in them. */
function sayMembers(lines: readonly OwnLine[], range: number, into: EqualLine): void {
  const holds = ({ line }: OwnLine) => usesMembers({ commands: ['custom'], customCommand: line });
  const other = lines.find((one) => one.drawsMembers && !holds(one));
  if (lines.some(holds)) {
    const keys = Number(into.said('-r') ?? 1);
    const most = Math.min(range, Math.floor(mostKeysToFill / keys));
    into.say('--members', String(most));
    into.differs(
      `their ${range} numbers are members of ${keys === 1 ? 'one key' : 'a key'}, which holds ${most === range ? 'as many' : `${most}, the most,`} before the run here`,
    );
  } else if (other)
    into.differs(
      `each number of ${other.command} is below the count of keys here, ${into.said('-r') ?? ''}, as its key holds no members`,
    );
}

/** A hash tag for clusters, where a command has all of its keys on one node. */
function sayHashTag(lines: readonly OwnLine[], into: EqualLine): void {
  const several = lines.find(({ line }) => line.split('__key__').length > 2);
  if (!into.isCluster || !several) return;
  into.say('--hash-tag', 'lane');
  into.differs(`--hash-tag lane: ${several.command} has several keys, so all keys of a lane are on one node`);
}

function sayPayload(lines: readonly OwnLine[], into: EqualLine): void {
  const sizes = [...new Set(lines.flatMap(({ payload }) => payload ?? []))];
  const [size] = sizes;
  if (size === undefined) return;
  if (into.said('--data-size-range') !== null) return;
  into.say('-d', String(size));
  if (sizes.length > 1) into.differs(`their payloads have ${sizes.join(', ')} bytes; all have ${size} here`);
}

/** A command with its script as text: no other is known where the line is measured. */
function scriptOf(words: readonly string[], into: EqualLine): readonly string[] {
  const [command = '', first = '', script = '', ...more] = words;
  if (byHash.test(command))
    throw new CannotBeHad(
      `${command} names a script by its hash, and its text is not in the line: write it as EVAL "text" …, give --script FILE, or measure code of your own with --lane`,
    );
  if (!/^script$/i.test(command) || !/^load$/i.test(first) || script === '' || more.length > 0) return words;
  into.differs('their SCRIPT LOAD loads the script each time; here it is loaded once, and called each time');
  return ['EVAL', script, ...(/\bKEYS\b/.test(script) ? ['1', 'KEY'] : ['0'])];
}

function placesIn(
  command: string,
  args: readonly string[],
  { tool }: FilledWords,
  into: EqualLine,
): number[] {
  const places = keyPlaces(command, args);
  if (places !== null) return places;
  const name = shortened(command);
  if (redisCommand(command))
    throw new CannotBeHad(`${name} says how many keys follow, and this line does not`);
  if (!isPublicCommand(command))
    throw new CannotBeHad(
      `"${name}" is no command of Redis and no option of ${tool}; where your server has it, --command "${name} __key__ …" sends it`,
    );
  if (args.length > 0) into.differs(`the first word of ${name} is taken for its key`);
  return args.length > 0 ? [0] : [];
}

const numbersIn = (word: string, { number }: FilledWords): number =>
  number === null ? 0 : [...word.matchAll(number)].length;

/** A word that is no key. */
function argument(word: string, filled: FilledWords, own: OwnLine, into: EqualLine): string {
  const { number, dataBytes, tool } = filled;
  const numbers = numbersIn(word, filled);
  const [before = '', ...payloads] = word.split('__data__');
  if (numbers + payloads.length > 1)
    throw new CannotBeHad(`"${shortened(word)}" has several parts that are drawn: a word of ours has one`);
  if (number !== null && numbers === 1) {
    own.drawsMembers = true;
    return word.replace(number, '__rand_int__');
  }
  if (payloads.length === 1) {
    own.payload = dataBytes + before.length + (payloads[0]?.length ?? 0);
    return '__data__';
  }
  return word.replace(/__([a-z0-9_]+?)__/gi, (text, inner: string) => {
    into.differs(`${tool} sends ${text} as it is; here it is ..${inner}.., which is as long`);
    return `..${inner}..`;
  });
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
