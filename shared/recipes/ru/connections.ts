import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../connections.ts';

export const words: Translated<typeof english> = {
  title: 'Больше соединений вместо пакетов',
  question: 'Что дают дополнительные соединения, если каждая команда ждёт ответа?',
  method:
    'SET по 100 байт, по одной, через 1, 5, 10 и 50 соединений. В публикации клиентом была программа на C: вместо неё прямой сокет, рядом ioredis. Как по умолчанию в redis-benchmark, все пишут один и тот же ключ.',
  source: `опубликованный тест (автор и название неизвестны); redis-benchmark, SET по 100 байт, 1\u202f000\u202f000 команд; ${environments.document0}`,
  ask: 'Во сколько раз пропускная способность 50 соединений больше, чем одного (прямой сокет)?',
  choices: {},
  takeaway: (times) =>
    `Без пакетов 50 соединений выполняют ${timesOver(times)} больше команд в секунду, чем одно.`,
  claims: {
    'linear-until-saturated': {
      text: 'Пропускная способность растёт почти линейно с числом соединений, пока сервер не насытится, а дальше стоит на месте.',
      rule: 'Подтверждается, если 5 соединений дают не меньше чем в 3 раза большую пропускную способность, чем одно, а 50 – от 0,75 до 1,33 пропускной способности 10; оба раза всем интервалом.',
    },
  },
  labels: { 'all-counts': 'соединений: 1, 5, 10 и 50', 'set-one-by-one': 'SET по 100 байт, по одной' },
  sentences: {
    gains: ({ client, singleRate, gains }, { perSecond, ratio, list }) =>
      `${client === 'wire' ? 'Прямой сокет' : 'ioredis'}: ${perSecond(singleRate)} через одно соединение, ${list(gains.map((gain) => `${ratio(gain.ratio)} через ${gain.connections}`))}.`,
    'server-saturated': ({ cpu }) =>
      `В конце главный поток сервера занят на ${numbers.share(cpu)}: он насыщен, и новые соединения ничего не дают.`,
    'server-not-saturated': ({ cpu }) =>
      `В конце главный поток сервера занят только на ${numbers.share(cpu)}: насыщен клиент или ядра, которые они делят.`,
    'longer-wait': ({ singleMs, manyMs }) =>
      `Через 50 соединений каждая команда ждёт ${timesOver(numbers.short(manyMs / singleMs))} дольше, чем через одно (медиана ${numbers.ms(manyMs)} против ${numbers.ms(singleMs)} мс).`,
  },
};
