import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { timesOver } from '../../words/ru/plural.ts';
import type { words as english } from '../batch-limits.ts';

export const words: Translated<typeof english> = {
  title: 'Какого размера должен быть пакет',
  question: 'Что даёт больший пакет? Сколько времени и сколько памяти с обеих сторон он стоит?',
  method:
    'GET по 1000 байт по одному соединению ioredis, конвейерами от 10 до 100\u202f000. Второе соединение каждые 20 мс спрашивает сервер, сколько памяти он держит для клиентов (CLIENT LIST). Поток дорожки каждые 50 мс узнаёт размер своей кучи. Считается наибольшее за отрезок. Весь конвейер кодируется до отправки, и отрезок кончается целым конвейером.',
  source: `опубликованный тест (автор и название неизвестны); утверждения без цифр; ${environments.document2}`,
  ask: 'Какой наименьший пакет отстаёт от лучшей пропускной способности не больше чем на 5 %?',
  choices: {},
  takeaway: (size) =>
    `Наименьший пакет, который отстал от лучшей пропускной способности не больше чем на 5 %, без сети между ними: ${size}.`,
  claims: {
    'replies-queue': {
      text: 'Ответы одного огромного конвейера копятся в памяти сервера.',
      rule: 'Подтверждается, если ждущие ответы при 100\u202f000 команд занимают всем интервалом хотя бы вдвое больше памяти, чем при 10\u202f000. Всё, что меньше 16 КиБ, считается за 16 КиБ: столько есть у любого соединения.',
    },
    'delays-its-caller': {
      text: 'Один огромный конвейер задерживает того, кто его послал.',
      rule: 'Подтверждается, если конвейер из 100\u202f000 длится всем интервалом не меньше чем в 5 раз дольше, чем из 10\u202f000.',
    },
    'split-it': {
      text: 'Делите его, примерно по 10\u202f000 команд.',
      rule: 'Подтверждается, если конвейеры по 10\u202f000 дают всем интервалом не меньше 0,9 пропускной способности конвейеров по 100\u202f000: деление ничего не стоит.',
    },
  },
  labels: {
    'all-sizes': 'конвейеры от 10 до 100\u202f000',
    'get-by-size': 'GET по 1000 байт через одно соединение, по размеру конвейера',
    'replies-waiting': 'ответы ждут',
    'client-memory': 'память клиента',
    'time-of-a-pipeline': 'время конвейера',
    throughput: 'пропускная способность',
  },
  sentences: {
    'fastest-batch': ({ batch, rate, enough }, { count, perSecond }) =>
      `Быстрее всего конвейеры по ${count(batch)}, ${perSecond(rate)}; ${enough === batch ? 'меньшего пакета в пределах 5 % от этого нет' : `в пределах 5 % от этого – уже по ${count(enough)}`}.`,
    'longer-wait': ({ giant, giantMs, split, splitMs }, { count }) =>
      `Команда в конвейере из ${count(giant)} ждёт ответа ${numbers.ms(giantMs)} мс (медиана), из ${count(split)} – ${numbers.ms(splitMs)} мс: ${timesOver(numbers.short(giantMs / splitMs))} дольше.`,
    'gain-of-giant': ({ ratio, split }, say) =>
      `За это пропускная способность – ${say.ratio(ratio)} к конвейерам по ${say.count(split)}.`,
    memory: ({ batches }, { count }) =>
      `Ответы, ждавшие на сервере, и память потока клиента, самое большее: ${batches
        .map(
          ({ batch, serverBytes, clientBytes }) =>
            `${count(batch)}: ${numbers.bytes(Math.round(serverBytes))} и ${numbers.bytes(clientBytes)}`,
        )
        .join('; ')}.`,
  },
};
