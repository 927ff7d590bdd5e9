import { formatCount, formatExactBytes, formatRate } from './format.ts';
import type { Result } from '../contract/result.ts';
import { planDefaults } from '../plan/defaults.ts';
import type { Workload } from '../contract/workload.ts';
import { isProgram } from '../plan/program-lane.ts';
import { tunedPlan } from '../plan/tuned-plan.ts';
import { leftOut } from '../plan/left-out.ts';
import { lineAt, ownLines, splitWords } from '../commands/custom-words.ts';
import { describeMix } from './settings.ts';

/** What is told of a workload, in this order; each language has words of its own for it. */
export interface WorkloadFacts {
  /** `SET`, or the line of one's own. */
  commands: string[];
  /** How often each of them comes; `null`: there is one. */
  ratio: readonly number[] | null;
  clients: number;
  threads: number;
  /** `100 B`, `10 B–2.0 KiB`; `null`: a line of one's own sends no payload. */
  size: string | null;
  /** Commands per second that are asked for; `null`: as many as there can be. */
  rps: number | null;
}

type Told =
  | 'commands'
  | 'ratio'
  | 'customCommand'
  | 'customCommands'
  | 'clients'
  | 'threads'
  | 'dataSize'
  | 'dataSizeRange'
  | 'rps';
type ToldWorkload = { [Field in Told]?: Workload[Field] | undefined };

/** Where a plan says nothing, what it is by default. */
export function workloadFacts(
  workload: ToldWorkload,
  bytes = formatExactBytes,
  ownCommand = 'own command',
): WorkloadFacts {
  const usual = planDefaults.workload;
  const { commands = usual.commands, ratio, dataSize = usual.dataSize, dataSizeRange } = workload;
  const own = ownLines(workload);
  return {
    commands: commands.map((id, place) => {
      const line = id === 'custom' ? (lineAt({ ...workload, commands }, place) ?? id) : id.toUpperCase();
      if (line === leftOut) return ownCommand;
      return commands.length > mostWholeLines ? (splitWords(line)[0] ?? line) : shortLine(line);
    }),
    ratio: ratio && commands.length > 1 ? ratio : null,
    clients: workload.clients ?? usual.clients,
    threads: workload.threads ?? usual.threads,
    size: commands.some(
      (id) => id !== 'custom' || own.length === 0 || own.some((line) => line.includes('__data__')),
    )
      ? (dataSizeRange ?? [dataSize]).map((size) => bytes(size)).join('–')
      : null,
    rps: workload.rps ?? null,
  };
}

/** A mix with more commands shows the names of its lines alone. */
const mostWholeLines = 4;

/** A line of one's own in a headline, where a script would fill the page. */
const shortLine = (line: string): string => {
  const onOneLine = line.replaceAll(/\s+/g, ' ');
  return onOneLine.length > longestShown ? `${onOneLine.slice(0, longestShown)}…` : onOneLine;
};
const longestShown = 120;

/** What is sent, in the words of redis-benchmark: `SET`, `SET:GET 1:10`, or the line of one's own. */
export function workloadName(
  workload: Pick<Workload, 'commands' | 'ratio' | 'customCommand' | 'customCommands'>,
): string {
  const { commands, ratio } = workloadFacts(workload);
  return describeMix(commands, ratio, ':');
}

/**
 * What a run sent: `SET · 100 B · 10 connections · batch size 16`, and where that was changed while it ran,
 * `batch size 16 → 64`.
 */
export function workloadInWords({ plan, tunings }: Pick<Result, 'plan' | 'tunings'>): string {
  const { workload } = plan;
  const atEnd = tunedPlan(plan, tunings).workload;
  const units = unitsName(plan);
  if (units !== null) return sentBy(units, null, workload, atEnd, []);
  return inWords(workload, atEnd, [`batch size ${changed(workload.pipeline, atEnd.pipeline)}`]);
}

/** What all lanes carry out in place of commands: the name of written units, or the files of programs; `null`: not so. */
export function unitsName({ written, lanes }: Pick<Result['plan'], 'written' | 'lanes'>): string | null {
  if (written) return written.name;
  const files = lanes.flatMap((lane) => (isProgram(lane) ? (lane.file ?? []) : []));
  return files.length > 0 && files.length === lanes.length ? files.join(', ') : null;
}

/** The same of a workload whose batch size is what is asked. */
export const unbatchedInWords = (workload: Workload): string => inWords(workload, workload, []);

function inWords(workload: Workload, atEnd: Workload, batch: readonly string[]): string {
  const [was, is] = [workloadFacts(workload).size, workloadFacts(atEnd).size];
  const size = was === null || is === null ? null : changed(was, is);
  return sentBy(workloadName(workload), size, workload, atEnd, batch);
}

function sentBy(
  what: string,
  size: string | null,
  workload: Workload,
  atEnd: Workload,
  batch: readonly string[],
): string {
  const [was, is] = [workloadFacts(workload), workloadFacts(atEnd)];
  const before = was.clients === is.clients ? '' : `${formatCount(was.clients)} → `;
  return [
    what,
    ...(size === null ? [] : [size]),
    before + counted(is.clients, 'connection'),
    ...(is.threads > 1 ? [counted(is.threads, 'thread')] : []),
    ...(atEnd.callers === undefined ? batch : [counted(atEnd.callers, 'caller')]),
    ...gathering(atEnd),
    ...(atEnd.writesPerSecond ? [`${formatCount(atEnd.writesPerSecond)} writes/s beside`] : []),
    ...(atEnd.readFrom === 'replica' ? ['reads from replicas'] : []),
    ...(was.rps === null || is.rps === null
      ? []
      : [`${changed(formatRate(was.rps), formatRate(is.rps))}/s asked for`]),
  ].join(' · ');
}

/** What `gather` waits for, where it was said. */
function gathering({ gatherMs, maxBatch, maxBatchBytes }: Workload): string[] {
  const parts = [
    ...(gatherMs === undefined ? [] : [`for ${gatherMs} ms`]),
    ...(maxBatch === undefined ? [] : [`at most ${counted(maxBatch, 'command')}`]),
    ...(maxBatchBytes === undefined ? [] : [`at most ${formatCount(maxBatchBytes)} B`]),
  ];
  return parts.length === 0 ? [] : [`gathered ${parts.join(', ')}`];
}

/** `16`, or `16 → 64`. */
const changed = <T extends string | number>(was: T, is: T): string =>
  was === is ? String(was) : `${was} → ${is}`;

/** `1 slice`, `2 slices`. */
export const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
