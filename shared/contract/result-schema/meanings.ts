export * from '../describe.ts';
export { describe as is } from '../describe.ts';
