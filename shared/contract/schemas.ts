export * from './parse.ts';
export * from './plan.ts';
export * from './workload.ts';
export { parsePlan, parseTuning } from '../plan/parse-plan.ts';
