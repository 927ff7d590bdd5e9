import type { RaceMessages } from './en.ts';
import { counted } from '../../../../shared/words/ru/plural.ts';

export const race: RaceMessages = {
  job: (count, name) =>
    name === null
      ? counted(count, 'единица работы', 'единицы работы', 'единиц работы')
      : `${counted(count, 'команда', 'команды', 'команд')} ${name}`,
  size: 'Объём работы',
  pace: 'Темп',
  paces: { '10': 'в 10 раз медленнее', '1': 'как есть', '0.1': 'в 10 раз быстрее' },
  again: 'Ещё раз (W)',
  first: 'первая',
  noRate: 'нет скорости',
  source: 'Нарисовано по скоростям, измеренным в этом замере.',
  behind: (first, last, share) =>
    `Когда дорожка «${first}» закончила, у дорожки «${last}» было готово ${share}.`,
};
