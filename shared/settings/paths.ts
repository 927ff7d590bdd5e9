import { planParts } from './parts.ts';
import { laneSettings, planSettings } from './plan.ts';
import type { SettingRow, SettingRows } from './setting.ts';

const parts = new Map<string, SettingRows>(Object.entries(planParts));

/** A place in a plan: `workload.clients`, or the same in a lane, `lanes[2].workload.clients`. */
export class PlanPath {
  /** Index or id of the lane; `null`: the place is none of a lane. */
  readonly lane: number | string | null;
  /** The place without its lane; empty: the lane itself. */
  readonly setting: string;

  constructor(text: string) {
    const [, index, id = null, ofLane = ''] = /^lanes(?:\[(\d+)\]|\.([^.]+))(?:\.(.+))?$/.exec(text) ?? [];
    this.lane = index === undefined ? id : Number(index);
    this.setting = this.lane === null ? text : ofLane;
  }

  /** True for the same setting and for a part of it, in any lane: `network.rttMs` is within `network`. */
  isWithin({ setting }: PlanPath): boolean {
    return this.setting.startsWith(setting) && ['', '.', '['].includes(this.setting.charAt(setting.length));
  }
}

/** The setting at a path such as `workload.clients`, `target` or `lanes.pipeline.network.rttMs`; `undefined`: none. */
export function settingAt(path: string): SettingRow | undefined {
  const { lane, setting } = new PlanPath(path);
  const [part = '', field] = setting.split('.');
  const rows: SettingRows = parts.get(part) ?? (lane === null ? planSettings : laneSettings);
  const name = field ?? part;
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

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
