import {
  bandwidthUnits,
  countUnits,
  durationUnits,
  readQuantity,
  sizeUnits,
  type Units,
} from '../../../shared/words/units.ts';
import { UsageError } from '../usage/usage-error.ts';

/** `5s`, `500ms`, `1.5m`; a bare number is seconds. In milliseconds. Throws UsageError. */
export const parseDuration = (text: string, option: string): number =>
  measure(text, option, { ...durationUnits, '': 1000 }, 'a time such as 500ms, 5s or 2m');

/** `100`, `4k`, `1mb`; units of 1024. In bytes. Throws UsageError. */
export const parseSize = (text: string, option: string): number =>
  whole(measure(text, option, sizeUnits, 'a size in bytes such as 100, 4k or 1mb'), text, option);

/** `10000`, `10k`, `1m`; units of 1000. Throws UsageError. */
export const parseCount = (text: string, option: string): number =>
  whole(measure(text, option, countUnits, 'a whole number such as 10000 or 10k'), text, option);

/** `100mbit`, `10gbit`; a bare number is Mbit/s. Throws UsageError. */
export const parseBandwidth = (text: string, option: string): number =>
  measure(text, option, bandwidthUnits, 'a bandwidth such as 100mbit or 10gbit');

/** `10%`; a bare number is per cent. As a share. Throws UsageError. */
export const parsePercent = (text: string, option: string): number =>
  measure(text.replace(/%$/, ''), option, { '': 0.01 }, 'a share such as 10%');

/** `10-2000`, each side as a size. Throws UsageError. */
export function parseSizeRange(text: string, option: string): [number, number] {
  const [low, high, ...more] = text.split('-');
  if (low === undefined || high === undefined || more.length > 0)
    throw new UsageError(`${option} takes two sizes such as 10-2000, not "${text}"`);
  return [parseSize(low, option), parseSize(high, option)];
}

function measure(text: string, option: string, units: Units, wanted: string): number {
  const value = readQuantity(text, units);
  if (value === null) throw new UsageError(`${option} takes ${wanted}, not "${text}"`);
  return value;
}

function whole(value: number, text: string, option: string): number {
  if (!Number.isInteger(value)) throw new UsageError(`${option} takes a whole number, not "${text}"`);
  return value;
}
