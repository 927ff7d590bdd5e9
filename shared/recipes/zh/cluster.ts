import type { Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../cluster.ts';

const fate = ({ done, failed }: { done: number; failed: number }) => `完成 ${done} 条命令，失败 ${failed} 条`;

export const words: Translated<typeof english> = {
  title: '从一个节点到三个节点',
  question: '键分布在三个节点上时，每种策略会怎样，速度如何？',
  method:
    '用 ioredis 的 5 个客户端发 100 字节的 SET，每批 50 条。批次发到一台内置服务器，以及三个主节点的内置集群。在集群上还测试所有键在同一个槽（哈希标签）的情况。管道既按节点拆分后发送（程序必须这样做），也不拆分就发送；MSET 既整批发送，也按槽拆分。所有主节点共用这台机器，节点多了核并不会多。数字显示的是集群的代价，而不是它在独立机器上的收益。',
  source: `已发表的测试（作者与标题不详）；没有数字的说法；${environments.document2}`,
  ask: 'MSET 的键分布在三个节点上，会怎样？',
  choices: { 'all-done': '全部执行', crossslot: '被拒绝（CROSSSLOT）', 'something-else': '其他情况' },
  takeaway: (_, fate) =>
    fate === 'crossslot'
      ? '在集群中，键分布在三个节点上的 MSET 会被 Redis 拒绝（CROSSSLOT）。'
      : fate === 'all-done'
        ? '虽然键分布在三个节点上，MSET 仍全部执行。'
        : '键分布在三个节点上的 MSET 既没有全部执行，也没有按预期被拒绝。',
  claims: {
    'one-node-a-pipeline': {
      text: '一个管道只发往一个节点：在集群中，每条命令属于其槽所在的节点。',
      rule: '成立的条件：键分布在所有节点上的管道，按节点拆分后全部成功。未拆分的管道，一条命令也不得执行。',
    },
  },
  labels: {
    'pipeline-split': '管道（按节点拆分）',
    'pipeline-not-split': '管道（不拆分）',
    'mset-by-slot': 'MSET（按槽拆分）',
    'raw-socket-split': '裸套接字（按节点拆分）',
    'keys-all-over': '键分散',
    'keys-in-one-slot': '所有键在一个槽',
    'set-in-batches': ({ clients, batch }) => `100 字节的 SET，${clients} 个客户端，每批 ${batch} 条`,
    'one-node': '一个节点',
    'three-nodes': '三个节点',
    'against-one': '相对一个',
    outcome: '结果',
    'all-in-one-slot': '全在一个槽',
    'all-served': '全部成功',
    refused: ({ why }, { label }) => `被拒绝：${label(why)}`,
    'some-failed': ({ failed, of, why }, { label }) => `${of} 条中失败 ${failed} 条：${label(why)}`,
    'keys-of-several-nodes': 'ioredis：键属于多个节点',
    'unknown-failure': '原因不明',
  },
  sentences: {
    'pipelines-not-measured': '3 个节点上的管道：没有测量。',
    'split-and-whole': ({ split, whole }) =>
      `按节点拆分：${fate(split)}；不拆分：${fate(whole)}${whole.why === null ? '' : `（${whole.why}）`}。`,
    survivors: ({ of, ways }, { label, list }) =>
      `${of} 种方式中有 ${ways.length} 种能处理三个节点的键：${ways.length === 0 ? '无' : list(ways.map(label))}。`,
    'not-served': ({ way, outcome }, { label }) => `${label(way)}：${label(outcome)}。`,
    'speed-on-three': ({ way, rate, ratio, isDistinct, batch }, say) =>
      [
        `${say.label(way)}：三个节点上 ${say.perSecond(rate)}，与一个节点相比为 ${say.ratio(ratio)}`,
        isDistinct ? '' : '，无法区分',
        batch === null
          ? ''
          : `；每次写入 ${numbers.fixed(batch.three, 1)} 条命令，原来是 ${numbers.fixed(batch.one, 1)} 条`,
        '。',
      ].join(''),
    'served-in-one-slot': ({ ways }, { label, perSecond, list }) =>
      `所有键在一个槽时，能处理的有：${list(ways.map(({ way, rate }) => `${label(way)} ${perSecond(rate)}`))}。但这时三个节点中只有一个在做全部工作。`,
  },
};
