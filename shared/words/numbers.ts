import { formatCount, formatRate } from './format.ts';

/** Figures as a language groups them. What has no thousands is written the same everywhere: see format.ts. */
export interface Numbers {
  /** 1234567 → "1,234,567"; at most three decimals, or as many as are said. */
  count: (value: number, decimals?: number) => string;
  /** 1234567 → "1,234,567"; below 100 one decimal. */
  rate: (perSecond: number) => string;
}

/** Numbers with this between their thousands. */
export const numbersWith = (thousands: string): Numbers => ({
  count: (value, decimals) => formatCount(value, decimals, thousands),
  rate: (perSecond) => formatRate(perSecond, thousands),
});
