import type { CommandUsage } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

const help = () => `Usage: roundtrip completion ${shells.join('|')}

Prints a script that completes the commands and options of roundtrip:

  bash   source <(roundtrip completion bash)          in ~/.bashrc
  zsh    source <(roundtrip completion zsh)           in ~/.zshrc, behind compinit
  fish   roundtrip completion fish | source           in ~/.config/fish/config.fish

Exit codes: 0 done; 2 wrong usage.
`;

export const completionUsage: CommandUsage = {
  options: [{ name: 'help', short: 'h', help: 'this text' }],
  operands: shells,
  help,
  helpCommand: 'roundtrip completion --help',
};
