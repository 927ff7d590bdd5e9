import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { bashScript } from './completion/bash.ts';
import { described } from './completion/described.ts';
import { fishScript } from './completion/fish.ts';
import { zshScript } from './completion/zsh.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export const command: CliCommand = {
  usage: `roundtrip completion ${shells.join('|')}`,
  about: `Prints a script that completes the commands and options of roundtrip:

  bash   source <(roundtrip completion bash)          in ~/.bashrc
  zsh    source <(roundtrip completion zsh)           in ~/.zshrc, behind compinit
  fish   roundtrip completion fish | source           in ~/.config/fish/config.fish`,
  options: [helpOption],
  operands: shells,
  exitCodes: '0 done; 2 wrong usage.',
  helpCommand: 'roundtrip completion --help',

  async run({ operands }, terminal, commands) {
    const [named, ...more] = operands;
    const shell = shells.find((one) => one === named);
    if (!shell || more.length > 0)
      throw new UsageError(`completion takes one of ${shells.join(', ')}, not "${operands.join(' ')}"`);
    terminal.stdout(scripts[shell](await described(commands)));
    return exitCodes.done;
  },
};
