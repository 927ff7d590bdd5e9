import type { Access, Persistence, ScheduleMode } from '../contract/enums.ts';
import type { NetworkPlan, ServerInput } from '../contract/plan.ts';
import type { Workload } from '../contract/workload.ts';
import { unusualServer } from '../plan/defaults.ts';
import type { networkSettings } from '../settings/network.ts';
import { settingAt } from '../settings/paths.ts';
import type { planSettings } from '../settings/plan.ts';
import type { scheduleSettings } from '../settings/schedule.ts';
import type { serverSettings } from '../settings/server.ts';
import { limitOf, type SettingLabels } from '../settings/setting.ts';
import type { workloadSettings } from '../settings/workload.ts';
import type { Numbers } from './numbers.ts';

/** What the page calls settings and their choices; a setting without a name does not compile. */
export interface SettingNames {
  labels: SettingLabels<
    typeof workloadSettings &
      typeof networkSettings &
      typeof serverSettings &
      typeof scheduleSettings &
      typeof planSettings
  > &
    Readonly<Record<'client' | 'bystander' | 'moveSlots', string>>;
  choices: {
    access: Record<Access, string>;
    hashTag: Record<Workload['hashTag'], string>;
    mode: Record<ScheduleMode, string>;
    persistence: Record<Persistence, string>;
    tls: Record<'false' | 'true', string>;
  };
  /** What a slider says where the plan says nothing. */
  none: string;
  yes: string;
  no: string;
}

/** Words for the settings that a phrase says better than name and value. */
export type SettingPhrases = {
  direct: string;
  byKernel: string;
  clientTimeout: string;
  /** In place of one that its owner keeps private. */
  ownCommand: string;
  access: Record<Exclude<Access, 'open'>, string>;
  persistence: Record<Exclude<Persistence, 'off'>, string>;
} & Record<
  'rttMs' | 'jitterMs' | 'cutEveryMs' | 'pipeline' | 'clients' | 'threads' | 'dataSize' | 'rps',
  (value: number) => string
> &
  Record<'ioThreads' | 'mebibytes', (value: number) => string>;

interface Phrased {
  numbers: Numbers;
  setting: SettingPhrases;
}

/** The language of a reader. Without `settings`, a setting is called as in the plan. */
export interface SettingReader {
  words: Phrased;
  settings?: SettingNames;
}

/** What the setting at a path such as `workload.clients` is called. A part with one setting stands for it. */
export function settingLabel(path: string, { settings }: SettingReader): string {
  const labels: Partial<Record<string, string | { label: string }>> = settings?.labels ?? {};
  const label = labels[nameOf(path)] ?? path;
  return typeof label === 'string' ? label : label.label;
}

const nameOf = (path: string): string =>
  /^bystander|^moveSlots/.exec(path)?.[0] ?? /(\w+)(\[\d+\])?$/.exec(path)?.[1] ?? path;

/** A value of the setting at this path; `undefined`: the plan does not say it. */
export function settingValue(path: string, value: unknown, reader: SettingReader): string {
  const { settings, words } = reader;
  const row = settingAt(path);
  if (path === 'network') return describeNetwork(value as NetworkPlan | undefined, words);
  if (value === undefined || value === null)
    return ((row?.slider ?? path === 'bystander') && settings?.none) || '–';
  if (Array.isArray(value)) {
    if (path === 'workload.commands') return describeMix(value.map((id) => String(id).toUpperCase()));
    if (path === 'workload.ratio') return value.join(':');
    return value.map((size) => settingValue('workload.dataSize', size, reader)).join('–');
  }
  if (typeof value === 'object') {
    const said = Object.entries(value).map(([name, own]) => settingValue(`${path}.${name}`, own, reader));
    return reader.words.numbers.list(said);
  }
  if (typeof value === 'number') {
    const { count, exactBytes, duration, unit } = words.numbers;
    const unitOf = (row && limitOf(row)?.unit) ?? '';
    if (unitOf === 'bytes') return exactBytes(value);
    if (unitOf === 'ms' && value >= 1000) return duration(value);
    return count(value) + (/^ms$|\/s$/.test(unitOf) ? ` ${unit(unitOf)}` : '');
  }
  const choices: Partial<Record<string, Record<string, string>>> = settings?.choices ?? {};
  const word = typeof value === 'string' ? value : JSON.stringify(value);
  const flag = settings && typeof value === 'boolean' ? settings[value ? 'yes' : 'no'] : word;
  return choices[nameOf(path)]?.[word] ?? flag;
}

