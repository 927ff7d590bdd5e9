import type { Plan } from '../../../shared/contract/plan.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { OptionValues } from './option-words.ts';

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

/**
 * The control Redis of the agents that a plan asks for; `null`: it asks for none. Throws UsageError, also for a server
 * that agents know no name of.
 */
export function joinFor(
  { agents }: Pick<Plan, 'agents'>,
  values: OptionValues,
  env: NodeJS.ProcessEnv,
): string | null {
  if (agents === undefined) {
    if (values.has('join'))
      throw new UsageError('--join is for a run by agents: say how many with --agents, or in the plan');
    return null;
  }
  if (values.has('url'))
    throw new UsageError(
      'Agents know the server by its name: give it by --target NAME or NAME=URL, not by --url',
    );
  return joinIn(values, env);
}
