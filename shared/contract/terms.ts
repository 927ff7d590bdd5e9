export * from './enums.ts';
export type * from './figures.ts';
export type * from './http.ts';
export type { Verdict } from './verdict.ts';
