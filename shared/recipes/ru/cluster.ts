import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/ru/sources.ts';
import { capital, counted } from '../../words/ru/plural.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../cluster.ts';

const fate = ({ done, failed }: { done: number; failed: number }) =>
  `выполнено ${counted(done, 'команда', 'команды', 'команд')}, с ошибкой ${counted(failed, 'команда', 'команды', 'команд')}`;

export const words: Translated<typeof english> = {
  title: 'От одного узла к трём',
  question: 'Что станет с каждой стратегией и её скоростью, когда ключи разложены по трём узлам?',
  method:
    'SET по 100 байт, 5 клиентов ioredis, пакетами по 50. Пакеты идут на один встроенный сервер и на встроенный кластер из трёх мастеров. На кластере они идут ещё и со всеми ключами в одном слоте (хеш-тег). Конвейер шлётся и разделённым по узлам, как должна делать программа, и неразделённым; MSET – и целым, и разделённым по слотам. Все мастера делят эту машину, и ядер от них не прибавляется. Цифры показывают цену кластера, а не его выигрыш на отдельных машинах.',
  source: `опубликованный тест (автор и название неизвестны); утверждения без цифр; ${environments.document2}`,
  ask: 'Что станет с MSET, ключи которого на трёх узлах?',
  choices: {
    'all-done': 'выполнится весь',
    crossslot: 'будет отвергнут (CROSSSLOT)',
    'something-else': 'что-то другое',
  },
  takeaway: (_, fate) =>
    fate === 'crossslot'
      ? 'В кластере Redis отклоняет MSET, ключи которого на трёх узлах (CROSSSLOT).'
      : fate === 'all-done'
        ? 'MSET выполнился весь, хотя его ключи на трёх узлах.'
        : 'MSET, ключи которого на трёх узлах, не выполнился весь и не был отвергнут, как ожидалось.',
  claims: {
    'one-node-a-pipeline': {
      text: 'Конвейер идёт на один узел: в кластере каждая команда принадлежит узлу своего слота.',
      rule: 'Подтверждается, если конвейеры с ключами всех узлов, разделённые по узлам, обслужены без единой ошибки. Из неразделённых не должно быть выполнено ни одной команды.',
    },
  },
  labels: {
    'pipeline-split': 'конвейер (разделён по узлам)',
    'pipeline-not-split': 'конвейер (не разделён)',
    'mset-by-slot': 'MSET (разделён по слотам)',
    'raw-socket-split': 'прямой сокет (разделён по узлам)',
    'keys-all-over': 'ключи повсюду',
    'keys-in-one-slot': 'все ключи в одном слоте',
    'set-in-batches': ({ clients, batch }) =>
      `SET по 100 байт, ${counted(clients, 'клиент', 'клиента', 'клиентов')}, пакеты по ${batch}`,
    'one-node': 'один узел',
    'three-nodes': 'три узла',
    'against-one': 'к одному',
    outcome: 'итог',
    'all-in-one-slot': 'все в одном слоте',
    'all-served': 'обслужены все',
    refused: ({ why }, { label }) => `отвергнуто: ${label(why)}`,
    'some-failed': ({ failed, of, why }, { label }) => `с ошибкой ${failed} из ${of}: ${label(why)}`,
    'keys-of-several-nodes': 'ioredis: ключи нескольких узлов',
    'unknown-failure': 'причина неизвестна',
  },
  sentences: {
    'pipelines-not-measured': 'Конвейеры по 3 узлам: не измерено.',
    'split-and-whole': ({ split, whole }) =>
      `Разделены по узлам: ${fate(split)}; не разделены: ${fate(whole)}${whole.why === null ? '' : ` (${whole.why})`}.`,
    survivors: ({ of, ways }, { label, list }) =>
      `Ключи всех трёх узлов обслуживают ${ways.length} из ${of} способов: ${ways.length === 0 ? 'ни одного' : list(ways.map(label))}.`,
    'not-served': ({ way, outcome }, { label }) => `${capital(label(way))}: ${label(outcome)}.`,
    'speed-on-three': ({ way, rate, ratio, isDistinct, batch }, say) =>
      [
        `${capital(say.label(way))}: ${say.perSecond(rate)} на трёх узлах, ${say.ratio(ratio)} к одному узлу`,
        isDistinct ? '' : ', неотличимо от него',
        batch === null
          ? ''
          : `; команд на запись ${numbers.fixed(batch.three, 1)} вместо ${numbers.fixed(batch.one, 1)}`,
        '.',
      ].join(''),
    'served-in-one-slot': ({ ways }, { label, perSecond, list }) =>
      `Когда все ключи в одном слоте, обслуживаются: ${list(ways.map(({ way, rate }) => `${label(way)} ${perSecond(rate)}`))}. Но тогда всю работу делает один из трёх узлов.`,
  },
};
