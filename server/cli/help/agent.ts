import { controlUser } from '../../engine/agents/control-user.ts';
import type { CommandUsage } from './command.ts';
import { optionLines } from './help-text.ts';
import type { CommandOption } from '../options/option.ts';

const options: readonly CommandOption[] = [
  { name: 'join', argument: 'URL', help: 'the control Redis; or ROUNDTRIP_JOIN' },
  {
    name: 'target',
    argument: 'NAME=URL',
    repeatable: true,
    help: 'a server that this agent may load, and the name by which runs ask for it; NAME alone: that of ROUNDTRIP_TARGETS. May be given several times. It loads no other server',
  },
  {
    name: 'max-clients',
    argument: 'n',
    help: 'connections that it opens at most, over all lanes of a run (no bound)',
  },
  {
    name: 'max-rps',
    argument: 'n',
    help: 'commands per second that it sends at most; runs without a rate are then refused (no bound)',
  },
  { name: 'name', argument: 'NAME', help: 'how results call it (the name of its machine, and its process)' },
  { name: 'help', short: 'h', help: 'this text' },
];

const help = () =>
  [
    'Usage: roundtrip agent --join URL --target NAME=URL [options]',
    '',
    'Joins a control Redis, and waits there for runs of bench --agents. Each run gives it a share of every lane. It ends',
    'with Ctrl-C or SIGTERM.',
    ...optionLines(options),
    '',
    'Whoever can write to the control Redis can make its agents load their targets. An agent joins a control Redis of',
    'another machine only when that asks for a password. This is a user for agents and for bench:',
    `  ${controlUser}`,
    '',
    'Exit codes: 0 it was ended; 1 it could not join; 2 wrong usage.',
    '',
  ].join('\n');

export const agentUsage: CommandUsage = { options, help, helpCommand: 'roundtrip agent --help' };
