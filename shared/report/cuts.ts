import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import type { Block, Cell, TableBlock } from './block.ts';
import type { TableLanguage } from './language.ts';
import { largest, smallest } from '../statistics/extremes.ts';

type CutLane = Pick<LaneResult, 'cuts' | 'client'>;

/** What became of the writes of each lane whose link was cut; `null`: none was. */
export function cutFigures(
  { lanes }: Pick<Result, 'lanes'>,
  { tables, nameOf }: Pick<TableLanguage, 'tables'> & { nameOf: (lane: LaneResult, index: number) => Cell },
): TableBlock | null {
  const { cuts: words } = tables;
  const rows = lanes.flatMap((lane, index): Cell[][] => {
    if (!lane.cuts) return [];
    const { moments, applied, reported, unknown, unknownApplied, twice, missing, silenceMs } = lane.cuts;
    const counts = [moments.length, applied, reported, unknown, unknownApplied, twice, missing];
    return [[nameOf(lane, index), ...counts, silenceMs]];
  });
  if (rows.length === 0) return null;
  return {
    ...{ type: 'table', title: words.title, rows },
    columns: [
      { label: '', unit: 'text', mayShorten: true },
      { label: words.times, unit: 'count' },
      { label: words.applied, unit: 'count' },
      { label: words.reported, unit: 'count' },
      { label: words.unknown, unit: 'count', more: words.unknownMore },
      { label: words.unknownApplied, unit: 'count' },
      { label: words.twice, unit: 'count', more: words.twiceMore },
      { label: words.missing, unit: 'count', more: words.missingMore },
      { label: words.silence, unit: 'ms', more: words.silenceMore },
    ],
  };
}

/** What the figures of a lane say; nothing where its link was not cut. */
export function cutInWords({ cuts, client }: CutLane, { cuts: words }: TableLanguage['tables']): string[] {
  if (!cuts) return [];
  const { moments, twice, unknown, unknownApplied, missing } = cuts;
  if (moments.length === 0) return [words.saidUncut];
  const said = [
    ...(missing > 0 ? [words.saidMissing(missing)] : []),
    ...(twice > 0 ? [words.saidTwice(twice, client.library ?? '')] : []),
    ...(unknown > 0 ? [words.saidUnknown(unknown, unknownApplied)] : []),
  ];
  return said.length > 0 ? said : [words.saidOnce];
}

/** Why the counts of lanes cannot be held against each other; `null`: they can. */
export function unlikeCuts(
  { lanes }: { lanes: readonly Pick<LaneResult, 'cuts'>[] },
  { cuts: words }: TableLanguage['tables'],
): string | null {
  const times = lanes.flatMap(({ cuts }) => cuts?.moments.length ?? []);
  const [fewest, most] = [smallest(times), largest(times)];
  return most > fewest ? words.saidUnlike(fewest, most) : null;
}

/** Both as blocks of a report; what the figures of a lane say stands at the lane. */
export function cutBlocks(result: Result, language: TableLanguage): Block[] {
  const inText = cutFigures(result, { ...language, nameOf: ({ id }) => id });
  const inHtml = cutFigures(result, { ...language, nameOf: ({ label: text }, lane) => ({ text, lane }) });
  const unlike = unlikeCuts(result, language.tables);
  return [
    ...(inText ? [{ ...inText, on: ['terminal', 'markdown'] as const }] : []),
    ...(inHtml ? [{ ...inHtml, on: ['html'] as const }] : []),
    ...(unlike === null ? [] : [{ type: 'text' as const, text: unlike }]),
  ];
}
