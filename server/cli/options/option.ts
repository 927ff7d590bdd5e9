import type { OptionGroup } from '../../../shared/settings/setting.ts';

/** One option of a command. Parsing, help, completion and the wording of errors follow from the tables of these. */
export interface CommandOption {
  name: string;
  short?: string;
  /** What its argument is called in the help; absent for a switch. `FILE` is completed with the names of files. */
  argument?: string;
  /** Words its argument may be, for completion; an argument such as `turns|race` says them itself. */
  choices?: readonly string[];
  /** Whether several of the choices may be named, with commas. */
  severalChoices?: boolean;
  help: string;
  /** Heading under which the help lists it. */
  group?: string;
  /** Its argument is two words, the second of which may begin with a hyphen; they are read as one, with a blank. */
  takesTwo?: boolean;
  /** May be given more than once. */
  repeatable?: boolean;
  /** Several values go into one word, with commas. */
  takesList?: boolean;
}

/** One option of `bench`. */
export interface BenchOption extends CommandOption {
  group: OptionGroup;
  /** Several of its values, with commas, make the same lanes on several servers. */
  makesServers?: boolean;
  /** Where its value goes in the plan, and how it is read. */
  plan?: { path: readonly string[]; read: (text: string, option: string) => unknown };
}

export const helpOption = { name: 'help', short: 'h', help: 'this text' } as const satisfies CommandOption;

/** How an option is called in messages: `-c, --clients`. */
export const optionName = ({ name, short }: Pick<CommandOption, 'name' | 'short'>): string =>
  `${short ? `-${short}, ` : ''}--${name}`;
