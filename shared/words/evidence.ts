import { formatMs } from './format.ts';

/** A share as the evidence of a verdict has it: "12 %"; with at most so many decimals, "2.8 %". */
export const percent = (share: number, decimals = 0): string =>
  `${Number((share * 100).toFixed(decimals))} %`;

/** "5.000 ms". */
export const inMs = (ms: number | null): string => `${formatMs(ms ?? NaN)} ms`;
