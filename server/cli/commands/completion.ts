import { shells } from '../help/completion.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';
import type { CliCommand } from '../help/command.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { withUsage } from './completion/with-usage.ts';
import { zshScript } from './completion/zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `roundtrip completion`: resolves with the exit code. Throws UsageError. */
export async function completion(
  { operands }: CommandCall,
  terminal: Terminal,
  commands: readonly CliCommand[],
): Promise<number> {
  const [named, ...more] = operands;
  const shell = shells.find((one) => one === named);
  if (!shell || more.length > 0)
    throw new UsageError(`completion takes one of ${shells.join(', ')}, not "${operands.join(' ')}"`);
  terminal.stdout(scripts[shell](await withUsage(commands)));
  return exitCodes.done;
}
