/** What a figure that is written may have been before it was rounded: `× 3.87`, `12.3k/s`, `1,234`. */
export interface Shown {
  low: number;
  high: number;
}

const scales: Partial<Record<string, number>> = { k: 1e3, M: 1e6 };

/** `null`: there is no figure. */
export function readFigure(text: string | null | undefined): Shown | null {
  const [, digits, unit = ''] = /(\d[\d,]*(?:\.\d+)?)\s?([kM]?)/.exec(text ?? '') ?? [];
  if (digits === undefined) return null;
  const plain = digits.replaceAll(',', '');
  const half = 0.5 * 10 ** -(plain.split('.')[1]?.length ?? 0);
  const scale = scales[unit] ?? 1;
  return { low: scale * (Number(plain) - half), high: scale * (Number(plain) + half) };
}

/** Between which quotients of two figures lie, as far as they are written. */
export const quotient = (one: Shown, other: Shown): Shown => ({
  low: Math.max(0, one.low) / other.high,
  high: other.low > 0 ? one.high / other.low : Infinity,
});

export const product = (one: Shown, other: Shown): Shown => ({
  low: one.low * other.low,
  high: one.high * other.high,
});

/** Whether both may be the same before they were rounded. */
export const agree = (one: Shown, other: Shown): boolean =>
  one.low <= other.high * (1 + 1e-9) && other.low <= one.high * (1 + 1e-9);

/** A lane as a surface writes it. */
export interface ShownLane {
  lane: string;
  rate: string;
  /** Against the first; `null`: none is written. */
  ratio: string | null;
  /** How long its bar is; absent: there is none. */
  bar?: number | undefined;
}

/**
 * What does not agree on a surface: of any two lanes, the quotient of their rates with that of their ratios, and the
 * order of their bars with that of their ratios. Empty: all do.
 */
export function contradictions(lanes: readonly ShownLane[]): string[] {
  const one = { low: 1, high: 1 };
  const read = lanes.map(({ lane, rate, ratio, bar }, place) => ({
    ...{ lane, bar, rate: readFigure(rate) },
    ratio: place === 0 ? one : readFigure(ratio),
    text: `${lane} ${rate} (${ratio ?? '–'})`,
  }));
  return read.flatMap((a, place) =>
    read.slice(0, place).flatMap((b) => {
      if (!a.rate || !b.rate || !a.ratio || !b.ratio) return [];
      const [rates, ratios] = [quotient(a.rate, b.rate), quotient(a.ratio, b.ratio)];
      const turned =
        a.bar !== undefined &&
        b.bar !== undefined &&
        ((a.bar > b.bar && a.ratio.high < b.ratio.low) || (a.bar < b.bar && a.ratio.low > b.ratio.high));
      return [
        ...(agree(rates, ratios) ? [] : [`${a.text} ÷ ${b.text}`]),
        ...(turned ? [`bars of ${a.text} ${a.bar}, ${b.text} ${b.bar}`] : []),
      ];
    }),
  );
}

/** `× 3.87`, and not the end of an interval that stands in place of it. */
const single = String.raw`× (\d[\d,.]*\d|\d)(?! –|[\d.])`;

/** Of a lane by itself: `pipeline: … × 6.71 (6.40 – 7.02) by not waiting, then × 1.61 (1.52 – 1.70) by batching.` */
const factorsOfLane = /([\w-]+): [^×:]*× ([\d.]+) \([^)]*\) by not waiting, then × ([\d.]+)/g;

/**
 * What the sentences of a headline say that the lanes do not: the fastest has the largest rate, ratios are those of the
 * lanes, and factors multiply to one. Where no ratio stands beside a rate, that of the rates is taken.
 */
export function falseSentences(said: string, lanes: readonly ShownLane[]): string[] {
  const [first] = lanes;
  const rowOf = (name: string | undefined) => lanes.find(({ lane }) => lane === name?.toLowerCase());
  const ratioOf = (row: ShownLane | undefined): Shown | null => {
    const [own, base] = [row, first].map((lane) => readFigure(lane?.rate));
    if (row?.ratio != null) return readFigure(row.ratio);
    return own && base ? quotient(own, base) : null;
  };
  const after = (words: string) => new RegExp(String.raw`${words}:? ${single}`).exec(said);
  const found: string[] = [];
  const expectSame = (told: Shown | null, shown: Shown | null, what: string) => {
    if (told && (!shown || !agree(told, shown))) found.push(`${what}: ${said}`);
  };
  const named = /Fastest: (\S+),/.exec(said)?.[1];
  const most = readFigure(rowOf(named)?.rate)?.high ?? 0;
  for (const { lane, rate } of named === undefined ? [] : lanes)
    if (!lane.startsWith('noop') && (readFigure(rate)?.low ?? 0) > most)
      found.push(`${lane} ${rate} is more: ${said}`);
  const fastest = after(String.raw`Fastest(?: that can be ranked)?: (\S+),`);
  const batching = after(String.raw`With batching: (\S+),`);
  const ahead = new RegExp(String.raw`([\w-]+): ${single} against`).exec(said);
  for (const one of [fastest, batching, ahead])
    if (one) expectSame(readFigure(one[2]), ratioOf(rowOf(one[1])), 'the ratio is another');
  const waits = readFigure(new RegExp(`${single} by not waiting`).exec(said)?.[1]);
  const onTopOf = new RegExp(String.raw`then ${single} by batching \((\S+)\)`).exec(said);
  const batches = readFigure(onTopOf?.[1]);
  const between = lanes.filter(({ lane }) => lane.startsWith('concurrent')).map(ratioOf);
  if (waits && !between.some((ratio) => ratio && agree(ratio, waits)))
    found.push(`not waiting is another: ${said}`);
  if (waits && batches)
    expectSame(product(waits, batches), ratioOf(rowOf(onTopOf?.[2])), 'the factors do not multiply');
  for (const [, lane, waiting, onTop] of said.matchAll(factorsOfLane)) {
    const [one, other] = [waiting, onTop].map(readFigure);
    if (one && other)
      expectSame(product(one, other), ratioOf(rowOf(lane)), `the factors of ${lane ?? ''} do not`);
  }
  const [, times, ...p50s] =
    /takes ([\d.,]+) times as long \(p50 ([\d.,]+) → ([\d.,]+) ms\)/.exec(said) ?? [];
  const [was, is] = p50s.map(readFigure);
  if (was && is) expectSame(readFigure(times), quotient(is, was), 'the p50s do not divide');
  return found;
}
