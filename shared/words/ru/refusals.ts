import type { RefusalWords } from '../refusals.ts';
import { problem } from './problem.ts';

const kinds = {
  run: 'прогон',
  lesson: 'урок',
  search: 'поиск размера пакета',
  'load-curve': 'измерение под нагрузкой',
  distances: 'измерение на расстояниях',
};
const inSeconds = (ms: number) => Math.ceil(ms / 1000);

/** The server's refusals in Russian. */
export const refusals: RefusalWords = {
  byCode: {
    run_in_progress: ({ run }) =>
      run
        ? `Уже идёт ${kinds[run.kind]} ${run.id}; ${run.remainingMs === null ? 'сколько ещё, неизвестно' : `осталось около ${inSeconds(run.remainingMs)} с`}.`
        : 'Уже идёт другой прогон.',
    too_few_agents: ({ agents }) =>
      agents
        ? `Плану нужно агентов: ${agents.wanted}; свободно для этой цели: ${agents.free}.`
        : 'Агентов не хватает.',
    no_control: () => 'У этого сервера нет управляющего Redis.',
    no_run: () => 'Сейчас ничего не идёт.',
    no_such_run: () => 'Такого прогона нет.',
    not_finished: () => 'Этот прогон ещё не закончен.',
    no_lesson: () => 'Сейчас не идёт ни один урок.',
    no_such_lesson: () => 'Такого урока нет.',
    no_search: () => 'Сейчас не идёт ни один поиск.',
    no_such_entry: () => 'Такой записи в истории нет.',
    unreadable_entry: ({ schema }) =>
      `У этой записи схема ${schema?.given ?? '?'}; эта версия читает схему ${schema?.read ?? '?'}. Её можно скачать или удалить.`,
    outcome_known: () => 'Итог уже на экране: догадка считается только до него.',
    too_many_guesses: () => 'Больше догадок для этого урока не принимается.',
    presenter_only: () =>
      'Это может только ведущий: нужен токен из адреса, который сервер напечатал при запуске.',
    foreign_request: () => 'Запрос пришёл с чужой страницы и отклонён.',
    body_too_large: () => 'Слишком много данных для одного запроса.',
    too_many_requests: () => 'Слишком много запросов подряд. Попробуйте немного позже.',
    history_unusable: () =>
      'Файл истории не открыть или не прочесть; причина – в журнале сервера. Измерять можно и без него.',
    not_our_address: () => 'Это не адрес этой страницы.',
    no_such_format: () => 'В таком виде это не сохранить.',
    not_found: () => 'По этому адресу ничего нет.',
    internal: () => 'На сервере что-то пошло не так; причина – в его журнале.',
  },
  ofField: problem,
  ofTarget: {
    'nothing-listens': (at) => `По адресу ${at} никто не отвечает. Сервер запущен, и адрес верный?`,
    unreachable: (at) => `До ${at} отсюда не добраться, или его имя неизвестно.`,
    'no-answer': (at) =>
      `${at} не ответил вовремя. Это Redis, и его не держит брандмауэр или долгая команда?`,
    password: (at) => `Redis по адресу ${at} ждёт другого имени или пароля.`,
    'not-allowed': (at) => `Redis по адресу ${at} этого не разрешает.`,
    loading: (at) => `Redis по адресу ${at} ещё загружает данные. Попробуйте, когда он закончит.`,
    replica: (at) => `Redis по адресу ${at} – реплика и не принимает записей. Укажите его мастер.`,
    'no-such-db': (at) => `У Redis по адресу ${at} нет такой базы.`,
    tls: (at) => `С ${at} не удалось соединиться по TLS.`,
    'not-redis': (at) => `То, что отвечает по адресу ${at}, не измерить: это не Redis или не как Redis.`,
    'connection-lost': (at) => `${at} закрыл соединение. Это Redis, и не нужен ли ему TLS?`,
    'no-cluster': (at) => `Redis по адресу ${at} – не кластер.`,
    'cluster-node': (at) =>
      `Redis по адресу ${at} – узел кластера. Кластер указывают как redis+cluster://${at}.`,
    'cluster-incomplete': (at) => `Кластер по адресу ${at} неполон: отвечают не все слоты.`,
  },
};
