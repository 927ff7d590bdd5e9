import { planParts } from './parts.ts';
import { settingAt } from './paths.ts';
import { planSettings } from './plan.ts';
import type { SettingRow } from './setting.ts';

type Parts = typeof planParts;
type SettingPath =
  { [Part in keyof Parts]: `${Part}.${keyof Parts[Part] & string}` }[keyof Parts] | keyof typeof planSettings;

interface Spelling {
  name?: string;
  short?: string;
  /** The value is written in per cent. */
  notation?: 'percent';
  /** Its option has no value: to name it says yes. */
  bare?: true;
  /** What the value is called that a plan leaves out. */
  absent?: string;
}

/** What does not follow from the name and the form of a setting; `null`: it has no option of its own. */
const spellings: Partial<Record<SettingPath, Spelling | null>> = {
  target: null,
  'workload.commands': { name: 'tests', short: 't' },
  'workload.customCommand': { name: 'command' },
  'workload.customCommands': null,
  'workload.clients': { short: 'c' },
  'workload.pipeline': { short: 'P' },
  'workload.dataSize': { short: 'd' },
  'workload.maxBatchBytes': { name: 'max-batch-bytes' },
  'workload.keyspace': { short: 'r' },
  'workload.zipfExponent': { name: 'key-zipf-exp' },
  'workload.requests': { short: 'n' },
  'workload.clientTimeout': { absent: 'none' },
  'workload.replies': { absent: 'string' },
  'workload.readFrom': { absent: 'master' },
  'schedule.mode': { name: 'schedule' },
  'schedule.precision': { notation: 'percent' },
  'schedule.settleMs': null,
  'schedule.untilLevel': null,
  'schedule.untilStopped': null,
  'network.by': { name: 'network' },
  'server.program': { name: 'server' },
  'server.maxMemoryBytes': { name: 'maxmemory' },
  allowEviction: { bare: true },
  'bystander.rps': { name: 'bystander' },
  'moveSlots.afterMs': { name: 'move-slots' },
};

/** The option of a setting: how it is called, and what `notation.ts` needs to know to read and write its values. */
export interface SettingOption extends Spelling {
  name: string;
  form: SettingRow;
}

/** `data-size` of `dataSize`, `duration` of `durationMs`. */
const nameOf = (field: string): string =>
  field.replace(/(Ms|Mbit|Seconds|Bytes)$/, '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Of a path such as `workload.clients`; `null`: no option says it. */
export function optionOf(path: string): SettingOption | null {
  const form = settingAt(path);
  const spelling = (spellings as Partial<Record<string, Spelling | null>>)[path];
  if (!form || spelling === null) return null;
  return { name: nameOf(path.split('.').at(-1) ?? path), ...spelling, form };
}

/** What the options of all settings are called. */
export const optionNames = (): string[] =>
  [
    ...Object.entries(planParts).flatMap(([part, rows]) =>
      Object.keys(rows).map((field) => `${part}.${field}`),
    ),
    ...Object.keys(planSettings),
  ].flatMap((path) => optionOf(path)?.name ?? []);

/** Words that the option takes, where it takes no others. */
export function choicesOf({ form, absent }: SettingOption): string[] | null {
  const item = 'list' in form ? form.list : form;
  if ('flag' in item) return ['0', '1'];
  if (!('choice' in item)) return null;
  const words = item.choice.map(String).filter((word) => word !== 'custom');
  return absent === undefined ? words : [absent, ...words];
}
