import { workloadSettings } from '../../../shared/settings/workload.ts';
import { refuseBoth, type OptionValues } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';

const most = workloadSettings.commands.most;
const { min: lightest, max: heaviest } = workloadSettings.ratio.list.whole;

/** Fields of a plan for lines of one's own. */
export const lineFields = (lines: readonly string[]) =>
  lines.length === 1 ? { customCommand: lines[0] } : { customCommands: [...lines] };

/** Fields of a workload that options have said so far. */
interface Said {
  commands?: readonly string[];
  ratio?: readonly number[];
}

/**
 * Commands of `-t` and lines of `--command` as one mix, with a weight for each; `null`: there is one command at most.
 * Lines follow the commands of `-t`, unless "custom" says where they stand there. Throws UsageError.
 */
export function ownMixIn(values: OptionValues, said: Said): Record<string, unknown> | null {
  const lines = values.get('command') ?? [];
  const weights = weightsIn(values);
  if (lines.length === 0) {
    if (weights.length > 0)
      throw new UsageError('--weight says how often a --command is sent: give the --command before it');
    return null;
  }
  refuseBoth(values, 'ratio', 'weight', 'how commands are mixed');
  const named = values.has('tests') ? (said.commands ?? []) : [];
  const places = named.filter((id) => id === 'custom').length;
  // One line may stand at several places, each with a weight.
  if (places > 0 && lines.length > 1 && places !== lines.length)
    throw new UsageError(
      `-t has ${places} × "custom" and there are ${lines.length} × --command: give one for each, or leave "custom" out of -t`,
    );
  const commands = places > 0 ? named : [...named, ...lines.map(() => 'custom')];
  const count = commands.length;
  if (count > most) throw new UsageError(`--command: a mix has at most ${most} commands, not ${count}`);
  const ratio = weights.length > 0 ? weights : values.has('ratio') ? (said.ratio ?? []) : null;
  if (count === 1) {
    if (weights.length > 1) throw unlike(commands, weights);
    return null;
  }
  if (!ratio)
    throw new UsageError(
      named.length === 0
        ? `--command is given ${count} times: say with a --weight behind each how they are mixed, or measure one after the other`
        : `${shownList(commands)} are ${count} commands: say with --ratio ${commands.map(() => 1).join(':')} how they are mixed, in this order, or with ${count} × --weight`,
    );
  if (ratio.length !== count) throw unlike(commands, ratio);
  return { commands, ratio, ...lineFields(lines) };
}

function unlike(commands: readonly string[], weights: readonly number[]): UsageError {
  return new UsageError(
    `each command of a mix has one weight: ${shownList(commands)} are ${commands.length} and there are ${weights.length} weights (${weights.join(':')})`,
  );
}

/** The commands in the order of their weights. */
const shownList = (commands: readonly string[]): string =>
  commands.map((id) => (id === 'custom' ? '--command' : id)).join(', ');

function weightsIn(values: OptionValues): number[] {
  return (values.get('weight') ?? []).map((text) => {
    const weight = /^\d+$/.test(text) ? Number(text) : NaN;
    if (weight >= lightest && weight <= heaviest) return weight;
    throw new UsageError(`--weight: must be a whole number from ${lightest} to ${heaviest}, not "${text}"`);
  });
}
