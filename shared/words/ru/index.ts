import type { GainWords } from '../gain.ts';
import type { PraiseWords } from '../praise.ts';
import type { ServerWords } from '../server.ts';
import type { SustainedRateWords } from '../sustained-rate.ts';
import type { Words } from '../words.ts';
import { noun } from './plural.ts';
import { doubt, headline } from './headline.ts';
import { numbers } from './numbers.ts';
import { timesOver } from './plural.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const gain: GainWords = {
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

const typical = { command: 'обычная команда', response: 'обычный ответ' } as const;

const praise: PraiseWords = {
  numbers,
  p50: { command: 'p50', response: 'p50 времени ответа' },
  beside: (throughput, latency) => `${throughput}; ${latency}`,
  noInterval: (change) => `${change} (без интервала)`,
  range: (low, high) => `${low}–${high}`,
  faster: (lane, times, baseline) => `${lane}: ${timesOver(times)} быстрее, чем «${baseline}»`,
  throughput: (lane, times, baseline) =>
    `${lane}: ${timesOver(times)} больше команд в секунду, чем «${baseline}»`,
  takes: {
    times: (kind, times) => `${typical[kind]} занимает ${timesOver(times)} больше времени (p50)`,
    longer: (kind, share) => `${typical[kind]} занимает на ${share} больше времени (p50)`,
    less: (kind, share) => `${typical[kind]} занимает на ${share} меньше времени (p50)`,
  },
};

const sustainedRate: SustainedRateWords = {
  kept: (rate) => `Все дорожки поспевают: ${rate} команд/с`,
  missed: (rate, lanes, count) =>
    `${lanes === '' ? 'Ни одна дорожка не поспевает' : `${count === 1 ? 'Поспевает' : 'Поспевают'} только ${lanes}`}: ${rate} команд/с.`,
  responses: (times) => `Какая лучше, говорит время ответа; p50: ${times}.`,
};

const server: ServerWords = {
  accesses: { password: 'пароль', 'acl-user': 'пользователь ACL' },
  persistences: { 'aof-everysec': 'AOF раз в секунду', 'aof-always': 'AOF всегда', rdb: 'снимки RDB' },
  ioThreads: (count) => `${count} ${noun(count, 'поток', 'потока', 'потоков')} I/O`,
  memory: (mebibytes) => `не больше ${mebibytes} МиБ`,
};

export const russian: Words = {
  doubt,
  headline,
  gain,
  sustainedRate,
  numbers,
  praise,
  server,
  verdict,
  warning,
};
