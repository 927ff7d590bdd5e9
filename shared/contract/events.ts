export type * from './figures.ts';
export type * from './http.ts';
export type * from './lane-result.ts';
export type * from './live.ts';
export type * from './result.ts';
export type * from './run-events.ts';
