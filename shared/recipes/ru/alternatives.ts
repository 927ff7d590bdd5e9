import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { capital } from '../../words/ru/plural.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../alternatives.ts';

export const words: Translated<typeof english> = {
  title: 'Способы отправить пакет',
  question:
    'Сколько стоят конвейер, MULTI, MSET/MGET, скрипт Lua и автоконвейер при одном размере пакета? Что из них атомарно?',
  method:
    'Пакеты по 1000 по одному соединению ioredis. SET и GET по 100 байт показывают скорость и байты. Затем идут два опыта. В первом пакеты пишут одни и те же 1000 ключей то с одним значением, то с другим. Другой клиент читает десять из этих ключей, от первого до последнего, одним MGET за другим. Кто увидел оба значения, увидел пакет, выполненный наполовину. Значения там по 1000 байт: малый пакет, пришедший целиком, читается разом, и застать его трудно. Второй опыт шлёт один пакет APPEND (SET, где способ не умеет APPEND). Ключ в середине этого пакета – список.',
  source: `опубликованный тест (автор и название неизвестны); утверждения без цифр; ${environments.document2}`,
  ask: 'Какой способ запишет больше всего SET в секунду, пакетами по 1000?',
  choices: {
    'one-by-one': 'по одной',
    'auto-pipeline': 'автоконвейер',
    pipeline: 'конвейер',
    multi: 'MULTI/EXEC',
    'multi-key': 'MSET / MGET',
    lua: 'скрипт Lua',
  },
  takeaway: (way) => `Пакетами по 1000 SET быстрее всего здесь: ${way}.`,
  claims: {
    'pipeline-not-atomic': {
      text: 'Конвейер не атомарен.',
      rule: 'Подтверждается, если другой клиент хотя бы раз увидел пакет, выполненный наполовину. Если не увидел, это ничего не доказывает.',
    },
    'failure-stops-nothing': {
      text: 'Ошибка одной команды конвейера не останавливает остальных.',
      rule: 'Подтверждается, если сервер отклонил ровно одну ошибочную команду пакета. Все остальные должны изменить свои ключи на сервере.',
    },
    'mset-and-multi-atomic': {
      text: 'MSET и MULTI атомарны.',
      rule: 'Подтверждается, если не меньше чем за 100 взглядов на каждый способ ни один его пакет не увиден наполовину, а пакеты конвейера – увидены. Против достаточно одного. Речь о том, что видят другие: отката нет.',
    },
  },
  labels: {
    'speed-and-bytes': ({ command }) => `${command}, скорость и байты`,
    'half-done-and-failing': 'пакеты наполовину, и одна ошибка',
    'of-100-bytes': ({ command, batch }) =>
      `${command} по 100 байт, пакеты по ${batch} через одно соединение`,
    'against-pipeline': 'к конвейеру',
    'bytes-out': 'байт туда',
    'bytes-in': 'байт назад',
    'as-others-see-them': ({ batch }) =>
      `Пакеты по ${batch} глазами другого клиента и пакет с одной ошибочной командой`,
    batches: 'пакетов',
    looks: 'взглядов',
    'half-done': 'наполовину',
    failed: 'отказов',
    'others-done': 'остальные',
    'none-failed': ({ command }) => `ни один ${command}`,
    'failed-with': ({ refused, failure }) => `${refused} (${failure ?? 'причина неизвестна'})`,
    'done-of': ({ done, of }) => `${done} из ${of}`,
  },
  sentences: {
    'not-tried': ({ way }, { label }) => `${capital(label(way))}: не проверено (0 взглядов).`,
    'seen-half-done': ({ way, looks, halfDone }, { label }) =>
      `${capital(label(way))}: взглядов, увидевших пакет наполовину, – ${halfDone} из ${looks} (${numbers.share(halfDone / looks)}).`,
    // Правило трёх: не увиденное за n взглядов бывает, с 95 %, реже чем в 3/n из них.
    'never-half-done': ({ way, looks }, { label }) =>
      `${capital(label(way))}: ни один взгляд из ${looks} не увидел пакета наполовину${looks > 3 ? ` (с уверенностью 95 % – самое большее 1 из ${Math.floor(looks / 3)})` : ''}.`,
    'pipeline-not-caught': 'Но и конвейер наполовину застать не удалось.',
    'one-failing': ({ way, command, batch, refused, failure, others, othersDone, listKept }, { label }) =>
      [
        `${capital(label(way))}: из ${batch} ${command} `,
        refused === 0
          ? 'ошибок нет'
          : `ошибок ${refused} (${failure ?? 'причина неизвестна'}), из остальных ${others} выполнено ${othersDone}`,
        listKept ? ', список на месте.' : ', список перезаписан.',
      ].join(''),
    'fastest-way': ({ command, way, rate, againstPipeline }, say) =>
      againstPipeline && isUnclear(againstPipeline)
        ? `${command}: больше всего сделал способ ${say.label(way)}, ${say.perSecond(rate)}, но от конвейера он неотличим: ${say.ratio(againstPipeline)}.`
        : `${command}: быстрее всего ${say.label(way)}, ${say.perSecond(rate)}${againstPipeline ? `, ${say.ratio(againstPipeline)} к конвейеру` : ''}.`,
    'on-the-wire': ({ command, ways }, { label, list }) =>
      `${command} занимает в сети, туда и обратно: ${list(
        ways.map(
          ({ way, bytesOut, bytesIn }) =>
            `${label(way)} ${numbers.bytes(Math.round(bytesOut))} и ${numbers.bytes(Math.round(bytesIn))}`,
        ),
      )}.`,
  },
};
