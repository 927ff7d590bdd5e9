import { commandIds, commands, type CommandId } from '../../../shared/contract/commands.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { workloadPresets, type PresetId } from '../../../shared/plan/workload-presets.ts';
import type { Messages } from '../messages/en.ts';

/** A command of the mix, and how often it comes beside the others. */
export interface MixPart {
  command: CommandId;
  weight: number;
}

type MixFields = Partial<Pick<Workload, 'commands' | 'ratio' | 'customCommand'>>;

export const mixOf = ({ commands: ids = ['set'], ratio }: MixFields): MixPart[] =>
  ids.map((command, index) => ({ command, weight: ratio?.[index] ?? 1 }));

/** The fields that say it; `customCommand` is the line of the command "custom", which alone has one. */
export const mixFields = (mix: readonly MixPart[], customCommand = ''): MixFields => ({
  commands: mix.map(({ command }) => command),
  ...(mix.length > 1 ? { ratio: mix.map(({ weight }) => weight) } : {}),
  ...(mix.some(({ command }) => command === 'custom') ? { customCommand } : {}),
});

/** What is wrong, by field name as the server writes it. */
export function mixProblems(
  mix: readonly MixPart[],
  customCommand: string | undefined,
  text: Messages['mix'],
): [string, string][] {
  const { min, max } = workloadSettings.ratio.list.whole;
  const misfit =
    mix.length > 1 && mix.some(({ weight }) => !(Number.isInteger(weight) && weight >= min && weight <= max));
  const custom = mix.some(({ command }) => command === 'custom');
  return [
    ...(misfit ? [['workload.ratio', text.weightOutOfRange(min, max)] as [string, string]] : []),
    ...(custom && (customCommand ?? '').trim() === ''
      ? [['workload.customCommand', text.customMissing] as [string, string]]
      : []),
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
      ...preset.workload,
    };
    const given: Record<string, unknown> = workload;
    return Object.entries(wanted).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(given[name]),
    );
  });
  return same?.id ?? null;
}
