import { parseCount } from './units.ts';
import { UsageError } from '../usage/usage-error.ts';

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
  /** May be given more than once. */
  repeatable?: boolean;
}

export type BenchGroup =
  'What is sent' | 'How much' | 'How' | 'Where' | 'The private server' | 'Gate' | 'Output';

/** One option of `bench`. */
export interface BenchOption extends CommandOption {
  group: BenchGroup;
  /** Several of its values, with commas, make the same lanes on several servers. */
  makesServers?: boolean;
  /** Where its value goes in the plan, and how it is read. */
  plan?: { path: readonly string[]; read: (text: string, option: string) => unknown };
}

/** How an option is called in messages: `-c, --clients`. */
export const optionName = ({ name, short }: CommandOption): string =>
  `${short ? `-${short}, ` : ''}--${name}`;

type Read = (text: string, option: string) => unknown;

export const workload = (field: string, read: Read) => ({ path: ['workload', field], read });
export const schedule = (field: string, read: Read) => ({ path: ['schedule', field], read });

export const list = (text: string) => text.split(',').map((word) => word.trim());
export const asIs = (text: string) => text;

/** `1:10`. Throws UsageError. */
export const parseRatio = (text: string, option: string): number[] =>
  text.split(':').map((part) => parseCount(part, option));

/** `0` or `1`. Throws UsageError. */
export function parseSwitch(text: string, option: string): boolean {
  if (text !== '0' && text !== '1') throw new UsageError(`${option} takes 0 or 1, not "${text}"`);
  return text === '1';
}

export const seconds = (ms: number) => `${ms / 1000}s`;

/** One of two words; the first, which is the usual, is left out of the plan. The reader throws UsageError. */
export const eitherOf =
  (usual: string, other: string) =>
  (word: string, option: string): string | undefined => {
    if (word !== usual && word !== other)
      throw new UsageError(`${option} takes ${usual} or ${other}, not "${word}"`);
    return word === usual ? undefined : word;
  };
