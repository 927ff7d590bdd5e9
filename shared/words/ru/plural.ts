import { numbers } from './numbers.ts';

const rules = new Intl.PluralRules('ru');

/** The noun for a count: 1 команда, 3 команды, 5 команд; a fraction takes the second, 3,4 команды. */
export function noun(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  return rule === 'one' ? one : rule === 'many' ? many : few;
}

/** The noun for a count that is written already: 1 обмен, 1,6 обмена, 12 обменов. */
export const nounOf = (figure: string, one: string, few: string, many: string): string =>
  noun(/,/.test(figure) ? 0.5 : Number(/\d+$/.exec(figure)), one, few, many);

export const counted = (count: number, one: string, few: string, many: string) =>
  `${numbers.count(count)} ${noun(count, one, few, many)}`;

/** "в 12,3 раза", "в 250 раз", "в 1,23 тыс. раз", "в 110–250 раз": the figure as it is written decides, of two the last. */
export function timesOver(figure: string): string {
  const last = /[^–]*$/.exec(figure)?.[0] ?? figure;
  const isRounded = /[^\d,]$/.test(last);
  return `в ${figure} ${last.includes(',') && !isRounded ? 'раза' : noun(isRounded ? 1000 : Number(last), 'раз', 'раза', 'раз')}`;
}

/** С заглавной буквы начинается предложение. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
