import { numbersIn } from '../numbers.ts';

export const numbers = numbersIn({
  thousands: '\u202f',
  groupsFrom: 5,
  uncertain: (figure) => `около ${figure}`,
  afterColon: (sentence) => sentence.replace(/^[А-ЯЁ](?=[а-яё ])/, (letter) => letter.toLowerCase()),
  decimal: ',',
  units: {
    ...{ ms: 'мс', s: 'с', min: 'мин', '/s': '/с', 'commands/s': 'команд/с' },
    ...{ B: 'Б', KiB: 'КиБ', MiB: 'МиБ', GiB: 'ГиБ', TiB: 'ТиБ', 'Mbit/s': 'Мбит/с' },
    ...{ k: '\u00a0тыс.', M: '\u00a0млн' },
  },
  tickScales: [[1e6, 'M']],
});
