import { benchOptions } from '../options/bench.ts';
import type { CliCommand } from '../options/command.ts';
import { givenOf } from './bench.ts';

/** Options beside those of the plan that say what a run sends, and to which kind of server. */
const alsoTaken = [
  ...['strategy', 'client', 'weight', 'mix', 'workload', 'trace', 'unit', 'plan', 'from'],
  ...['url', 'target', 'cluster-replicas', 'config', 'help'],
];
const options = benchOptions.filter(({ name, plan }) => plan !== undefined || alsoTaken.includes(name));

export const command: CliCommand = {
  usage: 'roundtrip acl [options]',
  about: `Prints the smallest ACL user who can carry out what bench would with these options: the command to type in
redis-cli, as an administrator of the server. Nothing is connected. It knows no commands of code of your own, and a
recipe has plans of its own.`,
  options,
  exitCodes: '0 done; 2 wrong usage.',
  examples: [
    'roundtrip acl -t get --strategy one-by-one,pipeline,lua',
    'roundtrip acl --plan plan.json --prefix app:bench:',
  ],
  helpCommand: 'roundtrip acl --help',

  async run({ values }, terminal) {
    const given = await givenOf(values, terminal, (name) => options.some((option) => option.name === name));
    const { printAclUser } = await import('../activities/acl-user.ts');
    return printAclUser(given, terminal);
  },
};