/** A setting of the workload: "batch 64", or with its name: "Keyspace 1,000". */
function describeSetting(name: string, value: unknown, reader: SettingReader): string {
  const phrases: Partial<Record<string, SettingPhrases[keyof SettingPhrases]>> = reader.words.setting;
  const phrase = phrases[name];
  if (typeof phrase === 'string') return phrase;
  if (typeof phrase === 'function' && typeof value === 'number') return phrase(value);
  return `${settingLabel(name, reader)} ${settingValue(`workload.${name}`, value, reader)}`;
}

/** Settings as a lane or a change has them. */
interface SaidSettings {
  target?: string | undefined;
  server?: ServerInput | undefined;
  workload?: Readonly<Record<string, unknown>>;
  network?: NetworkPlan | undefined;
}

/** All of them in a few words: "batch 64, 20 ms round trip"; empty: none. */
export function settingsInWords(
  {
    target,
    server,
    workload: { commands, ratio, customCommand, customCommands, ...others } = {},
    network,
  }: SaidSettings,
  reader: SettingReader,
  between?: string,
): string {
  const custom = [customCommand, customCommands].flat().filter((line) => typeof line === 'string');
  const lines = custom[Symbol.iterator]();
  const names = Array.isArray(commands)
    ? commands.map((id) =>
        id === 'custom' ? (lines.next().value ?? custom[0] ?? 'custom') : String(id).toUpperCase(),
      )
    : custom;
  return listed(reader.words.numbers, [
    target,
    describeServer(server, reader.words),
    names.length > 0 && describeMix(names, ratio, between),
    ...Object.entries(others).map(([name, value]) => describeSetting(name, value, reader)),
    network && describeNetwork(network, reader.words),
  ]);
}

const listed = (numbers: Numbers, parts: readonly (string | number | false | undefined)[]): string =>
  numbers.list(parts.filter(Boolean).map(String));

/** "SET", "SETEX + GET 1:10". */
export const describeMix = (names: readonly string[], ratio?: unknown, between = ' + '): string =>
  names.join(between) + (names.length > 1 && Array.isArray(ratio) ? ` ${ratio.join(':')}` : '');

/** What is unusual about a private server: "TLS, AOF always"; empty: nothing. */
export function describeServer(server: ServerInput | undefined, { numbers, setting }: Phrased): string {
  const { program, tls, access, persistence, ioThreads, maxMemoryBytes } = unusualServer(server);
  const accesses: Partial<Record<Access, string>> = setting.access;
  const persistences: Partial<Record<Persistence, string>> = setting.persistence;
  return listed(numbers, [
    program,
    tls && 'TLS',
    access && accesses[access],
    persistence && persistences[persistence],
    ioThreads && setting.ioThreads(ioThreads),
    maxMemoryBytes && setting.mebibytes(Math.round(maxMemoryBytes / 1024 ** 2)),
  ]);
}

/** "direct", or what was asked for: "20 ms round trip, 2 ms jitter, 100 Mbit/s". */
export function describeNetwork(network: NetworkPlan | undefined, { numbers, setting }: Phrased): string {
  if (!network) return setting.direct;
  const { rttMs, jitterMs, bandwidthMbit, cutEveryMs, by } = network;
  return listed(numbers, [
    by === 'kernel' && setting.byKernel,
    ((by !== 'kernel' && cutEveryMs === undefined) || rttMs > 0) && setting.rttMs(rttMs),
    jitterMs > 0 && setting.jitterMs(jitterMs),
    bandwidthMbit !== undefined && `${numbers.count(bandwidthMbit)} ${numbers.unit('Mbit/s')}`,
    cutEveryMs !== undefined && setting.cutEveryMs(cutEveryMs),
  ]);
}
