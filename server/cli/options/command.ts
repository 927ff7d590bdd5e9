import type { Terminal } from '../output/terminal.ts';
import type { Branch } from './branch.ts';
import type { HelpedCommand } from '../../terminal/options/help.ts';
import type { CommandCall, WordTable } from '../../terminal/options/option-words.ts';

/**
 * A command. `run` imports what is large, such as the engine, on demand: help, completion and wrong usage start
 * without it.
 */
export interface CliCommand extends WordTable, HelpedCommand {
  /** Ways in which it is carried out that differ in their options; absent: one, which takes all of them. */
  branches?: readonly Branch[];
  /** What to say to words that cannot be read, when they are a line of another tool; `null`: they are none. */
  otherwise?: (words: readonly string[]) => Promise<string | null>;
  /** Resolves with the exit code. Throws UsageError, and what prevented the command from doing its work. */
  run: (call: CommandCall, terminal: Terminal, commands: readonly CommandEntry[]) => Promise<number>;
}

/** A command before it is loaded. */
export interface CommandEntry {
  name: string;
  /** One line of `roundtrip help`. */
  summary: string;
  load: () => Promise<CliCommand>;
}
