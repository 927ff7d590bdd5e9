import { commandIds, commands, type CommandId } from '../../../shared/commands/workload.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { isMonitorFile, readMonitorFile } from '../../profile/monitor-file.ts';
import { newFileName } from './new-file.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';
import { lastOf, refuseBoth } from '../../terminal/options/option-words.ts';
import { put } from './plan-input.ts';

/** Commands with their weights, as a plan has them. */
interface Mix {
  commands: CommandId[];
  /** Absent for one command. */
  ratio?: number[];
  /** What is no command of ours, or too rare, in a sentence; `null`: nothing. */
  leftOut: string | null;
}

const most = workloadSettings.commands.most;
const { min: lightest, max: heaviest } = workloadSettings.ratio.list.whole;

/**
 * Puts the mix of `--mix`, or of several `--command`, into the plan's workload. Returns what is left out of it, a
 * sentence; `null`: nothing. Throws UsageError.
 */
export function putMix(values: OptionValues, planInput: Record<string, unknown>): string | null {
  const own = ownMixIn(values);
  const mix = mixIn(values);
  const workload = (planInput['workload'] ?? {}) as Record<string, unknown>;
  if (own) delete workload['customCommand'];
  for (const [field, value] of Object.entries(own ?? mix ?? {}))
    if (field !== 'leftOut') put(planInput, ['workload', field], value);
  return mix?.leftOut ?? null;
}

/** Several lines of one's own with their weights; `null`: there are none. Throws UsageError. */
function ownMixIn(values: OptionValues): Record<string, unknown> | null {
  const lines = values.get('command') ?? [];
  const weights = values.get('weight') ?? [];
  if (lines.length === 0 && weights.length > 0)
    throw new UsageError('--weight says how often a --command is sent: give the --command before it');
  if (lines.length > most)
    throw new UsageError(`--command: a mix has at most ${most} commands, not ${lines.length}`);
  refuseBoth(values, 'ratio', 'weight', 'how commands are mixed');
  refuseBoth(values, 'tests', 'weight', 'what is mixed');
  const ratio = weights.map((text) => {
    const weight = /^\d+$/.test(text) ? Number(text) : NaN;
    if (weight >= lightest && weight <= heaviest) return weight;
    throw new UsageError(`--weight: must be a whole number from ${lightest} to ${heaviest}, not "${text}"`);
  });
  if (weights.length > 0 && weights.length !== lines.length)
    throw new UsageError(
      `each --command of a mix has one --weight: there are ${lines.length} and ${weights.length}`,
    );
  if (lines.length < 2) return null;
  // Their places in a mix with others are those of "custom" there.
  if (values.has('tests')) return { customCommands: [...lines] };
  if (weights.length === 0 && !values.has('ratio'))
    throw new UsageError(
      `--command is given ${lines.length} times: say with a --weight behind each how they are mixed, or measure one after the other`,
    );
  return {
    commands: lines.map(() => 'custom'),
    ...(weights.length > 0 ? { ratio } : {}),
    customCommands: [...lines],
  };
}

/** The mix of `--mix`; `null`: it is not given. Throws UsageError. */
function mixIn(values: OptionValues): Mix | null {
  const file = lastOf(values, 'mix');
  if (file === null) return null;
  const other = ['tests', 'ratio', 'command', 'weight'].find((option) => values.has(option));
  if (other !== undefined)
    throw new UsageError(`--mix says what is sent, and so does --${other}: give one of them`);
  try {
    if (file !== '-' && isMonitorFile(file)) {
      const { byCommand } = readMonitorFile(file);
      return mixOfCounts(
        byCommand.map(({ command, count }) => ({ name: command, calls: count })),
        file,
      );
    }
    return mixOfCounts(countsIn(readTextFile(file === '-' ? 0 : file)), file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--mix ${file}: ${messageOf(error)}`);
  }
}

/** A command, and how often a server has seen it. */
interface Counted {
  name: string;
  calls: number;
}

/** What INFO commandstats counts. */
export const countsIn = (text: string): Counted[] =>
  [...text.matchAll(/^cmdstat_([^:\r\n]+):calls=(\d+)/gm)].map(([, name = '', calls = '']) => ({
    name: name.toLowerCase(),
    calls: Number(calls),
  }));

/** Counts as a mix: the most frequent commands, with weights in proportion. Throws UsageError. */
export function mixOfCounts(counted: readonly Counted[], file: string): Mix {
  if (counted.length === 0)
    throw new UsageError(
      `--mix ${file} holds no line of INFO commandstats, nor of MONITOR: redis-cli INFO commandstats > ${newFileName('commandstats.txt')} writes the first`,
    );
  const idOf = (name: string) =>
    commandIds.find((id) => id !== 'custom' && commands[id].name.toLowerCase() === name);
  const sorted = counted.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls);
  const taken = sorted
    .flatMap(({ name, calls }) => {
      const id = idOf(name);
      return id ? [{ id, name, calls }] : [];
    })
    .slice(0, most);
  const [first] = taken;
  if (!first)
    throw new UsageError(
      `--mix ${file}: none of its commands can be sent (${sorted
        .slice(0, 5)
        .map(({ name }) => name)
        .join(', ')}); --command takes a line of your own`,
    );
  const others = sorted.filter(({ name }) => !taken.some((one) => one.name === name));
  const all = sorted.reduce((sum, { calls }) => sum + calls, 0);
  const left = others.reduce((sum, { calls }) => sum + calls, 0);
  return {
    commands: taken.map(({ id }) => id),
    ...(taken.length > 1
      ? { ratio: taken.map(({ calls }) => Math.max(1, Math.round((calls / first.calls) * heaviest))) }
      : {}),
    leftOut:
      others.length === 0
        ? null
        : `--mix leaves out ${Number(((100 * left) / all).toPrecision(2))} % of the calls: ${others
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}${others.length > 5 ? ' and others' : ''}.`,
  };
}
