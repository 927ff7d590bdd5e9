import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/ru/numbers.ts';
import type { words as english } from '../reconnect.ts';

const way = (rttMs: number) => (rttMs === 0 ? 'напрямую' : `при ${numbers.count(rttMs)} мс`);

export const words: Translated<typeof english> = {
  title: 'Соединение на каждую команду',
  question: 'Как сказывается на пропускной способности новое соединение на каждую команду или каждый пакет?',
  method:
    'SET по 100 байт, по десять сразу. Сначала через десять постоянных соединений. Затем с новым соединением на каждую команду (или каждый конвейер из 16): в redis-benchmark это называется -k 0. Всё идёт напрямую и при 5 мс, на прямом сокете и с ioredis.',
  source: 'опубликованный тест (автор и название неизвестны); утверждение без цифр',
  ask: 'С соединением на каждую команду: какая доля пропускной способности ioredis остаётся на loopback?',
  choices: {},
  takeaway: (share) =>
    `С новым соединением на каждую команду остаётся ${share} пропускной способности постоянных соединений.`,
  claims: {
    'opening-costs-throughput': {
      text: 'Открывать соединение на каждый вызов стоит пропускной способности.',
      rule: 'Подтверждается, если с соединением на каждую команду выходит всем интервалом меньше 0,8 пропускной способности постоянных. Так должно быть и на прямом сокете, и с ioredis, напрямую.',
    },
  },
  labels: {
    kept: 'постоянные',
    'new-each-time': 'каждый раз новое',
    'set-with-trip': ({ rttMs }) => `SET по 100 байт ${way(rttMs)}`,
    'against-kept': 'к постоянным',
    'new-to-kept': 'новые соединения против постоянных',
  },
  sentences: {
    shares: ({ rttMs, shares, saved }, { label, ratio, perSecond, list }) =>
      [
        `Новые соединения против постоянных, ${way(rttMs)}: ${list(shares.map((share) => `${label(share.client)} ${ratio(share.ratio)}`))}.`,
        saved === null
          ? ''
          : ` Соединение, по которому идёт ${saved.commands} команд вместо одной: ${perSecond(saved.batchRate)} вместо ${perSecond(saved.singleRate)}.`,
      ].join(''),
  },
};
