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

/** The row of `-u`, which every command that has a server takes. */
export const urlOption = (help: string) => ({ name: 'url', short: 'u', argument: 'URL', help }) as const;

/** Options of recording a program of Node, for `profile` and for the page beside it. */
export const recordingOptions: readonly CommandOption[] = [
  {
    name: 'duration',
    argument: '30s',
    help: 'ask the program to end (SIGTERM) after this long; else it ends by itself, or by Ctrl-C',
  },
  {
    name: 'budget',
    argument: '3%',
    help: 'of a core, what recording may take: whole units are left out beyond it; 100% records all (3%; for --assert and --baseline 100%)',
  },
  {
    name: 'ignore',
    argument: 'PATH',
    help: 'say nothing of sites in this file or folder; in the source, a line with // roundtrip-ignore does the same',
    repeatable: true,
  },
  {
    name: 'route',
    argument: 'PATTERN',
    help: 'name requests by this pattern where no router does, as in /api/stats/:name; the first that matches',
    repeatable: true,
  },
];

/** How an option is called in messages: `-c, --clients`. */
export const optionName = ({ name, short }: Pick<CommandOption, 'name' | 'short'>): string =>
  `${short ? `-${short}, ` : ''}--${name}`;
