/**
 * How figures are written for people in English: in the terminal, in reports, and on an English page. `Numbers` writes
 * the same figures in each language.
 */

/**
 * 1234567 → "1,234,567", 12.34 → "12.34"; at most three decimals, or as many as are said. Not by `Intl`, which takes
 * 60 ms on a phone to write its first number.
 */
export const formatCount = (value: number, decimals = 3, thousands = ','): string =>
  String(Number(value.toFixed(decimals))).replace(/\d+/, (whole) =>
    whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands),
  );

/** 1234567 → "1,234,567"; below 100 one decimal. */
export function formatRate(perSecond: number, thousands = ','): string {
  if (!Number.isFinite(perSecond)) return '–';
  return perSecond < 100 ? perSecond.toFixed(1) : formatCount(perSecond, 0, thousands);
}

/** From how much on a short figure has this unit. */
export type FigureScale = readonly [worth: number, unit: string];

export const thousandsAndMillions: readonly FigureScale[] = [
  [1e6, 'M'],
  [1e3, 'k'],
];

/** 1234567 → "1.23M", 12345 → "12.3k", 123 → "123": for large figures on a projector. */
export const formatShort = (value: number): string => inScales(value, thousandsAndMillions);

/** The same in the scales of a language. */
export function inScales(value: number, scales: readonly FigureScale[]): string {
  if (!Number.isFinite(value)) return '–';
  const scale = scales.find(([worth]) => value >= 0.9995 * worth);
  if (!scale) return value.toFixed(value < 9.95 ? 1 : 0);
  const scaled = value / scale[0];
  return `${scaled.toFixed(scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0)}${scale[1]}`;
}

/** 250000 → "250k": a round number on an axis, so without decimals that say nothing; a batch of 1024 stays as it is. */
export function formatTick(value: number, scales: readonly FigureScale[]): string {
  const scale = scales.find(([worth]) => value >= worth && value % (worth / 100) === 0);
  return scale ? `${Number((value / scale[0]).toPrecision(4))}${scale[1]}` : String(value);
}

/** Milliseconds with three decimals, and from 100 on with no more than five digits: 0.125, 12.500, 123.46, 1234.6. */
export function formatMs(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  const decimals = [99.9995, 999.995, 9999.95].filter((bound) => ms < bound).length;
  return ms.toFixed(decimals);
}

/** Milliseconds with the digits that mean something, three: 49.136 → "49.1", 0.125 → "0.125", 812.4 → "812". */
export function formatMsShort(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  return ms.toFixed(ms < 0.9995 ? 3 : ms < 9.995 ? 2 : ms < 99.95 ? 1 : 0);
}

/** 12.3 → "× 12.3", 1.04 → "× 1.04", 250.4 → "× 250", 0.0012 → "× 0.001". */
export function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return '–';
  // It is not zero.
  if (ratio >= 0.0001 && ratio < 0.005) return `× ${Number(ratio.toPrecision(1))}`;
  return `× ${ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0)}`;
}

/** A ratio that is not known any better: 12.34 → "12", 3.26 → "3.3", 0.984 → "1.0". */
export const formatRoughly = (ratio: number): string =>
  Number.isFinite(ratio) ? ratio.toFixed(ratio < 9.95 ? 1 : 0) : '–';

/** 12.3 → "12.3", as in "12.3 times as fast". */
export const formatTimes = (ratio: number): string => formatRatio(ratio).replace('× ', '');

/** 0.123 → "12 %". */
export const formatShare = (share: number): string =>
  `${(share * 100).toFixed(Math.abs(share) < 0.1 ? 1 : 0)} %`;

const byteUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** 1536 → "1.5 KiB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < byteUnits.length - 1; unit++) value /= 1024;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${byteUnits[unit] ?? 'B'}`;
}

/** A size as it was chosen: 2048 → "2.0 KiB", and 2000, which is not as many, → "2000 B". */
export const formatExactBytes = (bytes: number): string =>
  bytes % 1024 === 0 ? formatBytes(bytes) : `${bytes} B`;

/** 1500 → "1.5 s", 90000 → "1 min 30 s", 20 → "20 ms". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}
