import type { VerdictWords } from '../../../../shared/verdict/say.ts';

const batching = 'Стратегия с пакетами: эта работа в основном на каждый обмен, а не на команду.';

/** What holds a lane back, with its evidence, in Russian. */
export const verdictWords: VerdictWords = {
  unmeasured: { sentence: 'Ничего не измерено.', advice: 'Причина – в сообщении об ошибке.' },
  rate: (reached) => ({
    sentence: `Упирается в заданный темп: выдержано ${reached}.`,
    advice: 'Где предел, покажет темп повыше.',
  }),
  bandwidth: (mbit, ofMbit) => ({
    sentence: `Упирается в ширину канала: занято ${mbit} из ${ofMbit} Mbit/s.`,
    advice: 'Меньше байт: данные короче или сжатые, ключи короче, одна команда на много ключей.',
  }),
  serverCpu: (busy, batches) => ({
    sentence: `Упирается в CPU сервера: его главный поток занят ${busy} времени.`,
    advice: batches ? 'Меньше команд, команды дешевле или больше серверов.' : batching,
  }),
  clientCpu: (busy, threads, batches) => ({
    sentence: `Упирается в CPU клиента: ${threads === 1 ? 'его поток занят' : `его потоки (${threads}) заняты`} ${busy} времени.`,
    advice: batches ? 'Больше потоков или меньше байт и команд.' : batching,
  }),
  atRoofline: (share) =>
    `Ничего: это уже ${share} верхней границы – голого сокета без клиентской библиотеки.`,
  roundTrip: (evidence, batches) => ({
    sentence: `Упирается во время обмена: ${evidence}.`,
    advice: batches ? 'Пакет побольше или больше соединений.' : 'Стратегия с пакетами или больше соединений.',
  }),
  untold: (evidence, knowsServer) => ({
    sentence: `${knowsServer ? 'Что сдерживает, сказать нельзя' : 'Что сдерживает, нельзя сказать без нагрузки сервера'}: ${evidence}.`,
    advice: 'Больше соединений или пакет побольше покажут, какой предел близко.',
  }),
  load: (client, server, trip, ping) =>
    server === null
      ? `клиент занят на ${client}, обмен – ${trip}${ping === null ? '' : `, а один PING – ${ping}`}`
      : `клиент занят на ${client}, сервер на ${server}, обмен – ${trip}`,
};
