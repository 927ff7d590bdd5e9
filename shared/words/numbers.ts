import {
  formatBytes,
  formatCount,
  formatDuration,
  formatExactBytes,
  formatMs,
  formatMsShort,
  formatRate,
  formatRatio,
  formatRoughly,
  formatShare,
  formatTick,
  formatTimes,
  inScales,
  thousandsAndMillions,
  type FigureScale,
} from './format.ts';

/** Figures as a language writes them: its thousands, decimal mark, units and lists. What each writes: see format.ts. */
export interface Numbers {
  /** 1234567 → "1,234,567"; at most three decimals, or as many as are said. */
  count: (value: number, decimals?: number) => string;
  /** 1234567 → "1,234,567"; below 100 one decimal. */
  rate: (perSecond: number) => string;
  /** Behind a figure that is a rate: "12.3k" → "12.3k/s". */
  perSecond: (figure: string) => string;
  short: (value: number) => string;
  tick: (value: number) => string;
  /** With so many decimals. */
  fixed: (value: number, decimals: number) => string;
  /** As one types it: without marks between thousands. */
  typed: (value: number) => string;
  /** Without its unit. */
  ms: (ms: number) => string;
  msShort: (ms: number) => string;
  /** What is not known is a dash, without a unit. */
  inMs: (ms: number | null) => string;
  inMsShort: (ms: number) => string;
  /** As in "ms": how this language writes it. */
  unit: (unit: string) => string;
  /** 12.34 → "12.3 s". */
  seconds: (seconds: number) => string;
  ratio: (ratio: number) => string;
  times: (ratio: number) => string;
  /** Of a ratio, 95 %: `95 %: 3.70 – 4.02`. */
  interval: (ci95: readonly [number, number]) => string;
  roughly: (ratio: number) => string;
  /** A ratio whose interval is wide, with two digits: `about × 10`. */
  aboutRatio: (ratio: number) => string;
  share: (share: number) => string;
  /** Without decimals that say nothing: 0.5 → "50 %"; with at most so many, 0.028 → "2.8 %". */
  percent: (share: number, decimals?: number) => string;
  bytes: (bytes: number) => string;
  exactBytes: (bytes: number) => string;
  duration: (ms: number) => string;
  /** A duration that is only expected, rounded up to what an estimate can tell: 43,210 ms → "45 s". */
  about: (ms: number) => string;
  /** Names or figures one after another: "SET, GET". */
  list: (items: readonly string[]) => string;
  /** "Pipeline: 12.3 ms". */
  named: (name: string, figure: string) => string;
  /** What a sentence is about, and the sentence: "Правило: подтверждается, если…". */
  labelled: (label: string, sentence: string) => string;
  /** One after another, without the empty ones. */
  sentences: (sentences: readonly string[]) => string;
  /** Commands that went together, on average: 16, 3.4. */
  size: (commands: number) => string;
}

interface Style {
  thousands?: string;
  /** The fewest digits that are grouped. */
  groupsFrom?: number;
  decimal?: string;
  /** Between the items of a list. */
  separator?: string;
  /** Between a name and its figure. */
  colon?: string;
  /** A figure that is uncertain. */
  uncertain?: (figure: string) => string;
  /** How a sentence begins behind one. */
  afterColon?: (sentence: string) => string;
  /** Between sentences. */
  gap?: string;
  /** What stands for a unit of English. */
  units?: Readonly<Partial<Record<string, string>>>;
  /** Of short figures, the largest first. */
  scales?: readonly FigureScale[];
  /** The same on an axis, which has little room for words. */
  tickScales?: readonly FigureScale[];
}

export function numbersIn({
  thousands = ',',
  groupsFrom = 4,
  decimal = '.',
  separator = ', ',
  colon = ': ',
  uncertain = (figure) => `about ${figure}`,
  afterColon = String,
  gap = ' ',
  units = {},
  scales = thousandsAndMillions,
  tickScales = scales,
}: Style): Numbers {
  /** What format.ts has written, in this language: nothing stands in it but digits, marks and units. */
  const local = (written: string) =>
    written.replace('.', decimal).replaceAll(/[a-z/]+/gi, (unit) => units[unit] ?? unit);
  const by =
    (format: (value: number) => string) =>
    (value: number): string =>
      local(format(value));
  const grouped = (written: string) => {
    const digits = /[\d\0]+/.exec(written)?.[0].replaceAll('\0', '').length ?? 0;
    return written.replace('.', decimal).replaceAll('\0', digits < groupsFrom ? '' : thousands);
  };
  const count = (value: number, decimals?: number) => grouped(formatCount(value, decimals, '\0'));
  const withUnit = (figure: string) => (figure === '–' ? figure : `${figure}${local(' ms')}`);
  const [ms, msShort, share, times] = [by(formatMs), by(formatMsShort), by(formatShare), by(formatTimes)];
  return {
    count,
    rate: (perSecond) => grouped(formatRate(perSecond, '\0')),
    perSecond: (figure) => figure + local('/s'),
    short: by((value) => inScales(value, scales)),
    tick: (value) => {
      const tick = formatTick(value, tickScales);
      return /^\d{5,}$/.test(tick) ? count(value) : local(tick);
    },
    typed: by(String),
    fixed: (value, decimals) => local(value.toFixed(decimals)),
    ms,
    msShort,
    inMs: (value) => withUnit(ms(value ?? NaN)),
    inMsShort: (value) => withUnit(msShort(value)),
    unit: local,
    seconds: (value) => local(`${value.toFixed(1)} s`),
    ratio: by(formatRatio),
    times,
    interval: (ci95) => `95 %${colon}${ci95.map(times).join(' – ')}`,
    roughly: by(formatRoughly),
    aboutRatio: (ratio) => uncertain(`× ${local(String(Number(ratio.toPrecision(2))))}`),
    share,
    percent: (value, decimals = 0) => local(`${Number((value * 100).toFixed(decimals))} %`),
    bytes: by(formatBytes),
    exactBytes: by(formatExactBytes),
    duration: by(formatDuration),
    about: (value) => local(formatDuration(roundedUp(value))),
    list: (items) => items.join(separator),
    named: (name, figure) => name + colon + figure,
    labelled: (label, sentence) => label + colon + afterColon(sentence),
    sentences: (sentences) => sentences.filter((sentence) => sentence !== '').join(gap),
    size: (commands) => count(commands, commands < 9.95 ? 1 : 0),
  };
}

/** Up to which length an estimate is said in which steps, ms. */
const steps = [
  [10_000, 1000],
  [60_000, 5000],
  [300_000, 10_000],
] as const;

function roundedUp(ms: number): number {
  const step = steps.find(([longest]) => ms <= longest)?.[1] ?? 60_000;
  return Math.max(1, Math.ceil(ms / step)) * step;
}
