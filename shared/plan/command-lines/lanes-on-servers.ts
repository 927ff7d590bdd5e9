import type { PlanInput, ServerInput } from '../../contract/plan.ts';
import { serverSettings } from '../../settings/server.ts';
import { planDefaults, sameValue } from '../defaults.ts';

type Lane = PlanInput['lanes'][number];

/** The same lanes on each of several servers, as options list them. */
export interface LanesOnServers {
  /** Those on one server. */
  lanes: readonly Lane[];
  /** Absent: all lanes measure that of the plan. */
  targets?: string[];
  /** Settings of private servers with all their values, in the order in which options cross them. Absent: the plan's. */
  servers?: [field: string, values: unknown[]][];
}

/** In the order of the options. */
const fields = Object.keys(serverSettings) as (keyof typeof serverSettings)[];

/** `null`: the servers of these lanes are no list of options. */
export function lanesOnServers({ lanes }: PlanInput): LanesOnServers | null {
  if (lanes.every(({ target, server }) => target === undefined && server === undefined)) return { lanes };
  const servers = distinct(lanes.map(({ target, server }) => ({ target, server })));
  const onFirst = lanes.filter((_, index) => index % servers.length === 0);
  const crossed = onFirst.flatMap(({ strategy, client }) =>
    servers.map((server) => ({ strategy, client, ...server })),
  );
  const asListed = lanes.map(({ strategy, client, target, server }) => ({
    strategy,
    client,
    target,
    server,
  }));
  if (!sameValue(crossed, asListed)) return null;
  const targets = servers.flatMap(({ target }) => target ?? []);
  if (servers.every(({ server }) => server === undefined))
    return targets.length === servers.length && targets.length > 1 ? { lanes: onFirst, targets } : null;
  const settings = servers.flatMap(({ server }) => server ?? []);
  if (targets.length > 0 || settings.length < servers.length) return null;
  const values = valuesOf(settings);
  return values && { lanes: onFirst, servers: values };
}

/** `null`: they are not every combination of the values of their fields, in the order of the options. */
function valuesOf(servers: readonly ServerInput[]): [string, unknown[]][] | null {
  const whole = servers.map((server): Record<string, unknown> => ({ ...planDefaults.server, ...server }));
  const values = fields.map((field): [string, unknown[]] => [
    field,
    distinct(whole.map((server) => server[field])),
  ]);
  // An option always says something.
  if (values.some(([, several]) => several.length > 1 && several.includes(undefined))) return null;
  const crossed = values.reduce<Record<string, unknown>[]>(
    (all, [field, several]) =>
      all.flatMap((server) => several.map((value) => ({ ...server, [field]: value }))),
    [{}],
  );
  const asListed = whole.map((server) => Object.fromEntries(fields.map((field) => [field, server[field]])));
  if (servers.length < 2 || !sameValue(crossed, asListed)) return null;
  const usual: Record<string, unknown> = planDefaults.server;
  return values.filter(([field, several]) => several.length > 1 || several[0] !== usual[field]);
}

const distinct = <T>(values: readonly T[]): T[] =>
  values.filter((value, index) => values.findIndex((other) => sameValue(other, value)) === index);
