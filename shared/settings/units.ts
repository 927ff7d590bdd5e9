/** Units that may stand behind a typed number, in small letters, and what each is worth; `''`: none stands there. */
export type Units = Readonly<Record<string, number>>;

const kibibyte = 1024;

/** In bytes. Of 1024 each, also `k` and `kb`. */
export const sizeUnits: Units = {
  '': 1,
  b: 1,
  k: kibibyte,
  kb: kibibyte,
  kib: kibibyte,
  m: kibibyte ** 2,
  mb: kibibyte ** 2,
  mib: kibibyte ** 2,
  g: kibibyte ** 3,
  gb: kibibyte ** 3,
  gib: kibibyte ** 3,
};

/** `k` is a plain thousand. */
export const countUnits: Units = { '': 1, k: 1000, m: 1_000_000 };

/** In milliseconds. What a bare number is depends on where it is typed. */
export const durationUnits: Units = { us: 0.001, ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** In Mbit/s. */
export const bandwidthUnits: Units = { '': 1, mbit: 1, gbit: 1000 };

/** Those that may stand behind a number of this unit. */
export const unitsOf = (unit: string): Units =>
  unit === 'ms' || unit === 's'
    ? durationUnits
    : unit === 'bytes'
      ? sizeUnits
      : unit === 'Mbit/s'
        ? bandwidthUnits
        : countUnits;

/**
 * A typed number without what groups its thousands, and with a decimal point, whatever the language: `7,463` and
 * `7 463` are `7463`, `0,5` is `0.5`, and full-width `１００` is `100`. What follows it is left as it is, but for spaces.
 */
export const withoutGroups = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s_]/g, '')
    .replace(/^[1-9]\d{0,2}(,\d{3})+(?!\d)/, (grouped) => grouped.replaceAll(',', ''))
    .replace(',', '.');

/** `5k`, `1.5 MB`, `20ms`: what it is worth; `null` where it is no number, or has no such unit. */
export function readQuantity(text: string, units: Units): number | null {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  if (digits === '' || factor === undefined) return null;
  // 2.3 × 1000 is a whole number, whatever the processor makes of 2.3.
  return factor === 1 ? Number(digits) : Number((Number(digits) * factor).toPrecision(15));
}

/** A number without an exponent, which command lines do not read: 1e-7 → 0.0000001. Not below 0. */
export function decimal(value: number): string {
  const [, whole = '', fraction = '', power] = /^(\d+)(?:\.(\d+))?e-(\d+)$/.exec(String(value)) ?? [];
  return power === undefined ? String(value) : `0.${'0'.repeat(Number(power) - 1)}${whole}${fraction}`;
}
