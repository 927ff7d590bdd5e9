import { numbersWith } from '../numbers.ts';

export const numbers = numbersWith(',');
