import { numbersIn } from '../numbers.ts';

export const numbers = numbersIn({});
