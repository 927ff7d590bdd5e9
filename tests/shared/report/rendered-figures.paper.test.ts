import { beforeAll, expect, test, vi } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { keptRun } from '../../../client/src/rooms/runs/kept-run.ts';
import { sideBySide } from '../../../client/src/rooms/runs/side-by-side.ts';
import { EntryWords } from '../../../client/src/rooms/runs/entry-summary.ts';
import { endedHeadline } from '../../../client/src/run/ended-headline.ts';
import { runHeadline } from '../../../client/src/run/headline.ts';
import { laneRowFigures } from '../../../client/src/run/lane-row.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { cardMarkdown, cardSvg } from '../../../client/src/share/card.ts';
import { cardOf } from '../../../client/src/share/cards.ts';
import { compareStored } from '../../../server/cli/gate/baseline.ts';
import { describeRun } from '../../../server/history/entry-of.ts';
import { csv } from '../../../server/reporters/csv.ts';
import { html } from '../../../server/reporters/html.ts';
import { json } from '../../../server/reporters/json.ts';
import { junit } from '../../../server/reporters/junit.ts';
import { markdown } from '../../../server/reporters/markdown.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { cellInWords } from '../../../shared/report/cell.ts';
import { laneFigures } from '../../../shared/report/figure-tables.ts';
import { belowHeadline } from '../../../shared/report/headline.ts';
import { tables } from '../../../shared/words/en/tables.ts';
import { rateOf } from '../../../shared/statistics/figures.ts';
import { drawnRun } from '../../support/drawn-run.ts';
import { drawnOf, isWhole } from '../../support/matrix.ts';
import { reported, shownOnTerminal } from '../../support/reported.ts';
import {
  agree,
  contradictions,
  falseSentences,
  quotient,
  readFigure,
  type ShownLane,
} from '../../support/shown-figures.ts';
import { snapshotOf } from '../../support/snapshots.ts';

/**
 * Whoever divides two figures of a surface gets the ratio beside them, within the rounding of both: drawn runs, read
 * back from what is written. The surfaces share them, a tenth each. All are 10,000 runs; a part begins at a drawn one.
 */
const allRuns = 10_000;
const runs = isWhole ? allRuns : 1000;
const [first = 0] = isWhole
  ? [0]
  : drawnOf('rendered figures', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1).map((part) => part * runs);

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
});

/** What a surface says of a run: its lanes, its sentences, and the lanes once more where they stand twice. */
type Reading = [lanes: ShownLane[], said: string, again?: ShownLane[]];

const { words } = en;
const { numbers } = words;
const session = { batches: () => true, nameOfMeasured: ({ id }: { id: string }) => id, targets: [] };
const nameOf = ({ id }: { id: string }) => id;

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll(/\\|\*/g, ''));
const firstRatio = (text: string) => /[×≈] [\d.]+/.exec(text)?.[0] ?? null;
const plain = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').trim();

/** `one-by-one ██ 1,234 1.2k – 1.3k × 3.87 (3.70 – 4.02)`, by its words. */
function onTerminal(result: Result): Reading {
  const text = shownOnTerminal({ kind: 'run', result }, 100);
  const lanes = result.lanes.flatMap(({ id }): ShownLane[] => {
    const line = new RegExp(String.raw`^${id} +([█▏▎▍▌▋▊▉]*) *(–|[\d,.]+)  .*$`, 'm').exec(text);
    if (!line) return [];
    const bar = (line[1] ?? '')
      .split('')
      .reduce((sum, part) => sum + (part === '█' ? 8 : ' ▏▎▍▌▋▊▉'.indexOf(part)), 0);
    return [{ lane: id, bar, rate: line[2] ?? '', ratio: firstRatio(line[0]) }];
  });
  return [lanes, text.replaceAll(/\n\s*/g, ' ')];
}

function inMarkdown(result: Result): Reading {
  const text = reported(markdown, { kind: 'run', result });
  const rows = (text.split('\n\n').find((part) => part.startsWith('| lane')) ?? '').split('\n').slice(2);
  const lanes = rows.map(cellsOf).map(([, lane = '', rate = '', , against = '']) => ({
    ...{ lane: lane.replace(/ .*/, ''), rate },
    ratio: firstRatio(against),
  }));
  return [lanes, text.replaceAll('\\', '').replaceAll(/\n\s*/g, ' ')];
}

