import { commands } from '../../../shared/commands/workload.ts';
import { defined } from '../../../shared/contract/defined.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import {
  commandIn,
  isDoubt,
  type ForeignConditions,
  type ForeignRow,
  type ReadForeign,
} from '../../../shared/foreign/reading.ts';
import { depthOf } from '../../../shared/plan/command-lines/lane-for-tools.ts';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import type { Block, Check } from '../../../shared/report/block.ts';
import type { ReportedDocument } from '../../../shared/report/document.ts';
import { nameOfRow } from '../../../shared/report/foreign-table.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { foreign } from '../../../shared/words/en/foreign.ts';
import { english } from '../../../shared/words/en/index.ts';
import { settings } from '../../../shared/words/en/settings.ts';
import { formatRate, formatRatio } from '../../../shared/words/format.ts';
import { settingLabel, settingValue } from '../../../shared/words/settings.ts';
import { say } from '../../../shared/words/words.ts';
import { UsageError } from '../exit-codes.ts';
import { percent } from './baseline.ts';

type Row = Pick<ForeignRow, 'name' | 'command' | 'run' | 'perSecond' | 'spread' | 'conditions'>;

/** One side of a comparison: a rate for each command. */
export interface Side {
  file: string;
  rows: readonly Row[];
  /** Sentences about its figures as a whole. */
  about: readonly string[];
  /** Reasons not to judge by it: it was interrupted, or met errors. */
  doubts: readonly string[];
}

export function sideOf(file: string, { rows, remarks }: ReadForeign): Side {
  const sentences = (wanted: boolean) =>
    remarks.filter((remark) => isDoubt(remark) === wanted).map((remark) => say(remark, foreign.remark));
  const averages = sentences(false);
  return {
    ...{ file, about: averages.length > 0 ? averages : [foreign.oneRun], doubts: sentences(true) },
    rows: rows.map(({ name, command, run, perSecond, spread, conditions }) => ({
      ...{ name, command, run, perSecond, spread, conditions },
    })),
  };
}

/** Each lane with the command that it sends; a mix has none. */
export function sideOfOurs(file: string, { lanes, plan, tunings }: Result): Side {
  const tuned = tunedPlan(plan, tunings);
  return {
    ...{ file, about: [], doubts: [] },
    rows: lanes.map((lane) => {
      const planned = tuned.lanes.find(({ id }) => id === lane.id);
      const isOfUnits = plan.written !== undefined || planned?.strategy === programStrategy;
      return {
        ...{ name: lane.id, run: null, perSecond: rateOf(lane) ?? null, spread: null },
        command: planned && !isOfUnits ? onlyCommand(planned.workload) : null,
        conditions: planned && !isOfUnits ? conditionsOf(planned.strategy, planned.workload) : {},
      };
    }),
  };
}

function onlyCommand({ commands: sent, customCommand, customCommands }: Workload): string | null {
  const [only, ...others] = sent;
  if (only === undefined || others.length > 0) return null;
  return only === 'custom'
    ? commandIn(customCommand ?? customCommands?.[0] ?? '')
    : commands[only].name.toLowerCase();
}

const conditionsOf = (strategy: string, workload: Workload): ForeignConditions => {
  const { clients, dataSize, dataSizeRange, keepalive } = workload;
  return defined({
    ...{ clients, keepalive },
    dataSize: dataSizeRange ? undefined : dataSize,
    pipeline: depthOf(strategy, workload) ?? undefined,
  });
};

/** Settings that both wrote and that differ: "Payload 3 B → 32 KiB". */
function differencesOf({ was, is }: Pick<Pair, 'was' | 'is'>): string[] {
  const names: readonly (keyof ForeignConditions)[] = ['clients', 'dataSize', 'pipeline', 'keepalive'];
  const reader = { words: english, settings };
  return names.flatMap((name) => {
    const values = [was.conditions[name], is.conditions[name]];
    if (values.includes(undefined) || values[0] === values[1]) return [];
    const path = `workload.${name}`;
    const said = values.map((value) => settingValue(path, value, reader));
    return [`${settingLabel(path, reader)} ${said.join(' → ')}`];
  });
}

/** Two rows that send the same command. */
interface Pair {
  was: Row;
  is: Row;
  /** `null`: one of them has no rate, or the earlier one is 0. */
  ratio: number | null;
  differences: readonly string[];
}

/**
 * Holds later files against the first, command by command. `bound`: the share by which a command may be slower; `null`:
 * any. Throws UsageError for files without a command in common.
 */
export function foreignComparison(
  was: Side,
  later: readonly Side[],
  bound: number | null,
): Extract<ReportedDocument, { kind: 'blocks' }> {
  const compared = later.map((is) => ({ is, pairs: pairsOf(was, is) }));
  const checks = compared.flatMap(({ is, pairs }) => {
    const found = bound === null ? [] : checksOf(was, is, pairs, bound);
    return later.length === 1
      ? found
      : found.map((check) => ({ ...check, name: `${is.file}: ${check.name}` }));
  });
  return {
    kind: 'blocks',
    report: {
      ...{ kind: 'foreign', lanes: [], startedAt: '', tookMs: 0, keys: [['was', was.file]] },
      title: `${later.map(({ file }) => file).join(', ')} against ${was.file}`,
      blocks: [
        { type: 'checks', checks, on: ['markdown'] },
        ...compared.flatMap(({ is, pairs }): Block[] => [
          {
            type: 'line',
            text: [`${is.file} against ${was.file}, commands/s.`, ...aboutBoth(was, is)].join(' '),
          },
          { type: 'doubts', doubts: doubtsOf(was, is) },
          tableOf(was, is, pairs),
        ]),
      ],
    },
    result: {
      ...{ kind: 'foreign-comparison', schema: 1, was: was.file },
      comparisons: compared.map(({ is, pairs }) => ({ is: is.file, rows: pairs, doubts: doubtsOf(was, is) })),
      checks,
    },
    checks,
  };
}

