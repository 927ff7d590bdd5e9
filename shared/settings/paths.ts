import { planParts } from './parts.ts';
import { laneSettings, planSettings } from './plan.ts';
import type { SettingRow, SettingRows } from './setting.ts';

const parts = new Map<string, SettingRows>(Object.entries(planParts));

/** The setting at a path such as `workload.clients`, `target` or `lanes.pipeline.network.rttMs`; `undefined`: none. */
export function settingAt(path: string): SettingRow | undefined {
  const [, ofLane] = /^lanes(?:\[\d+\]|\.[^.]+)\.(.+)$/.exec(path) ?? [];
  const [part = '', field] = (ofLane ?? path).split('.');
  const rows: SettingRows = parts.get(part) ?? (ofLane === undefined ? planSettings : laneSettings);
  const name = field ?? part;
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

/** True where a path of a plan is `part` or lies in it: `network.rttMs` in `network`, `lanes[2]` in `lanes`. */
export const isPartOfPath = (path: string, part: string): boolean =>
  path.startsWith(part) && ['', '.', '['].includes(path.charAt(part.length));

/** Paths of the settings in a plan, as somebody may have written it, that are not for everybody to set. */
export const guardedSettingsIn = (
  plan: object,
  path = '',
): { path: string; origin: NonNullable<SettingRow['origin']> }[] =>
  Object.entries(plan).flatMap(([name, value]: [string, unknown]) => {
    const at = /^\d+$/.test(name) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const origin = settingAt(at)?.origin;
    if (origin !== undefined) return [{ path: at, origin }];
    return typeof value === 'object' && value !== null ? guardedSettingsIn(value, at) : [];
  });