/** Its boards, and its table of throughput. */
function inHtml(result: Result): Reading {
  const text = reported(html, { kind: 'run', result });
  const cell = (row: string, mark: string) =>
    plain(new RegExp(`class="${mark}">(.*?)</span>`, 's').exec(row)?.[1] ?? '');
  const rowsIn = (list: string) =>
    (new RegExp(`<ol class="${list}.*?</ol>`, 's').exec(text)?.[0] ?? '').split(/<li[ >]/).slice(1);
  const bars = rowsIn('bars').map((row) => /class="fill"\s+width="([\d.]+)%"/.exec(row)?.[1]);
  const boards = rowsIn('boards').map((row, place) => ({
    ...{ lane: cell(row, 'label'), rate: cell(row, 'rate'), bar: Number(bars[place] ?? NaN) },
    ratio: /class="ratio[^>]*>(× [\d.]+)/.exec(row)?.[1] ?? null,
  }));
  const table = /<caption>\s*Throughput.*?<\/table>/s.exec(text)?.[0] ?? '';
  const lanes = [...table.matchAll(/<th scope="row">.*?<\/tr>/gs)].map(([row]): ShownLane => {
    const cells = [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, one = '']) => one);
    const [rate = '', , , , , against = ''] = cells;
    return { lane: plain(/<code>.*?<\/code>/.exec(row)?.[0] ?? ''), rate, ratio: firstRatio(against) };
  });
  return [lanes, plain(/<h1>.*?<\/p>/s.exec(text)?.[0].replaceAll('</', ' </') ?? ''), boards];
}

function inCsv(result: Result): Reading {
  const [head = [], ...rows] = reported(csv, { kind: 'run', result })
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split('","'));
  const of = (row: readonly string[], column: string) => row[head.indexOf(column)] ?? '';
  return [
    rows.map((row) => ({ lane: of(row, 'lane'), rate: of(row, 'rps'), ratio: of(row, 'ratio') || null })),
    '',
  ];
}

function inJunit(result: Result): Reading {
  const text = reported(junit, { kind: 'run', result });
  const property = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? null;
  const lanes = result.lanes.map(({ id }) => ({
    ...{ lane: id, rate: property(`${id}.throughput`) ?? '', ratio: property(`${id}.ratio`) },
  }));
  return [lanes, property('headline') ?? ''];
}

/** As its bars, in the end and in a run that has as many rounds behind it. */
function onPage(result: Result): Reading {
  const run = keptRun(result, []);
  const headline = runHeadline(run, false, nameOf, en, endedHeadline);
  return [rowsOf(run), [headline.text, ...belowHeadline(headline)].join(' ')];
}

const rowsOf = (run: LiveRun): ShownLane[] =>
  run.lanes.map((lane) => {
    const { rateInWords, ratioInWords } = laneRowFigures(run, lane, words);
    return { lane: lane.id, rate: rateInWords, ratio: ratioInWords, bar: run.barOf(lane).value ?? undefined };
  });

function duringRun({ plan, lanes, comparisons }: Result): Reading {
  const standings = lanes.map(({ id, throughput }) => ({
    lane: id,
    throughput: throughput && {
      ...throughput,
      estimate: rateOf({ throughput }) ?? NaN,
      counted: throughput.slices.length,
    },
  }));
  return [rowsOf(new LiveRun(snapshotOf({ plan, standings, comparisons }))), ''];
}

function inOpenedRun(result: Result): Reading {
  const { columns, rows } = laneFigures(result, { words, tables, nameOf, differencesOf: () => '' });
  const lanes = rows.map((row) => {
    const [lane = '', rate = '', ratio = ''] = row.map((cell, index) =>
      cellInWords(cell, columns[index] ?? { unit: 'text' }, numbers),
    );
    return { lane, rate, ratio };
  });
  return [lanes, ''];
}

const measure = (text: string, size: number) => 0.6 * size * text.length;

