import { benchOptions } from '../options/bench.ts';
import type { CliCommand } from '../options/command.ts';

export const command: CliCommand = {
  usage: 'roundtrip acl [options of bench]',
  about: `Prints the smallest ACL user who can carry out what bench would with these options: the command to type in
redis-cli, as an administrator of the server. Nothing is connected.`,
  options: benchOptions,
  exitCodes: '0 done; 2 wrong usage.',
  examples: [
    'roundtrip acl -t get --strategy one-by-one,pipeline,lua',
    'roundtrip acl --plan plan.json --prefix app:bench:',
  ],
  helpCommand: 'roundtrip acl --help',

  async run({ values }, terminal) {
    const { printAclUser } = await import('../activities/acl-user.ts');
    return printAclUser({ values, inFile: () => null }, terminal);
  },
};
