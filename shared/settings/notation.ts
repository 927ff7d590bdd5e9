import type { SettingOption } from './options.ts';
import { limitOf, type Form } from './setting.ts';
import {
  bandwidthUnits,
  countUnits,
  decimal,
  durationUnits,
  readQuantity,
  sizeUnits,
  type Units,
} from './units.ts';

/** A text that is no value of its kind; the message says what it had to be. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(wanted: string, text: string) {
    super(`${wanted}, not "${text}"`);
  }
}

/** `5s`, `500ms`, `1.5m`; a bare number is seconds. In milliseconds. Throws Unreadable, as the others do. */
export const readDuration = (text: string): number =>
  measure(text, { ...durationUnits, '': 1000 }, 'a time such as 500ms, 5s or 2m');

/** `100`, `4k`, `1mb`; units of 1024. In bytes. */
export const readSize = (text: string): number =>
  whole(measure(text, sizeUnits, 'a size in bytes such as 100, 4k or 1mb'), text);

/** `10000`, `10k`, `1m`; units of 1000. */
export const readCount = (text: string): number =>
  whole(measure(text, countUnits, 'a whole number such as 10000 or 10k'), text);

/** `10%`, as a share. A bare number is refused: with other tools `--precision 3` is digits. */
export function readPercent(text: string): number {
  const number = /^(.*)%$/.exec(text.trim())?.[1];
  if (number !== undefined) return measure(number, { '': 0.01 }, 'a share such as 10%');
  throw new Unreadable(`a share such as ${/^[\d.]+$/.test(text) ? text : 10}%, with the %`, text);
}

function measure(text: string, units: Units, wanted: string): number {
  const value = readQuantity(text, units);
  if (value === null) throw new Unreadable(wanted, text);
  return value;
}

function whole(value: number, text: string): number {
  if (!Number.isInteger(value)) throw new Unreadable('a whole number', text);
  return value;
}

export const readList = (text: string): string[] => text.split(',').map((word) => word.trim());

function placeAmong(words: readonly string[], text: string): number {
  const place = words.indexOf(text);
  if (place < 0) throw new Unreadable(words.join(' or '), text);
  return place;
}

type Spelled = Pick<SettingOption, 'form' | 'notation' | 'absent' | 'bare'>;

/** What stands between the entries of a list: `set,get`, `1:10`. */
const separatorOf = (item: Form) => ('choice' in item ? ',' : ':');

/** The value of a setting as its option writes it. */
export function writeValue({ form, notation }: Spelled, value: unknown): string {
  if (Array.isArray(value)) {
    const by = 'list' in form ? separatorOf(form.list) : '-';
    return value.map((item) => writeValue({ form }, item)).join(by);
  }
  if (notation === 'percent') return `${decimal(Number((Number(value) * 100).toPrecision(12)))}%`;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value !== 'number') return String(value);
  const unit = limitOf(form)?.unit ?? '';
  return decimal(value) + (unit === 'ms' || unit === 's' ? unit : unit === 'Mbit/s' ? 'mbit' : '');
}

/** The same value again. Throws Unreadable. */
export function readValue({ form, notation, absent, bare }: Spelled, text: string): unknown {
  if ('list' in form) return readEntries(form.list, text);
  if ('pair' in form) return readPair(form.pair, text);
  if ('text' in form) return text;
  if (bare) return text !== '0';
  if ('flag' in form) return placeAmong(['0', '1'], text) === 1;
  if ('choice' in form) {
    if (absent !== undefined)
      return placeAmong([absent, ...form.choice.map(String)], text) === 0 ? undefined : text;
    if (typeof form.choice[0] === 'number') return Number(text);
    // Capitals are no other word: `-t SET`.
    return form.choice.find((word) => String(word).toLowerCase() === text.toLowerCase()) ?? text;
  }
  const { unit } = 'whole' in form ? form.whole : form.real;
  if (notation === 'percent') return readShare(form, text);
  if (unit === 'ms') return readDuration(text);
  if (unit === 's') return readDuration(text) / 1000;
  if (unit === 'bytes') return readSize(text);
  if (unit === 'Mbit/s') return measure(text, bandwidthUnits, 'a bandwidth such as 100mbit or 10gbit');
  return 'whole' in form ? readCount(text) : Number(text);
}

function readEntries(item: Form, text: string): unknown[] {
  const separator = separatorOf(item);
  if (separator === ':' && text.includes(','))
    throw new Unreadable(`weights such as 1:10 (did you mean ${text.replaceAll(',', ':')}?)`, text);
  return text.split(separator).map((part) => readValue({ form: item }, part.trim()));
}

function readPair(form: Form, text: string): unknown[] {
  const [low, high, ...more] = text.split('-');
  if (low === undefined || high === undefined || more.length > 0)
    throw new Unreadable('two sizes such as 10-2000', text);
  return [readValue({ form }, low), readValue({ form }, high)];
}

/** Bounds are said in per cent, too. */
function readShare(form: Form, text: string): number {
  const { min = 0, max = 1 } = limitOf(form) ?? {};
  const share = readPercent(text);
  if (share >= min && share <= max) return share;
  throw new Unreadable(`a share from ${min * 100}% to ${max * 100}%`, text);
}
