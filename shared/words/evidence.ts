import { formatMs } from './format.ts';

/** A share as the evidence of a verdict has it: "12 %". */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** "5.000 ms". */
export const inMs = (ms: number | null): string => `${formatMs(ms ?? NaN)} ms`;