function onCard(result: Result): Reading {
  const headline = runHeadline(keptRun(result, []), false, nameOf, en, endedHeadline);
  const shared = { kind: 'run' as const, id: result.id, result, said: headline };
  const card = { ...cardOf(shared, { session, messages: en, colours: String }), address: null };
  const said = `${cardMarkdown(card).replaceAll('\\', '')} `;
  const bars = cardSvg(card, measure).matchAll(
    />([^<]*)<\/text><rect x="348" y="[^"]*" width="([^"]*)".*?>([^<]*)<\/text><text[^>]*>([^<]*)</g,
  );
  const lanes = [...bars].map(([, , width, rate = '', ratio = ''], place) => ({
    ...{ lane: result.lanes[place]?.id ?? '', bar: Number(width), rate },
    ratio: ratio === words.figures.inconclusive ? null : ratio,
  }));
  return [lanes, said];
}

function inHistory(result: Result): Reading {
  const { entry } = describeRun(result);
  const kept = { ...entry, name: null, tags: [], bytes: 0 };
  const entryWords = new EntryWords(en, { ...session, labelOf: String }, String);
  const { outcome = '' } = entryWords.summary(kept) ?? {};
  const lanes = entry.lanes.map(({ id, throughput }) => ({
    ...{ lane: id, ratio: null },
    rate: throughput === null ? '–' : numbers.rate(throughput),
  }));
  return [lanes, outcome];
}

const surfaces: [string, (result: Result) => Reading, hasHeadline: boolean][] = [
  ['the page', onPage, true],
  ['a run in progress', duringRun, false],
  ['CSV', inCsv, false],
  ['the history', inHistory, true],
  ['a run that is opened', inOpenedRun, false],
  ['JUnit', inJunit, true],
  ['the terminal', onTerminal, true],
  ['Markdown', inMarkdown, true],
  ['the card', onCard, true],
  ['HTML', inHtml, true],
];

/** Of two runs of one plan, as they are held against each other: earlier, later, their quotient. */
function expectQuotients(
  rows: readonly (readonly [was: string, is: string, ratio: string])[],
  found: string[],
) {
  for (const row of rows) {
    const [was, is, ratio] = row.map(readFigure);
    if (was && is && ratio && !agree(quotient(is, was), ratio)) found.push(row.join(' '));
  }
}

test.each(surfaces)('On %s any two rates divide to the ratio beside them', (name, read, hasHeadline) => {
  const found: string[] = [];
  let [figures, sentences] = [0, 0];
  const place = surfaces.findIndex(([one]) => one === name);
  for (let number = first + place; number < first + runs && found.length < 5; number += surfaces.length) {
    const result = drawnRun(number);
    const [lanes, said, again = lanes] = read(result);
    if ([lanes, again].some(({ length }) => length !== result.lanes.length))
      found.push(`run ${number}: lanes are missing`);
    figures += lanes.filter(({ rate }) => readFigure(rate) !== null).length;
    if (/× [\d.]+/.test(said)) sentences++;
    const all = [lanes, again].flatMap(contradictions);
    for (const one of [...all, ...falseSentences(said, lanes)]) found.push(`run ${number}: ${one}`);
  }
  expect(found).toEqual([]);
  expect(figures).toBeGreaterThan((5 * runs) / surfaces.length);
  expect(sentences).toBeGreaterThan(hasHeadline ? runs / surfaces.length / 5 : -1);
});

test('In JSON a ratio is the quotient of two estimates, and factors multiply to it', () => {
  for (let number = first; number < first + runs; number += 10) {
    const { lanes, comparisons } = JSON.parse(
      reported(json, { kind: 'run', result: drawnRun(number) }),
    ) as Result;
    const estimate = (id: string) => lanes.find((lane) => lane.id === id)?.throughput?.estimate ?? NaN;
    for (const { lane, baseline, ratio, ci95 } of comparisons) {
      expect(ratio / (estimate(lane) / estimate(baseline))).toBeCloseTo(1, 9);
      const { waiting, batching } = lanes.find(({ id }) => id === lane)?.gain ?? {};
      if (waiting && batching) expect((waiting.ratio * batching.ratio) / ratio).toBeCloseTo(1, 9);
      expect(ci95 === null || (ci95[0] <= ratio && ratio <= ci95[1])).toBe(true);
    }
  }
});

test('Two runs side by side divide to the ratio between them', () => {
  const found: string[] = [];
  let rows = 0;
  for (let number = first; number < first + runs && found.length < 5; number += 10) {
    const [was, is] = [drawnRun(number), drawnRun(number + 1, number)];
    for (const figure of ['throughput', 'ratios'] as const) {
      const rules = { figure, maxRegression: null, strict: false, allowDifferent: [] };
      const document = compareStored({ file: 'was', result: was }, [{ file: 'is', result: is }], rules);
      const inTable = reported(markdown, document).split('\n').map(cellsOf);
      const inText = shownOnTerminal(document, 98)
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/));
      const read = [...inTable.map(([, ...row]) => row), ...inText]
        .filter(([lane = '']) => was.lanes.some(({ id }) => id === lane))
        .map(([, before = '', after = '', ratio = '']) => [before, after, ratio] as const);
      rows += read.length;
      expectQuotients(read, found);
    }
    const onPage = sideBySide([was, is], nameOf).rows.flatMap(({ cells: [before, after] }) =>
      before && after?.against
        ? [[numbers.rate(before.rate), numbers.rate(after.rate), numbers.ratio(after.against.ratio)] as const]
        : [],
    );
    expectQuotients(onPage, found);
  }
  expect(found).toEqual([]);
  expect(rows).toBeGreaterThan(runs / 10);
});