/** The same sentence of both is said once. */
function aboutBoth(was: Side, is: Side): string[] {
  const [first, second] = [was.about.join(' '), is.about.join(' ')];
  return first === second || first === '' || second === ''
    ? [first || second]
    : [`${was.file}: ${first}`, `${is.file}: ${second}`];
}

const doubtsOf = (...sides: readonly Side[]): string[] =>
  sides.flatMap(({ file, doubts }) => doubts.map((doubt) => `${file}: ${doubt}`));

function pairsOf(was: Side, is: Side): Pair[] {
  const pairs = is.rows.flatMap((one) =>
    was.rows
      .filter(({ name, command }) => name === one.name || (command !== null && command === one.command))
      .filter(({ run }) => run === null || one.run === null || run === one.run)
      .map((other) => ({
        ...{ was: other, is: one, ratio: ratioOf(other, one) },
        differences: differencesOf({ was: other, is: one }),
      })),
  );
  if (pairs.length > 0) return pairs;
  const names = [was, is].map(({ rows }) => rows.map(({ name }) => name).join(', ') || 'no figures');
  throw new UsageError(
    [`${was.file} and ${is.file} have no command in common: ${names.join('; ')}`, ...doubtsOf(was, is)].join(
      '\n',
    ),
  );
}

const ratioOf = ({ perSecond: was }: Row, { perSecond: is }: Row): number | null =>
  was === null || is === null || was === 0 ? null : is / was;

const spreadOf = ({ spread }: Row): string =>
  spread === null ? '' : `, worst and best run ${spread.map((end) => formatRate(end)).join(' – ')}`;

function tableOf(was: Side, is: Side, pairs: readonly Pair[]): Block {
  const areAlike = pairs.every(({ differences }) => differences.length === 0);
  return {
    ...{ type: 'table', title: '' },
    columns: [
      { label: was.file, unit: 'text' },
      { label: is.file, unit: 'text' },
      { label: 'was', unit: 'commands/s', origin: 'measured' },
      { label: 'is', unit: 'commands/s', origin: 'measured' },
      { label: 'is / was', unit: 'ratio', origin: 'measured', isMain: true },
      ...(areAlike ? [] : [{ label: 'not the same', unit: 'text', isProse: true } as const]),
    ],
    rows: pairs.map((pair) => [
      { text: nameOfRow(pair.was, foreign) },
      { text: nameOfRow(pair.is, foreign) },
      pair.was.perSecond,
      pair.is.perSecond,
      pair.ratio,
      ...(areAlike ? [] : [pair.differences.join(', ')]),
    ]),
  };
}

/** A command of the first file that a later one lacks fails: a gate that has seen nothing is not open. */
function checksOf(was: Side, is: Side, pairs: readonly Pair[], bound: number): Check[] {
  const nameOf = (name: string) => `${name}: throughput at most ${percent(bound)} below ${was.file}`;
  const missing = was.rows.filter((row) => row.command !== null && !pairs.some((pair) => pair.was === row));
  const doubts = doubtsOf(was, is);
  return [
    ...pairs.map((pair) => {
      const names = new Set([pair.was, pair.is].map((row) => nameOfRow(row, foreign)));
      return { name: nameOf([...names].join(', ')), ...judge(pair, bound, doubts) };
    }),
    ...missing.map((row) => ({
      name: nameOf(nameOfRow(row, foreign)),
      passed: false,
      message: `cannot be judged: ${is.file} has no ${nameOfRow(row, foreign)}`,
    })),
  ];
}

/** The quotient as it is: chance may have made it. */
function judge(pair: Pair, bound: number, doubts: readonly string[]): Omit<Check, 'name'> {
  const { ratio, was, is, differences } = pair;
  if (ratio === null) return { passed: false, message: `cannot be judged: ${unjudgeable(was)}` };
  const runs =
    was.spread || is.spread ? `averages of several runs${spreadOf(was)}${spreadOf(is)}` : 'one run each';
  const found = [`${formatRatio(ratio)}, no interval: ${runs}`, ...differences].join('; ');
  if (ratio < 1 - bound) return { passed: false, message: `${found}: worse by ${percent(1 - ratio)}` };
  return doubts.length > 0
    ? { passed: false, message: `cannot be judged: ${found}. ${doubts.join(' ')}` }
    : { passed: true, message: found };
}

function unjudgeable({ perSecond }: Row): string {
  if (perSecond === 0) return 'the rate in the earlier file is 0';
  return `the ${perSecond === null ? 'earlier' : 'later'} file has no rate`;
}
