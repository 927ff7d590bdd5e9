import { readCount, readDuration, readPercent, Unreadable } from '../../../shared/settings/notation.ts';
import { UsageError } from '../usage-error.ts';
import { lastOf, type OptionValues } from './option-words.ts';

/** Reads what stands behind an option, which the message names. Throws UsageError. */
export const reading =
  <Value>(read: (text: string) => Value) =>
  (text: string, option: string): Value => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new UsageError(`${option} takes ${error.message}`, { cause: error });
    }
  };

export const parseDuration = reading(readDuration);
export const parseCount = reading(readCount);
export const parsePercent = reading(readPercent);

/** The patterns of `--route`, which name requests. Throws UsageError. */
export function routesIn(values: OptionValues): string[] {
  const routes = [...(values.get('route') ?? [])];
  const wrong = routes.find((route) => !/^\/[^\s?#]{0,119}$/.test(route));
  if (wrong !== undefined)
    throw new UsageError(`--route takes a path such as /api/stats/:name, not "${wrong.slice(0, 80)}"`);
  return routes;
}

const joinVariable = 'ROUNDTRIP_JOIN';

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
  const url = lastOf(values, 'join') ?? env[joinVariable];
  if (url === undefined || url === '')
    throw new UsageError(`--join URL names the control Redis (or ${joinVariable} in the environment)`);
  return url;
}
