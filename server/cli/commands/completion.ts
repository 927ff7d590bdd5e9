import type { Command } from './index.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';
import type { CommandOption } from '../options/option.ts';
import { readWordsAndOperands } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage-error.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof scripts;
export const shells = Object.keys(scripts) as Shell[];

export const completionOptions: readonly CommandOption[] = [{ name: 'help', short: 'h', help: 'this text' }];

const help = `Usage: roundtrip completion ${shells.join('|')}

Prints a script that completes the commands and options of roundtrip:

  bash   source <(roundtrip completion bash)          in ~/.bashrc
  zsh    source <(roundtrip completion zsh)           in ~/.zshrc, behind compinit
  fish   roundtrip completion fish | source           in ~/.config/fish/config.fish

Exit codes: 0 done; 2 wrong usage.
`;

/** `roundtrip completion`: resolves with the exit code. Throws UsageError. */
export function completion(
  words: readonly string[],
  terminal: Terminal,
  commands: readonly Command[],
): Promise<number> {
  const { values, operands } = readWordsAndOperands(words, completionOptions, 'roundtrip completion --help');
  const [named, ...more] = operands;
  const shell = shells.find((one) => one === named);
  if (values.has('help')) terminal.stdout(help);
  else if (!shell || more.length > 0)
    throw new UsageError(`completion takes one of ${shells.join(', ')}, not "${operands.join(' ')}"`);
  else terminal.stdout(scripts[shell](commands));
  return Promise.resolve(exitCodes.done);
}
