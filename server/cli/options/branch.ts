import { UsageError } from '../exit-codes.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';

/** An option that was given where it has no meaning. */
export interface RefusedOption {
  name: string;
  /** The option as it was written: `--rps`, or `roundtrip.config.json: rps`. */
  written: string;
}

/** One way to carry a command out, such as `bench --recipe`: it says which options it takes. */
export interface Branch {
  /** For messages. */
  called: string;
  takes: readonly string[];
  /** Says what is wrong with the other options, of which there is at least one, and what would be right. `written`: see RefusedOption. */
  refuses: (others: readonly RefusedOption[], written: (name: string) => string) => string;
  /** Options of the command line that do nothing without one of these. A file of options serves several calls. */
  needs?: Readonly<Record<string, readonly string[]>>;
}

/** Throws UsageError for options that this way of the command does not take. Every way starts with it. */
export function checkTaken(
  { values, inFile }: { values: OptionValues; inFile: (name: string) => string | null },
  { called, takes, refuses, needs = {} }: Branch,
): void {
  const written = (name: string) => inFile(name) ?? `--${name}`;
  const others = [...values.keys()].filter((name) => !takes.includes(name));
  if (others.length > 0)
    throw new UsageError(
      refuses(
        others.map((name) => ({ name, written: written(name) })),
        written,
      ),
    );
  for (const [name, beside] of Object.entries(needs))
    if (values.has(name) && inFile(name) === null && !beside.some((one) => values.has(one)))
      throw new UsageError(
        `--${name} does nothing in ${called} without ${beside.map((one) => `--${one}`).join(' or ')}: leave it out, or give one`,
      );
}

/** The options as they were written, for a message. */
export const listed = (others: readonly RefusedOption[]): string =>
  others.map(({ written }) => written).join(', ');

/** Options on the command line alone. */
export const asWords = (values: OptionValues) => ({ values, inFile: () => null });
