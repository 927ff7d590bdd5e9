import { networkManual } from '../../../shared/settings/network.ts';
import { readValue } from '../../../shared/settings/notation.ts';
import { choicesOf, optionOf } from '../../../shared/settings/options.ts';
import { bystanderManual, moveSlotsManual, planManual } from '../../../shared/settings/plan.ts';
import { scheduleManual } from '../../../shared/settings/schedule.ts';
import { serverManual } from '../../../shared/settings/server.ts';
import type { OptionGroup, SettingText } from '../../../shared/settings/setting.ts';
import { mostAutoWarmupMs, workloadManual } from '../../../shared/settings/workload.ts';
import type { BenchOption } from '../../terminal/options/option.ts';
import { reading } from '../../terminal/options/values.ts';

const manuals = {
  workload: workloadManual(),
  schedule: scheduleManual(),
  network: networkManual(),
  server: serverManual(),
  bystander: bystanderManual(),
  moveSlots: moveSlotsManual(),
  plan: planManual(),
};

/** The options of the settings that stand under a heading, in the order of their manuals. */
export const settingOptions = (
  group: OptionGroup,
  ...parts: readonly (keyof typeof manuals)[]
): BenchOption[] =>
  parts.flatMap((part) =>
    Object.entries<SettingText>(manuals[part])
      .filter(([, text]) => text.group === group)
      .flatMap(([field, text]) => optionFor(part === 'plan' ? [field] : [part, field], group, text)),
  );

function optionFor(
  path: readonly string[],
  group: OptionGroup,
  { help, argument }: SettingText,
): BenchOption[] {
  const option = optionOf(path.join('.'));
  if (!option || help === undefined) return [];
  const { name, short } = option;
  const choices = choicesOf(option);
  const read = (word: string) => readValue(option, word);
  const makesServers = path[0] === 'server';
  return [
    {
      name,
      ...(short === undefined ? {} : { short }),
      ...(option.bare ? {} : { argument: argument ?? choices?.join('|') ?? 'n' }),
      ...(choices && !option.bare ? { choices, severalChoices: makesServers || name === 'tests' } : {}),
      group,
      help,
      ...(makesServers ? { makesServers } : {}),
      ...(makesServers || name === 'tests' || name === 'rtt' ? { takesList: true } : {}),
      ...(name === 'command' ? { repeatable: true } : {}),
      plan: { path, read: name === 'warmup' ? reading(readWarmup(read)) : reading(read) },
    },
  ];
}

/** `auto`: until throughput is level, which `parseBenchCall` says in the plan. */
const readWarmup = (read: (text: string) => unknown) => (text: string) =>
  text === 'auto' ? mostAutoWarmupMs : read(text);

/** Several values of these, with commas, are several private servers, each with the same lanes. */
export const serverOptions = settingOptions('The private server', 'server');
