import type { Messages } from '../en.ts';

const onlyOne = 'Ошибкой заканчивается только она сама.';
const betweenAny = 'Нет: других обслуживают между любыми двумя командами.';
const meanwhile = 'Нет: других обслуживают, пока выполняется пакет.';
const byKey = 'Ничего: команда идёт на узел своего ключа.';
const oneSlot = 'Все ключи пакета должны быть в одном слоте (хеш-теги).';
const sharedPackets = 'сама команда; сетевые пакеты общие';

/** The server's words for strategies, in Russian. */
export const strategies: Messages['strategies'] = {
  'one-by-one': {
    label: 'По одной',
    summary: 'Соединение шлёт команду и ждёт ответа, прежде чем послать следующую.',
    semantics: {
      onFailure: onlyOne,
      blocksOthers: betweenAny,
      cluster: byKey,
      writes: '1 на команду',
      bytes: 'сама команда, в отдельном сетевом пакете',
    },
  },
  concurrent: {
    label: 'Параллельно',
    summary: 'Много команд ждут ответа сразу, но каждая пишется в сокет сама: Promise.all, без пакетов.',
    semantics: {
      onFailure: onlyOne,
      blocksOthers: betweenAny,
      cluster: byKey,
      writes: '1 на команду',
      bytes: 'сама команда, в отдельном сетевом пакете',
    },
  },
  nagle: {
    label: 'Параллельно, Nagle',
    summary:
      'Как «Параллельно», но мелкие записи собирает ядро (noDelay: false), что задерживает их в настоящей сети.',
    semantics: {
      onFailure: onlyOne,
      blocksOthers: betweenAny,
      cluster: byKey,
      writes: '1 на команду; ядро сливает их в меньшее число сетевых пакетов',
      bytes: sharedPackets,
    },
  },
  'auto-pipeline': {
    label: 'Автоконвейер',
    summary:
      'Библиотека сама собирает команды одного оборота event loop в конвейер (ioredis: enableAutoPipelining).',
    semantics: {
      onFailure: 'Ошибкой заканчивается только она сама; в ioredis все ждут последнего ответа своего пакета.',
      blocksOthers: meanwhile,
      cluster:
        'Ничего: ioredis раскладывает команды по узлам. Когда слот переезжает, команды пакета с его ключом получают MOVED, пока слоты не запрошены заново.',
      writes: '1 на собранный пакет; у ioredis в пути один пакет за раз',
      bytes: sharedPackets,
    },
  },
  pipeline: {
    label: 'Конвейер',
    summary: 'Программа сама собирает пакет и шлёт его разом (ioredis: redis.pipeline() … exec()).',
    semantics: {
      onFailure:
        'Ошибкой заканчивается только она сама. ioredis и GLIDE дают ошибку или ответ для каждой; в node-redis отклоняется весь вызов.',
      blocksOthers: meanwhile,
      cluster: 'Делить пакет по узлам должна программа; неразделённый ioredis отвергает.',
      writes: '1 на пакет',
      bytes: sharedPackets,
    },
  },
  multi: {
    label: 'MULTI/EXEC',
    summary: 'Транзакция: пакет между MULTI и EXEC, отправленный одним конвейером.',
    semantics: {
      onFailure:
        'Если команду нельзя поставить в очередь, отвергается всё; ошибка при выполнении не останавливает и не отменяет остальных.',
      blocksOthers: 'Да: от первой команды MULTI до последней не обслуживают никого.',
      cluster: oneSlot,
      writes: '1 на пакет',
      bytes: 'сама команда, +QUEUED на каждую, MULTI и EXEC раз на пакет',
    },
  },
  'multi-key': {
    label: 'MSET / MGET',
    summary: 'Одна команда на весь пакет: MSET вместо SET, MGET вместо GET, DEL со многими ключами.',
    semantics: {
      onFailure: 'Команда не выполняется целиком; из пакета не сделано ничего.',
      blocksOthers: 'Да: одну команду ничто не прерывает.',
      cluster: oneSlot,
      writes: '1 на пакет',
      bytes: 'только ключ и значение: имя команды и ответ общие',
    },
  },
  lua: {
    label: 'Скрипт Lua',
    summary: 'Пакет выполняет скрипт на сервере: EVALSHA со всеми ключами и аргументами.',
    semantics: {
      onFailure: 'Решает скрипт: этот идёт дальше и ставит ошибку на место ответа (redis.pcall).',
      blocksOthers: 'Да: пока идёт скрипт, не обслуживают никого.',
      cluster: oneSlot,
      writes: '1 на пакет',
      bytes: 'ключи и аргументы, имя каждой команды и по букве на слово; хеш скрипта – один раз',
    },
  },
  wire: {
    label: 'Прямой сокет',
    summary: 'Без клиентской библиотеки: команды закодированы заранее, ответы сосчитаны. Верхняя граница.',
    semantics: {
      onFailure: onlyOne,
      blocksOthers: meanwhile,
      cluster:
        'Узел каждого ключа ищет программа. Эта не идёт по перенаправлениям: они считаются ошибками, а из MOVED она узнаёт новый узел.',
      writes: '1 на пакет',
      bytes: sharedPackets,
    },
  },
};
