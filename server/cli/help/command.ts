import type { CommandCall, WordTable } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';

/** How a command is called: what help and completion need, without the code that carries it out. */
export interface CommandUsage extends WordTable {
  /** The text of `--help`. */
  help: () => string;
}

/** Resolves with the exit code. Throws UsageError, and what prevented the command from doing its work. */
export type RunCommand = (call: CommandCall, terminal: Terminal) => Promise<number>;

/** What follows `roundtrip` on the command line. Usage and code are loaded on demand: most calls need one command. */
export interface CliCommand {
  name: string;
  /** One line of `roundtrip help`. */
  summary: string;
  usage: () => Promise<CommandUsage>;
  load: () => Promise<RunCommand>;
}
