import { UsageError } from '../../exit-codes.ts';
import { EqualLine } from './equal-line.ts';

/** A line that the tool takes, and no line of `bench` does the same. */
export class CannotBeHad extends UsageError {}

/** An option of another tool. */
export interface ForeignOption {
  /** Its names with their hyphens. */
  names: readonly string[];
  /** True where a value follows. */
  takes?: boolean;
  /** `value`: `''` for a switch. `name`: as it was typed. */
  read: (value: string, into: EqualLine, name: string) => void;
}

export interface ForeignTool {
  name: string;
  /** The way in which a value follows its option: apart alone; as getopt reads it; as the flags of Go. */
  syntax: 'apart' | 'getopt' | 'go';
  options: readonly ForeignOption[];
  /** A command of Redis may stand behind the options. */
  takesCommand?: boolean;
  /** Says what follows from all options together, and what the tool does by default. `words`: the command. */
  finish: (into: EqualLine, words: readonly string[]) => void;
}

type Read = ForeignOption['read'];

export const says =
  (option: string): Read =>
  (value, into) =>
    into.say(option, value);

/** Kept under the first of its names until all is read. */
export const keeps =
  (as: string): Read =>
  (value, into) =>
    into.keep(as, value);

export const differsBy =
  (why: string): Read =>
  (_value, into, name) =>
    into.differs(`${name}: ${why}`);

/** Nothing that is sent depends on it. */
export const changesNothing: Read = (_value, into, name) => into.leaveOut(name);

export const cannotBeHad =
  (why: string): Read =>
  (_value, _into, name) => {
    throw new CannotBeHad(`${name}: ${why}`);
  };

/** The same in the words of `bench`. Throws UsageError for what the tool does not know, and CannotBeHad. */
export function equalLine(tool: ForeignTool, words: readonly string[]): EqualLine {
  const into = new EqualLine();
  let at = 0;
  let command: readonly string[] = [];
  while (at < words.length && command.length === 0) {
    const word = words[at++] ?? '';
    if (word === '--') {
      command = words.slice(at);
      break;
    }
    // Options of a command of Redis are none of the tool's.
    if (!word.startsWith('-') || word === '-') command = words.slice(at - 1);
    else
      for (const { option, name, attached } of givenOptionsIn(tool, word)) {
        const value = option.takes ? (attached ?? words[at++]) : '';
        if (value === undefined) throw new UsageError(`${name} of ${tool.name} needs a value`);
        option.read(value, into, name);
      }
  }
  if (command.length > 0 && !tool.takesCommand)
    throw new UsageError(`${tool.name} takes no word "${command[0] ?? ''}"`);
  tool.finish(into, command);
  return into;
}

interface GivenOption {
  option: ForeignOption;
  /** The typed name, without its value. */
  name: string;
  attached?: string | undefined;
}

/** The options of a word: getopt takes several letters in one. Throws UsageError. */
export function givenOptionsIn(tool: ForeignTool, word: string): GivenOption[] {
  const { options, syntax } = tool;
  const named = (name: string) => options.find(({ names }) => names.includes(name));
  const exact = named(word);
  if (exact) return [{ option: exact, name: word }];
  const [head = '', ...values] = word.split('=');
  const attached = values.length > 0 ? values.join('=') : undefined;
  if (syntax === 'go') {
    // A flag of Go has one hyphen or two.
    const option = named(head.replace(/^--/, '-'));
    if (option && (option.takes || attached === undefined || attached === 'true'))
      return [{ option, name: head, attached }];
  }
  if (syntax === 'getopt') {
    if (word.startsWith('--')) {
      const option = named(head) ?? beginningWith(options, head);
      if (option && (option.takes || attached === undefined)) return [{ option, name: head, attached }];
    } else {
      const letters = lettersIn(word, named);
      if (letters) return letters;
    }
  }
  const taking = named(word.slice(0, 2));
  const hint =
    syntax === 'apart' && taking?.takes && !word.startsWith('--')
      ? `: it takes ${word.slice(0, 2)} ${word.slice(2)}`
      : named(head)?.takes
        ? `: it takes ${head} ${attached ?? ''}`
        : '';
  throw new UsageError(`${tool.name} has no option ${head}${hint}`);
}

/** getopt takes the beginning of a long option that no other begins with. */
function beginningWith(options: readonly ForeignOption[], head: string): ForeignOption | undefined {
  const found = options.filter(({ names }) => names.some((name) => name.startsWith(head)));
  return head.length > 2 && found.length === 1 ? found[0] : undefined;
}

/** `-DRd100`: switches, and at the end an option with its value. `null`: one of them is none. */
function lettersIn(word: string, named: (name: string) => ForeignOption | undefined): GivenOption[] | null {
  const given: GivenOption[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at] ?? ''}`;
    const option = named(name);
    if (!option) return null;
    const rest = word.slice(at + 1);
    given.push({ option, name, ...(option.takes && rest !== '' ? { attached: rest } : {}) });
    if (option.takes) break;
  }
  return given;
}
