import type { Messages } from '../en.ts';

/** Labels of recipes in Russian, in the order of label-shapes.ts; figures take the places of the #. */
export const labels: Messages['labels'] = [
  'команд/с', // commands/s
  'интервал # %', // # % interval
  'опубликовано', // published
  'отношение', // ratio to it
  'интервал', // its interval
  'интервал', // interval
  'CPU сервера', // server CPU
  'CPU, опубл.', // published CPU
  'занято Mbit/s', // Mbit/s used
  'к #', // against #
  'к конвейеру', // against pipeline
  'к «без файла»', // against no file
  'к постоянным', // against kept
  'к одному', // against one
  'к «по одной»', // against one by one
  'пакетов', // batches
  'взглядов', // looks
  'наполовину', // half done
  'отказов', // failed
  'остальные', // others done
  'ответы ждут', // replies waiting
  'память клиента', // client memory
  'ключей', // keys
  'ключей/с', // keys/s
  '# млн', // # million
  'байт на ключ', // bytes a key
  'время', // time
  'доля суток', // share of a day
  'память', // memory
  'один узел', // one node
  'три узла', // three nodes
  'итог', // outcome
  'все в одном слоте', // all in one slot
  'измерено', // measured
  'сегментов', // segments
  'сервер', // server
  'по одной', // one by one
  'конвейер', // pipeline
  'выигрыш', // gain
  'к # потоку', // as fast as # thread
  'обмен', // round trip
  'в пути', // in flight
  'без авто', // plain
  'авто', // auto
  'без авто p#', // plain p#
  'авто p#', // auto p#
  'отношение', // ratio
  'команд на запись', // commands a write
  'байт туда', // bytes out
  'байт назад', // bytes in
  'обмен p#', // trip p#
  'пакет p#', // batch p#
  'его p#', // its p#
  'его макс.', // its max
  'p# / один', // p# / alone
  'среднее', // mean
  'мин.', // min
  'макс.', // max
  'соединений: #, #, # и #', // #, #, # and # connections
  'потоков: #, #, # и #', // #, #, # and # threads
  'напрямую', // with nothing in between
  'SET напрямую', // SET with nothing in between
  'через # Mbit/s', // through # Mbit/s
  '# байт', // # bytes
  '# байт через # Mbit/s', // # bytes through # Mbit/s
  'SET и LPUSH, глубина # и #', // SET and LPUSH at depth # and #
  'глубина #, # и #, соединений: #', // depth #, # and # over # connections
  'одно соединение, # ms', // one connection at # ms
  'местный контейнер', // local container
  'сеть офиса', // office network
  'другой континент', // another continent
  '# ms', // # ms
  'круг #', // round #
  'ключей: #', // # keys
  'конвейеры ioredis', // ioredis pipelines
  'голый сокет', // raw socket
  'потоков: #', // # thread
  'потоков: #', // # threads
  'скорость и байты', // speed and bytes
  'пакеты наполовину', // half-done batches
  'и одна ошибка', // and one failing command
  'конвейеры от # до #', // pipelines of # to #
  'восемь способов', // eight ways
  'и клиент рядом', // and a client beside them
  'без append-only файла', // no append-only file
  'синхронизация раз в секунду', // synced every second
  'синхронизация всегда', // synced always
  'при # ms', // at # ms
  'ключи повсюду', // keys all over
  'все ключи в одном слоте', // all keys in one slot
  'в пути от # до #, напрямую', // # to # in flight with nothing in between
  'в пути от # до #, при # ms', // # to # in flight at # ms
  '# команд в секунду при # ms', // # commands a second at # ms
  'Автоконвейер и обычные команды', // Auto-pipelining against plain commands
  'Время команды', // Time of a command
];
