import { commandIds, commands, type CommandId } from '../../../shared/commands/workload.ts';
import { usualLine } from '../../../shared/commands/usual-lines.ts';
import { usesMembers } from '../../../shared/plan/fillings.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { newFileName } from './new-file.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { lineFields, ownMixIn } from './own-mix.ts';
import { put } from './plan-input.ts';
import { readCounts, type Counted, type ServerCounts } from './server-counts.ts';

/** Commands with their weights, as a plan has them. */
interface Mix {
  workload: {
    commands: CommandId[];
    /** Absent for one command. */
    ratio?: number[];
    /** Members of keys that lines of one's own read. */
    members?: number;
    customCommand?: string | undefined;
    customCommands?: string[];
  };
  /** Notes on what is left out, made up or doubtful, a sentence each. */
  notes: string[];
}

const most = workloadSettings.commands.most;
const heaviest = workloadSettings.ratio.list.whole.max;
/** Members of a key that a line of a mix reads. */
const usualMembers = 10;
/** The share of calls from which on scripts may have made the others. */
const fewScripts = 0.03;

/**
 * Puts the mix of `--mix`, or of several `--command`, into the plan's workload. Returns what a reader has to know of it,
 * a sentence each. Throws UsageError.
 */
export function putMix(values: OptionValues, planInput: Record<string, unknown>): string[] {
  const workload = (planInput['workload'] ?? {}) as Record<string, unknown>;
  const own = ownMixIn(values, workload);
  const mix = mixIn(values);
  if (own) delete workload['customCommand'];
  for (const [field, value] of Object.entries(own ?? mix?.workload ?? {}))
    if (field !== 'members' || !values.has('members')) put(planInput, ['workload', field], value);
  return mix?.notes ?? [];
}

/** The mix of `--mix`; `null`: it is not given. Throws UsageError. */
function mixIn(values: OptionValues): Mix | null {
  const file = lastOf(values, 'mix');
  if (file === null) return null;
  const other = ['tests', 'ratio', 'command', 'weight'].find((option) => values.has(option));
  if (other !== undefined)
    throw new UsageError(`--mix says what is sent, and so does --${other}: give one of them`);
  try {
    return mixOfCounts(readCounts(file), file, values.has('yes'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--mix ${file}: ${messageOf(error)}`);
  }
}

interface Taken extends Counted {
  id: CommandId;
  /** The line of the command "custom". */
  line: string | null;
}

/** A command of ours, or a line that sends it; `null`: it cannot be sent. */
function taken({ name, calls }: Counted): Taken | null {
  const id = commandIds.find((one) => one !== 'custom' && commands[one].name.toLowerCase() === name);
  if (id) return { id, name, calls, line: null };
  const line = usualLine(name);
  return line === null ? null : { id: 'custom', name, calls, line };
}

/** Counts as a mix: the most frequent commands, with weights in proportion. Throws UsageError. */
export function mixOfCounts(counts: ServerCounts, file: string, mayBeOfScripts = false): Mix {
  const sorted = counts.counted.filter(({ calls }) => calls > 0).toSorted((a, b) => b.calls - a.calls);
  if (sorted.length === 0)
    throw new UsageError(
      `--mix ${file} holds no command of INFO commandstats, nor of MONITOR: redis-cli INFO commandstats > ${newFileName('commandstats.txt')} writes the first`,
    );
  const sent = sorted.flatMap((one) => taken(one) ?? []).slice(0, most);
  const [first] = sent;
  if (!first)
    throw new UsageError(
      `--mix ${file}: none of its commands can be sent (${sorted.slice(0, 5).map(shown).join(', ')}); --command takes a line of your own, and --script a script`,
    );
  const all = sumOf(sorted);
  const left = sorted.filter(({ name }) => !sent.some((one) => one.name === name));
  const lines = sent.flatMap(({ line }) => line ?? []);
  const madeUp = sent.filter(({ line }) => line !== null && !line.endsWith(' __key__'));
  const mixed = { commands: sent.map(({ id }) => id), ...(lines.length > 0 ? lineFields(lines) : {}) };
  return {
    workload: {
      ...mixed,
      ...(sent.length > 1
        ? { ratio: sent.map(({ calls }) => Math.max(1, Math.round((calls / first.calls) * heaviest))) }
        : {}),
      ...(lines.length > 0 && usesMembers(mixed) ? { members: usualMembers } : {}),
    },
    notes: [
      ...scriptNotes(counts, { sorted, all, file, mayBeOfScripts }),
      ...(counts.lists > 1 ? [`--mix adds up ${counts.lists} lists of commandstats.`] : []),
      ...(left.length > 0
        ? [
            `--mix leaves out ${percent(sumOf(left) / all)} of the calls: ${listed(left, (one) => `${shown(one)} (${percent(one.calls / all)})`)}.`,
          ]
        : []),
      ...(left.some(({ name }) => name === 'exec')
        ? ['--mix sends commands of transactions without MULTI and EXEC; --strategy multi has both.']
        : []),
      ...(madeUp.length > 0
        ? [
            `--mix knows names alone: words of ${listed(madeUp, ({ name }) => name)} are usual ones, which --dry-run shows.`,
          ]
        : []),
    ],
  };
}

interface Weighed {
  sorted: readonly Counted[];
  all: number;
  file: string;
  mayBeOfScripts: boolean;
}

/** Throws UsageError where scripts may have called much of what is counted. */
function scriptNotes({ from, ofScripts }: ServerCounts, weighed: Weighed): string[] {
  const { sorted, all, file, mayBeOfScripts } = weighed;
  if (from === 'monitor')
    return ofScripts > 0
      ? [
          `--mix leaves out ${ofScripts} ${ofScripts === 1 ? 'command' : 'commands'} that scripts called on the server.`,
        ]
      : [];
  const scripts = sorted.filter(({ name }) => /^(?:eval(?:sha)?|fcall)(?:_ro)?$/.test(name));
  if (scripts.length === 0) return [];
  const share = sumOf(scripts) / all;
  const found = `${percent(share)} of the calls are ${listed(scripts, ({ name }) => name)}, and commandstats counts what scripts call as well, so other counts may be theirs`;
  if (share > fewScripts && !mayBeOfScripts)
    throw new UsageError(
      `--mix ${file}: ${found}. redis-cli MONITOR > ${newFileName('monitor.log')} tells them apart for --mix; --yes takes these counts as they are`,
    );
  return [`--mix: ${found}.`];
}

const sumOf = (counted: readonly Counted[]) => counted.reduce((sum, { calls }) => sum + calls, 0);

const percent = (share: number) =>
  share < 0.0001 ? 'under 0.01 %' : `${Number((100 * share).toPrecision(2))} %`;

/** A log does not repeat names that are none of Redis. */
const shown = ({ name }: Counted) => (name === 'another' ? 'others, not named' : name);

const mostListed = 8;

const listed = <One>(ones: readonly One[], text: (one: One) => string): string =>
  `${ones.slice(0, mostListed).map(text).join(', ')}${ones.length > mostListed ? ' and others' : ''}`;
