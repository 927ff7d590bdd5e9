import fc from 'fast-check';
import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { ru } from '../../../client/src/messages/ru.ts';
import { zh } from '../../../client/src/messages/zh.ts';
import { keptRun } from '../../../client/src/rooms/runs/kept-run.ts';
import { endedHeadline } from '../../../client/src/run/ended-headline.ts';
import { runHeadline } from '../../../client/src/run/headline.ts';
import { laneRowFigures } from '../../../client/src/run/lane-row.ts';
import type { LaneView } from '../../../client/src/run/lane-view.svelte.ts';
import { LiveRun } from '../../../client/src/run/live-run.svelte.ts';
import { belowHeadline } from '../../../shared/report/headline.ts';
import { isWayOfSending } from '../../../shared/statistics/best-lane.ts';
import {
  cutRate,
  DrawnFeed,
  feedEnds,
  feedSteps,
  type FeedNews,
  type FeedShape,
} from '../../support/drawn-feed.ts';
import { isWhole } from '../../support/matrix.ts';

const languages = [en, ru, zh];
const streams = isWhole ? 2000 : 500;

const shape: fc.Arbitrary<FeedShape> = fc.record({
  seed: fc.nat(2 ** 31),
  lanes: fc.integer({ min: 1, max: 5 }),
  mode: fc.constantFrom('turns', 'turns', 'race'),
  untilStopped: fc.boolean(),
  steps: fc.array(fc.constantFrom(...feedSteps, 'warm-up', 'round', 'round', 'round', 'look', 'look'), {
    maxLength: 14,
  }),
  end: fc.constantFrom(...feedEnds),
});

const nameOf = ({ id }: Pick<LaneView, 'id'>) => `[${id}]`;
const isRate = (value: number | null) => value === null || (Number.isFinite(value) && value >= 0);

/** Throws what does not hold. Thousands of frames are looked at: `expect` takes longer. */
function hold(truths: Readonly<Record<string, boolean>>, shown: () => unknown): void {
  for (const [truth, holds] of Object.entries(truths))
    if (!holds) throw new Error(`${truth}: ${JSON.stringify(shown())}`);
}

/** The figures of a lane, in their own relation: whatever was sent. */
function holdFigures(run: LiveRun): void {
  const [baseline] = run.lanes;
  const base = baseline?.estimate ?? NaN;
  for (const lane of run.lanes) {
    const figures = run.figuresOf(lane);
    const bar = run.barOf(lane);
    const { now, estimate, counted, provisional, ratio, isFinal } = figures;
    const { most, unit } = run.bars;
    hold(
      {
        'rates are finite': [now, estimate, provisional].every(isRate),
        'an estimate is of counted turns': counted > 0 === (estimate !== null),
        'what is provisional is the rate of now':
          provisional === null || (estimate === null && provisional === now),
        'no figure is of a turn that was cut': now !== cutRate && provisional !== cutRate,
        'the end is final': isFinal === (run.result !== null),
        'bars are finite': [bar.value, ...(bar.interval ?? []), most].every(isRate),
        'bars of an estimate count': bar.counts === (estimate !== null),
        'bars end on the axis': (bar.value ?? 0) <= most * (1 + 1e-9),
      },
      () => [lane.id, figures, bar, run.bars],
    );
    if (!ratio) continue;
    const [low, high] = ratio.ci95 ?? [ratio.ratio, ratio.ratio];
    hold(
      {
        'the baseline has no ratio': lane !== baseline,
        'the ratio is the quotient of the estimates': ratio.ratio === (estimate ?? NaN) / base,
        'the interval holds the ratio':
          low > 0 && low <= ratio.ratio && ratio.ratio <= high && high < Infinity,
        'the bar ends at the ratio': unit === 'rate' || bar.value === ratio.ratio,
      },
      () => [lane.id, figures, bar, run.bars, base],
    );
  }
}

