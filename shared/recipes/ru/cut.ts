import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import { counted } from '../../words/ru/plural.ts';
import type { words as english } from '../cut.ts';

export const words: Translated<typeof english> = {
  title: 'Обрыв соединения',
  question: 'Соединение рвётся, пока записи в пути. Сколько выполнится дважды, а сколько пропадёт?',
  method:
    'INCR через 1 мс по двум соединениям, по 16 команд вместе, ioredis и node-redis соединяются снова, как у них принято. Связь рвётся каждые 2 с времени дорожки (в короткой форме – каждые 0,5 с), сразу с обеих сторон каждого соединения. У каждой команды свой ключ, и его значение говорит, сколько раз сервер её выполнил.',
  source: 'вопросы пользователей: redis/ioredis#1377, redis/ioredis#2193; чисел не публиковали',
  ask: 'Что делает ioredis с командами, на которые до обрыва не пришёл ответ?',
  choices: {
    again: 'отправляет снова, и часть выполняется дважды',
    fails: 'отвечает ошибкой, а часть всё же выполнена',
    once: 'каждая выполняется один раз',
  },
  takeaway: (said) => `ioredis и обрыв соединения: ${said}.`,
  claims: {
    'ioredis-applies-twice': {
      text: 'ioredis снова отправляет то, на что не было ответа, и часть записей выполняется дважды.',
      rule: 'Подтверждается, если сервер выполнил команду ioredis дважды. Если нет, то, может быть, ни один обрыв не застал ответа в пути.',
    },
    'node-redis-fails': {
      text: 'node-redis отвечает ошибкой на то, на что не было ответа, а часть этого выполнена.',
      rule: 'Подтверждается, если сервер выполнил команду, на которую node-redis ответил ошибкой, и ни одну дважды; не подтверждается, если хоть одну выполнил дважды.',
    },
    'done-is-done': {
      text: 'Что библиотека подтвердила, то на сервере есть.',
      rule: 'Подтверждается, если во всех дорожках сервер выполнил каждую подтверждённую команду.',
    },
  },
  labels: {
    'cut-every': ({ seconds }) => `INCR через 1 мс, обрыв каждые ${numbers.count(seconds)} с`,
    applied: 'выполнено',
    reported: 'подтверждено',
    unknown: 'неизвестно',
    'unknown-applied': 'из них выполнено',
    twice: 'дважды',
    missing: 'пропало',
    silence: 'без ответа, мс',
  },
  sentences: {
    counts: ({ client, counts }, say) =>
      `${client}: ${counted(counts.reported, 'команда подтверждена', 'команды подтверждены', 'команд подтверждено')}, дважды выполнено ${say.count(counts.twice)}; с ошибкой ${say.count(counts.unknown)}, из них выполнено ${say.count(counts.unknownApplied)}.`,
    missing: ({ missing, reported }, say) =>
      `Подтверждено команд: ${say.count(reported)}, из них на сервере нет ${say.count(missing)}.`,
    uncut: 'Ни один обрыв не пришёлся на дорожки.',
  },
};
