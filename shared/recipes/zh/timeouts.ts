import type { Translated } from '../../sweep/recipe-words.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../timeouts.ts';

export const words: Translated<typeof english> = {
  title: '超时的代价',
  question: '许多命令在途时，给每条命令设超时要损失多少吞吐量？',
  method:
    '用 node-redis 经一个连接发送 100 字节的 SET：100 条命令在途，以及 100 条一批的管道。每种方式分别带有和不带库默认的 5 s 超时。库为每条带超时的命令创建一个 AbortSignal。管道中的命令没有超时。',
  source: '我们自己的问题：node-redis 6 默认有这个超时；没有发表过数字',
  ask: '不设超时时，100 条在途命令的速度是原来的多少倍？',
  choices: {},
  takeaway: (times) => `不给每条命令设超时，node-redis 在 100 条在途时每秒发送的 SET 是原来的 ${times} 倍。`,
  claims: {
    'costs-each-command': {
      text: '每条命令的超时比命令本身更贵。',
      rule: '成立的条件：不设超时，100 条在途命令至少快 1.5 倍，整个区间满足。',
    },
    'not-in-pipelines': {
      text: '在管道中它没有代价。',
      rule: '成立的条件：不设超时，100 条一批的管道的吞吐量是原来的 0.9 到 1.1 倍，整个区间满足。',
    },
  },
  labels: {
    sets: ({ count }) => `100 字节的 SET，${count} 条一起`,
    'commands-in-flight': ({ count }) => `${count} 条在途`,
    'with-timeout': '带超时',
    'without-timeout': '不带超时',
    'against-timeout': '对比带超时',
  },
  sentences: {
    gain: ({ way, count, ratio, withMs, withoutMs }, say) =>
      [
        `不设超时，${way === 'pipeline' ? `${count} 条一批的管道` : `${count} 条在途命令`}的吞吐量为 ${say.ratio(ratio)}`,
        withMs !== null && withoutMs !== null
          ? `；延迟中位数为 ${numbers.ms(withoutMs)} ms，原来是 ${numbers.ms(withMs)} ms`
          : '',
        '。',
      ].join(''),
  },
};
