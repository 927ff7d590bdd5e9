import { agentsInRun } from '../../../shared/limits.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { OptionValues } from './option-words.ts';
import { parseCount } from './units.ts';

export const joinVariable = 'ROUNDTRIP_JOIN';

/** A server under the name by which a job calls it, and where it is; without a URL, one of ROUNDTRIP_TARGETS. */
export interface NamedServer {
  name: string;
  url: string | null;
}

/** `shop=redis://shop:6379`, or `shop`. Throws UsageError. */
export function readNamedServer(text: string, option: string): NamedServer {
  const [, name = '', url] = /^([a-z0-9][\w.-]{0,39})(?:=(.+))?$/i.exec(text) ?? [];
  if (name === '')
    throw new UsageError(`${option} takes NAME or NAME=URL, not "${text.replace(/\/\/.*/, '//…')}"`);
  return { name, url: url ?? null };
}

/** The control Redis that is named. Throws UsageError. */
export function joinIn(values: OptionValues, env: NodeJS.ProcessEnv): string {
  const url = values.get('join')?.at(-1) ?? env[joinVariable];
  if (url === undefined || url === '')
    throw new UsageError(`--join URL names the control Redis (or ${joinVariable} in the environment)`);
  return url;
}

export interface AgentsCall {
  agents: number;
  join: string;
}

/** Options that agents do not go with. */
const notWithAgents = ['plan', 'load-curve', 'url'];

/** The agents that `bench` asks for; `null`: this machine carries the lanes out. Throws UsageError. */
export function agentsIn(values: OptionValues, env: NodeJS.ProcessEnv): AgentsCall | null {
  const text = values.get('agents')?.at(-1);
  if (text === undefined) {
    if (values.has('join')) throw new UsageError('--join is for a run by agents: say how many with --agents');
    return null;
  }
  const agents = parseCount(text, '--agents');
  if (agents < agentsInRun.min || agents > agentsInRun.max)
    throw new UsageError(`--agents takes ${agentsInRun.min} to ${agentsInRun.max}, not ${text}`);
  const other = notWithAgents.find((name) => values.has(name));
  if (other !== undefined)
    throw new UsageError(
      other === 'url'
        ? '--agents takes the server by --target NAME or NAME=URL: agents know it by its name'
        : `--agents does not go with --${other} yet`,
    );
  return { agents, join: joinIn(values, env) };
}
