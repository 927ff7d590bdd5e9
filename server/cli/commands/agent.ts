import { hostname } from 'node:os';
import type { AgentOptions } from '../../engine/agent/agent.ts';
import { controlUser } from '../../engine/agents/agents-place.ts';
import { keyRoot } from '../../engine/workload/key-names.ts';
import { addressOf } from '../../redis/connection/target.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { joinIn, parseCount, readNamedServer } from '../../terminal/options/values.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';

export const command: CliCommand = {
  usage: 'roundtrip agent --join URL --target NAME=URL [options]',
  about: `Joins a control Redis, and waits there for runs of bench --agents. Each run gives it a share of every lane. It ends
with Ctrl-C or SIGTERM.`,
  options: [
    { name: 'join', argument: 'URL', help: 'the control Redis; or ROUNDTRIP_JOIN' },
    {
      name: 'target',
      argument: 'NAME=URL',
      repeatable: true,
      help: 'a server that this agent may load, and the name by which runs ask for it; NAME alone: that of ROUNDTRIP_TARGETS. May be given several times. It loads no other server',
    },
    {
      name: 'prefix',
      argument: keyRoot,
      help: `what the keys of a run have to begin with (${keyRoot}): it writes and removes no others, whatever a run asks for. For runs of bench --prefix`,
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
    {
      name: 'name',
      argument: 'NAME',
      help: 'how results call it (the name of its machine, and its process)',
    },
    helpOption,
  ],
  notes: `Whoever can write to the control Redis can make its agents load their targets. An agent joins a control Redis of
another machine only when that asks for a password. This is a user for agents and for bench:
  ${controlUser}`,
  exitCodes: '0 it was ended; 1 it could not join; 2 wrong usage.',
  helpCommand: 'roundtrip agent --help',

  async run({ values }, terminal) {
    const targets = await targetsIn(values);
    const name = lastOf(values, 'name') ?? `${hostname()}-${process.pid}`;
    if (!/^[\w.-]{1,80}$/.test(name)) throw new UsageError('--name takes 1 to 80 letters, digits and . _ -');
    const { keyRootIn } = await import('../activities/key-root.ts');
    const root = keyRootIn(values);
    const bounds = { maxClients: boundIn(values, 'max-clients'), maxRps: boundIn(values, 'max-rps') };
    const { controlFromUrl } = await import('../../engine/agents/control.ts');
    const control = await controlFromUrl(joinIn(values, process.env));
    const log = (text: string) => {
      terminal.stderr(`${text}\n`);
    };
    const { startAgent } = await import('../../engine/agent/agent.ts');
    const joined = await startAgent({ control, name, targets, root, ...bounds, log });
    // Who reads that it has joined may end it at once.
    const asked = ended();
    log(
      `Agent ${name} has joined ${addressOf(control)}, for ${[...targets.keys()].join(', ')}. It waits for runs.`,
    );
    await asked;
    await joined.stop();
    // BullMQ keeps a timer until its control Redis answers, and that may never be.
    process.exit(exitCodes.done);
  },
};

/** Throws UsageError for what is no target, and NamedTargetsInvalid. */
async function targetsIn(values: OptionValues): Promise<AgentOptions['targets']> {
  const named = (values.get('target') ?? []).map((text) => readNamedServer(text, '--target'));
  if (named.length === 0)
    throw new UsageError('--target NAME=URL names a server that this agent may load: there has to be one');
  const twice = named.find(({ name }, index) => named.findIndex((one) => one.name === name) < index);
  if (twice) throw new UsageError(`--target ${twice.name} is given twice: a name is that of one server`);
  const { assertAddress, describeChoice, openChosenTarget } =
    await import('../../redis/targets/choose-target.ts');
  return new Map(
    named.map(({ name, url }) => {
      const choice = { url, urlName: name, target: url === null ? name : null };
      if (describeChoice(choice).kind !== 'url')
        throw new UsageError(
          `--target ${name} is a private server: all agents of a run have to reach the same one`,
        );
      try {
        assertAddress(choice);
      } catch (error) {
        throw new UsageError(`--target ${name}: ${messageOf(error)}`, { cause: error });
      }
      return [name, () => openChosenTarget(choice)] as const;
    }),
  );
}

function boundIn(values: OptionValues, name: string): number | null {
  const text = lastOf(values, name);
  if (text === null) return null;
  const bound = parseCount(text, `--${name}`);
  if (bound < 1) throw new UsageError(`--${name} takes a whole number of at least 1, not "${text}"`);
  return bound;
}

/** Resolves when somebody ends the program. */
const ended = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