/** Rows and headline in three languages have the same figures. */
function holdWords(run: LiveRun): void {
  for (const messages of languages) {
    const { numbers, figures } = messages.words;
    const rows = run.lanes.map((lane) => ({ lane, ...laneRowFigures(run, lane, messages.words) }));
    const said = runHeadline(run, false, nameOf, messages, endedHeadline);
    const largest = rows.reduce<(typeof rows)[number] | null>(
      (best, row) =>
        row.ratio && isWayOfSending(row.lane.plan.strategy) && row.ratio.ratio > (best?.ratio?.ratio ?? 0)
          ? row
          : best,
      null,
    );
    for (const row of rows) {
      const { ratio, isFinal } = row;
      const inWords = ratio && (isFinal ? numbers.ratio(ratio.ratio) : `× ${numbers.roughly(ratio.ratio)}`);
      hold(
        {
          'a rate is said where there is one': (row.rateInWords !== '') === (row.estimate !== null),
          'a ratio is said where there is one': row.ratioInWords === (inWords ?? ''),
          'in the end a ratio without an interval is inconclusive, and says why':
            !isFinal ||
            !ratio ||
            ratio.ci95 !== null ||
            (row.isInconclusive && Object.values(figures.noInterval).includes(row.whyNoInterval)),
        },
        () => [row.lane.id, row.ratio, row.ratioInWords, row.rateInWords, row.whyNoInterval],
      );
    }
    const all = [
      said.text,
      ...belowHeadline(said),
      ...rows.flatMap((row) => [row.rateInWords, row.nowInWords]),
    ];
    const soFar = largest ? messages.headline.soFar(nameOf(largest.lane), largest.ratioInWords) : null;
    hold(
      {
        'figures are read as figures': !/NaN|∞|Infinity|undefined|null/.test(all.join(' ')),
        'so far the largest ratio is named, as its row says it':
          !run.running || (soFar === null ? !said.text.includes('×') : said.text === soFar),
      },
      () => [said, all],
    );
  }
}

/** Figures that two pages must share, with as many digits as are sent. */
const sharedBy = (run: LiveRun) =>
  run.lanes.map((lane) => {
    const { now, estimate, counted, ratio } = run.figuresOf(lane);
    const short = (value: number | null | undefined) => (value == null ? null : Number(value.toPrecision(2)));
    return [short(now), estimate === null, counted, ratio === null, ratio?.pairs, ratio?.outcome];
  });

/** A page that follows the feed as ShownRun does. */
class FramedPage {
  run: LiveRun | null = null;

  take(news: FeedNews): void {
    switch (news.type) {
      case 'snapshot':
        if (news.snapshot) this.run = new LiveRun(news.snapshot);
        else this.#lose();
        break;
      case 'tick':
        this.run?.tick(news.tick);
        // Who joins now sees the same.
        if (this.run?.running && news.looked.result === null)
          expect(sharedBy(this.run)).toEqual(sharedBy(new LiveRun(news.looked)));
        break;
      case 'tuned':
        this.run?.tune(news.event);
        for (const lane of this.run?.lanes ?? [])
          expect(this.run?.figuresOf(lane)).toMatchObject({ estimate: null, counted: 0, ratio: null });
        break;
      case 'failed':
        this.run?.failLane(news.event.lane, news.event.error);
        break;
      case 'finished':
        this.run?.finish(news.result);
        if (this.run) expect(quoted(this.run)).toEqual(quoted(keptRun(news.result, news.samples)));
    }
    if (!this.run) return;
    holdFigures(this.run);
    holdWords(this.run);
    this.#holdReceived(this.run);
  }

  /** The board keeps all received figures. */
  #lose(): void {
    const { run } = this;
    if (!run) return;
    const before = run.lanes.map((lane) => run.figuresOf(lane).estimate);
    run.lose();
    expect(run.lanes.map((lane) => run.figuresOf(lane).estimate)).toEqual(before);
  }

  /** A lane has something to draw from its first sample with the present settings. */
  #holdReceived(run: LiveRun): void {
    for (const lane of run.lanes) {
      const last = lane.points > 0 ? lane.series.last : undefined;
      if (!last || (last.notCounted !== null && last.notCounted !== 'warm-up')) continue;
      if (run.running && last.settings.revision < run.tunings.length) continue;
      const { estimate, provisional } = run.figuresOf(lane);
      expect(estimate ?? provisional).not.toBeNull();
    }
  }
}

const quoted = (run: LiveRun) =>
  run.lanes.map((lane) => {
    const { estimate, counted, ratio, isFinal } = run.figuresOf(lane);
    return { estimate, counted, ratio, isFinal };
  });

test(`In every frame of ${streams} drawn streams the figures agree, in three languages`, () => {
  fc.assert(
    fc.property(shape, (drawn) => {
      const page = new FramedPage();
      new DrawnFeed(drawn, (news) => page.take(news)).run();
    }),
    { numRuns: streams },
  );
});
