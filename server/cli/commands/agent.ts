import { hostname } from 'node:os';
import { startAgent, type AgentOptions } from '../../engine/agent/agent.ts';
import { controlFromUrl } from '../../engine/agents/control.ts';
import { addressOf } from '../../redis/connection/address.ts';
import { describeChoice, openChosenTarget } from '../../redis/targets/choose-target.ts';
import { joinIn, readNamedServer } from '../options/agents.ts';
import type { CommandCall, OptionValues } from '../options/option-words.ts';
import { parseCount } from '../options/units.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip agent`: resolves with the exit code once it is ended. Throws UsageError, and what keeps it from joining. */
export async function agent({ values }: CommandCall, terminal: Terminal): Promise<number> {
  const targets = targetsIn(values);
  const bound = (name: string) => {
    const text = values.get(name)?.at(-1);
    return text === undefined ? null : parseCount(text, `--${name}`);
  };
  const name = values.get('name')?.at(-1) ?? `${hostname()}-${process.pid}`;
  if (!/^[\w.-]{1,80}$/.test(name)) throw new UsageError('--name takes 1 to 80 letters, digits and . _ -');
  const bounds = { maxClients: bound('max-clients'), maxRps: bound('max-rps') };
  const control = await controlFromUrl(joinIn(values, process.env));
  const log = (text: string) => {
    terminal.stderr(`${text}\n`);
  };
  const joined = await startAgent({ control, name, targets, ...bounds, log });
  // Who reads that it has joined may end it at once.
  const asked = ended();
  log(
    `Agent ${name} has joined ${addressOf(control)}, for ${[...targets.keys()].join(', ')}. It waits for runs.`,
  );
  await asked;
  await joined.stop();
  // BullMQ keeps a timer until its control Redis answers, and that may never be.
  process.exit(exitCodes.done);
}

/** Throws UsageError for what is no target, and NamedTargetsInvalid. */
function targetsIn(values: OptionValues): AgentOptions['targets'] {
  const named = (values.get('target') ?? []).map((text) => readNamedServer(text, '--target'));
  if (named.length === 0)
    throw new UsageError('--target NAME=URL names a server that this agent may load: there has to be one');
  return new Map(
    named.map(({ name, url }) => {
      const choice = { url, urlName: name, target: url === null ? name : null };
      if (describeChoice(choice).kind !== 'url')
        throw new UsageError(
          `--target ${name} is a private server: all agents of a run have to reach the same one`,
        );
      return [name, () => openChosenTarget(choice)] as const;
    }),
  );
}

/** Resolves when somebody ends the program. */
const ended = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
