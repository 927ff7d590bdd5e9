import type { words as english } from '../load-curve.ts';
import type { Translated } from '../recipe-words.ts';

/** It asks nothing before, and no one has published it. */
export const words: Translated<typeof english> = {
  title: 'Задержка под нагрузкой',
  question: 'Какую частоту выдерживает каждая дорожка и каково её время ответа?',
  method:
    'Все дорожки получают одни и те же частоты, от низкой к высокой. При каждой частоте они измеряются по очереди, раундами. Время ответа считается с момента, когда команда должна была уйти, поэтому ожидание входит в него.',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }, { count }) => `${count(rps)}/с`,
    'by-rate': 'Время ответа при каждой частоте',
    'by-lane': 'Что выдерживает каждая дорожка',
    offered: 'задано',
    lane: 'дорожка',
    reached: 'достигнуто/с',
    queue: 'очередь',
    'queue-state': ({ state }) =>
      ({
        kept: 'частота выдержана',
        grows: 'растёт',
        short: 'неясно',
        failed: 'сбой дорожки',
        stopped: 'остановлена',
      })[state],
    'kept-rate': 'наибольшая выдержанная частота',
    'grows-from': 'очередь растёт при',
  },
  sentences: {
    keeps: ({ lane, kept, grows, highest, more = false }, { count }) =>
      [
        kept === null ? `${lane}: не выдержана ни одна частота` : `${lane}: выдерживает ${count(kept)}/с`,
        grows !== null
          ? `; при ${count(grows)}/с очередь растёт`
          : kept === highest
            ? more
              ? ', наибольшую из измеренных до сих пор'
              : ', наибольшую из заданных'
            : '; растёт ли очередь выше, неясно',
        '.',
      ].join(''),
    disturbed: ({ lane, rates, kept }, { count, list }) =>
      `${lane}: очередь росла при ${list(rates.map((rate) => `${count(rate)}/с`))}, хотя ${count(kept)}/с выдержаны: мешало что-то другое.`,
  },
};
