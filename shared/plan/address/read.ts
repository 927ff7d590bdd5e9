import { laneSettings, ownOfLane, planSettings } from '../../settings/plan.ts';
import { planParts } from '../../settings/parts.ts';
import type { SettingRow } from '../../settings/setting.ts';
import { addressVersion, isTexts } from './write.ts';

/** What stood in an address in place of a plan. */
export interface AddressedPlan {
  /** As a person may have written it: not checked. */
  input: Record<string, unknown>;
  /** Written by a newer version, of which this one may not know all. */
  newer: boolean;
}

const { workload: _workload, ...sections } = planParts;
/** By name: two parts have fields of one name only where these are read alike. */
const settings = new Map<string, SettingRow>(
  [...Object.values(planParts), laneSettings, planSettings].flatMap((rows) => Object.entries(rows)),
);

type Fields = Record<string, unknown>;
/** Without a prototype: names such as `constructor` are fields like the others. */
const empty = () => Object.create(null) as Fields;

/** The plan in the fragment of an address, with or without its `#`; `null` when it holds none. */
export function readPlanAddress(fragment: string): AddressedPlan | null {
  const pairs = [...new URLSearchParams(fragment.replace(/^#/, ''))];
  const version = pairs.find(([name]) => name === 'plan')?.[1];
  if (version === undefined) return null;
  const plan = empty();
  const lanes: Fields[] = [];
  for (const [name, text] of pairs) {
    const lane = lanes.at(-1);
    const value = valueOf(name, text);
    if (name === 'plan') continue;
    else if (name === 'written') plan['written'] = documentOf(text);
    else if (name === 'lane') lanes.push(Object.assign(empty(), { strategy: text }));
    else if (name.includes('.')) putInto(lane ?? plan, name, value);
    else if (Object.hasOwn(lane ? ownOfLane : planSettings, name)) (lane ?? plan)[name] = value;
    else add(partOf(lane ?? plan, 'workload'), name, value);
  }
  return { input: { ...plan, lanes }, newer: Number(version) > addressVersion };
}

/** Texts of a list come one by one. */
function add(fields: Fields, name: string, value: unknown): void {
  const before = isTexts(settings.get(name)) ? fields[name] : undefined;
  fields[name] = before === undefined ? value : [before, value].flat();
}

/** A part that is not known stays together under its name: the check of the plan names it as a problem. */
function putInto(owner: Fields, name: string, value: unknown): void {
  const dot = name.indexOf('.');
  const [part, field] = [name.slice(0, dot), name.slice(dot + 1)];
  if (Object.hasOwn(sections, part)) partOf(owner, part)[field] = value;
  else owner[name] = value;
}

function partOf(owner: Fields, name: string): Fields {
  const part = (owner[name] as Fields | undefined) ?? empty();
  owner[name] = part;
  return part;
}

/** Text that is not JSON is kept: the check of the plan names it as a problem. */
function documentOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function valueOf(name: string, text: string): unknown {
  const setting = settings.get(name.slice(name.lastIndexOf('.') + 1));
  if (setting === undefined) return plain(text);
  if (isTexts(setting)) return [text];
  return 'list' in setting || 'pair' in setting
    ? text.split(',').map(plain)
    : 'text' in setting
      ? text
      : plain(text);
}

function plain(text: string): unknown {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}
