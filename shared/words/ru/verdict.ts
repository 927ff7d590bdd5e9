import type { Load } from '../../contract/verdict.ts';
import { numbers } from './numbers.ts';
import { severalTrips, type VerdictWords } from '../words.ts';

const batching = 'Стратегия с пакетами: эта работа в основном на каждый обмен, а не на команду.';

const nothingToGain = (share: number) =>
  `Ничего: это уже ${numbers.percent(share)} верхней границы – прямого сокета без клиентской библиотеки.`;

const evidence = ({ client, server, tripMs, meanTripMs, pingMs }: Load) => {
  const busy =
    server === null
      ? `клиент занят на ${numbers.percent(client)}`
      : `клиент занят на ${numbers.percent(client)}, сервер на ${numbers.percent(server)}`;
  // Of a lane that a cache answers, the trips are not known.
  if (tripMs === null) return busy;
  const ping =
    server !== null || pingMs === null || pingMs > tripMs
      ? ''
      : `, а один PING – не меньше ${numbers.inMs(pingMs)}`;
  const mean =
    meanTripMs === undefined
      ? ''
      : `, в среднем ${numbers.inMs(meanTripMs)}: некоторые обмены намного дольше`;
  return `${busy}, обмен – ${numbers.inMs(tripMs)} (p50)${ping}${mean}`;
};

export const verdict: VerdictWords = {
  unmeasured: () => ({
    sentence: 'Скорость не измерена.',
    advice: 'Причина – в сообщении об ошибке или в предупреждении.',
  }),
  rate: ({ reached }) => ({
    sentence: `Упирается в заданный темп: выдержано ${numbers.percent(reached)}.`,
    advice: 'Где предел, покажет темп повыше.',
  }),
  bandwidth: ({ mbit, ofMbit }) => ({
    sentence: `Упирается в ширину канала: занято ${numbers.fixed(mbit, 1)} из ${numbers.count(ofMbit)} Мбит/с.`,
    advice: 'Меньше байт: данные короче или сжатые, ключи короче, одна команда на много ключей.',
  }),
  proxy: ({ busy }) => ({
    sentence: `Упирается в прокси самой программы: его поток занят ${numbers.percent(busy)} времени.`,
    advice: 'Предел здесь не Redis и не стратегия: записи покрупнее или настоящая сеть вместо прокси.',
  }),
  'server-cpu': ({ busy, batches, ofRoofline }) => ({
    sentence: `Упирается в CPU сервера: его главный поток занят ${numbers.percent(busy)} времени.`,
    advice:
      ofRoofline !== null
        ? nothingToGain(ofRoofline)
        : batches
          ? 'Меньше команд, команды дешевле или больше серверов.'
          : batching,
  }),
  'client-cpu': ({ busy, threads, batches, ofRoofline }) => ({
    sentence: `Упирается в CPU клиента: ${threads === 1 ? 'его поток занят' : `его потоки (${threads}) заняты`} ${numbers.percent(busy)} времени.`,
    advice:
      ofRoofline !== null
        ? nothingToGain(ofRoofline)
        : batches
          ? 'Больше потоков или меньше байт и команд.'
          : batching,
  }),
  // What helps is said once, of all lanes.
  cores: ({ waiting }) => ({
    sentence: `Дорожка ждала процессора ${numbers.percent(waiting)} времени.`,
    advice: '',
  }),
  'all-failed': ({ failed, failure }) => ({
    sentence: `Ничего не выполнено: все команды (${numbers.count(failed)}) завершились ошибкой (${failure}).`,
    advice: 'Сравнивать эту дорожку не с чем. Если ответил так сервер, redis-cli покажет ошибку целиком.',
  }),
  'round-trip': ({ load, batches, trips }) => ({
    sentence: `Упирается в задержку обмена: ${evidence(load)}.`,
    advice:
      trips !== undefined
        ? trips < severalTrips
          ? 'Больше соединений: единица работы занимает один обмен.'
          : 'Меньше обменов в единице работы или больше соединений.'
        : batches
          ? 'Больший пакет или больше соединений.'
          : 'Стратегия с пакетами или больше соединений.',
  }),
  unclear: ({ load }) => ({
    sentence: `${load.server === null ? 'Что сдерживает, нельзя сказать без нагрузки сервера' : 'Что сдерживает, сказать нельзя'}: ${evidence(load)}.`,
    advice: 'Больше соединений или пакет побольше покажут, какой предел близко.',
  }),
};
