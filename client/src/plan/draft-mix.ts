import { commandIds, commands, type CommandId } from '../../../shared/commands/workload.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { workloadPresets, type PresetId } from '../../../shared/plan/workload-presets.ts';
import { lineAt } from '../../../shared/commands/custom-words.ts';
import type { Messages } from '../messages/en.ts';

/** A command of the mix, and how often it comes beside the others. */
export interface MixPart {
  command: CommandId;
  weight: number;
  /** Of the command "custom", which alone has one. */
  line?: string | undefined;
}

type MixFields = Partial<Pick<Workload, 'commands' | 'ratio' | 'customCommand' | 'customCommands'>>;
/** The same with those that say nothing. */
type AllMixFields = { [Field in keyof MixFields]-?: MixFields[Field] | undefined };

export const mixOf = ({ commands: ids = ['set'], ratio, ...lines }: MixFields): MixPart[] =>
  ids.map((command, index) => ({
    command,
    weight: ratio?.[index] ?? 1,
    ...(command === 'custom' ? { line: lineAt({ commands: ids, ...lines }, index) ?? '' } : {}),
  }));

/** The fields that say it. */
export function mixFields(mix: readonly MixPart[]): AllMixFields {
  const lines = mix.flatMap(({ command, line = '' }) => (command === 'custom' ? [line] : []));
  return {
    commands: mix.map(({ command }) => command),
    ratio: mix.length > 1 ? mix.map(({ weight }) => weight) : undefined,
    customCommand: lines.length === 1 ? lines[0] : undefined,
    customCommands: lines.length > 1 ? lines : undefined,
  };
}

/** What is wrong, by field name as the server writes it. */
export function mixProblems(mix: readonly MixPart[], text: Messages['mix']): [string, string][] {
  const { min, max } = workloadSettings.ratio.list.whole;
  const misfit =
    mix.length > 1 && mix.some(({ weight }) => !(Number.isInteger(weight) && weight >= min && weight <= max));
  const lacks = mix.some(({ command, line = '' }) => command === 'custom' && line.trim() === '');
  return [
    ...(misfit ? [['workload.ratio', text.weightOutOfRange(min, max)] as [string, string]] : []),
    ...(lacks ? [['workload.customCommand', text.customMissing] as [string, string]] : []),
  ];
}

/** A command that is not in the mix yet. */
export const nextCommand = (mix: readonly MixPart[]): CommandId =>
  commandIds.find((id) => id !== 'custom' && id !== 'ping' && !mix.some(({ command }) => command === id)) ??
  'set';

/** The commands in the order of their table, "custom" last. */
export const commandChoices = (text: Messages['mix']): { id: CommandId; name: string }[] =>
  commandIds.map((id) => ({ id, name: id === 'custom' ? text.custom : commands[id].name }));

/** The preset that a workload is just as; `null`: none. */
export function presetOf(workload: Partial<Workload>): PresetId | null {
  const same = workloadPresets.find((preset) => {
    const wanted: Record<string, unknown> = {
      ratio: undefined,
      customCommand: undefined,
      customCommands: undefined,
      ...preset.workload,
    };
    const given: Record<string, unknown> = workload;
    return Object.entries(wanted).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(given[name]),
    );
  });
  return same?.id ?? null;
}
