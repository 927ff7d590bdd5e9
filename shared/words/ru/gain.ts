import type { GainWords } from '../gain.ts';
import { numbers } from './numbers.ts';

export const gain: GainWords = {
  numbers,
  factors: (gain, waiting, batching, apart) =>
    `${gain} – это два множителя${apart ? ', каждый измерен сам по себе' : ''}: ${waiting} за счёт отправки без ожидания, ${batching} за счёт пакетов.`,
  inconclusive: 'разница не видна',
  evidence: (concurrent, figures) =>
    `Что пакеты изменили по сравнению с «${concurrent}»: ${figures.join(', ')}.`,
  perWrite: (batching, concurrent) => `${batching} команд на одну запись вместо ${concurrent}`,
  perRead: (batching, concurrent) => `${batching} на одно чтение сервера вместо ${concurrent}`,
  serverCpu: (batching, concurrent) => `${batching} мкс процессора сервера на команду вместо ${concurrent}`,
  bytes: (batching, concurrent) => `${batching} отправленных байт на команду вместо ${concurrent}`,
};
