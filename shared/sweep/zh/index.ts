import { numbers } from '../../words/zh/numbers.ts';
import { warning } from '../../words/zh/warning.ts';
import type { RecipeLanguage } from '../recipe-in-words.ts';
import type { RecipeWords, Translated } from '../recipe-words.ts';
import { distanceInWords, type words as englishDistances } from '../distances.ts';
import type { words as english } from '../load-curve.ts';

const words = import.meta.glob<RecipeWords>('../../recipes/zh/*.ts', { eager: true, import: 'words' });

const relations = {
  'at least': '不低于',
  'less than': '低于',
  'not told apart from': '无法区分高于还是低于',
} as const;
const rangeRelations = {
  within: '在范围内：',
  outside: '在范围外：',
  'not told apart from': '无法区分是否在范围内：',
} as const;
const latencies = { mean: '平均', min: '最小', max: '最大', p50: 'p50', p95: 'p95', p99: 'p99' } as const;

const labels: RecipeLanguage['labels'] = {
  list: ({ parts }, { label, list }) => list(parts.map(label)),
  versus: ({ of, than }, { label, count }) =>
    `${label(of)} 对比 ${typeof than === 'number' ? count(than) : label(than)}`,
  'per-second': '命令/秒',
  'units-per-second': '单元/秒',
  interval: '95 % 区间',
  'its-interval': '区间',
  published: '已发表',
  'ratio-to-published': '与其之比',
  'against-count': ({ count }, say) => `相对 ${say.count(count)}`,
  latency: ({ key }) => latencies[key],
  'server-cpu': '服务器 CPU',
  'raw-socket': '裸套接字',
  'one-by-one': '逐条发送',
  pipeline: '管道',
  pipelines: '管道',
  'auto-pipelining': '自动管道',
  'lua-script': 'Lua 脚本',
  count: ({ count }, say) => say.count(count),
  connections: ({ count }) => `${count} 个连接`,
  threads: ({ count }) => `${count} 个线程`,
  depth: ({ depth }) => `深度 ${depth}`,
  bytes: ({ bytes }, { count }) => `${count(bytes)} 字节`,
  round: ({ round }) => `第 ${round} 轮`,
  'pipelines-of': ({ commands }, { count }) => `管道，每批 ${count(commands)} 条`,
  direct: '中间什么也不加',
  'through-link': ({ mbit }) => `经过 ${mbit} Mbit/s`,
  'at-trip': ({ rttMs }) => `往返 ${rttMs} ms`,
};

const sentences: RecipeLanguage['sentences'] = {
  'not-measured': ({ what }, { label }) => `${label(what)}：没有测量。`,
  'measured-once': ({ what, ratio }, say) =>
    `${say.label(what)}：${say.ratio(ratio)}，只测了一次，没有可供判断的区间。`,
  compared: ({ what, ratio, relation, bound }, say) =>
    `${say.label(what)}：${say.ratio(ratio)}，${relations[relation]} ${bound}。`,
  'in-range': ({ what, ratio, relation, low, high }, say) =>
    `${say.label(what)}：${say.ratio(ratio)}，${rangeRelations[relation]}${low} 到 ${high}。`,
  'one-machine': '客户端与服务器在同一台机器上：回环没有 1500 字节的数据包。',
  'sweep-machine-busy': ({ lanes, of }) =>
    lanes === of
      ? `这台机器太忙：${of} 条赛道全都等待过 CPU`
      : `这台机器太忙：${of} 条赛道中有 ${lanes} 条等待过 CPU`,
  'sweep-lanes-scatter': ({ lanes, of, share }) =>
    `${of} 条赛道中有 ${lanes} 条的时间片离散超过 ${numbers.share(share)}：机器在忙别的事，或者时间片太短。区间也因此这么宽`,
  'sweep-counts-differ': ({ lanes, of }) => `${of} 条赛道中有 ${lanes} 条，服务器数到的调用数与发出的不符`,
  'sweep-commands-failed': ({ failed }, { count }) => `${count(failed)} 条命令失败`,
};

const loadCurve: Translated<typeof english> = {
  title: '延迟随负载的变化',
  question: '每条赛道能跟上多高的速率？响应时间是多少？',
  method:
    '所有赛道依次用相同的速率测量，从低到高。在每个速率下，各赛道轮流运行。响应时间从命令到期的时刻算起，因此包括等待。',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-rate': ({ rps }, { count }) => `${count(rps)}/秒`,
    'by-rate': '每个速率下的响应时间',
    'by-lane': '每条赛道能跟上的速率',
    offered: '要求',
    lane: '赛道',
    reached: '达到/秒',
    queue: '队列',
    'queue-state': ({ state }) =>
      ({
        kept: '跟得上',
        grows: '在增长',
        short: '无法判定',
        failed: '赛道失败',
        stopped: '已停止',
      })[state],
    'kept-rate': '跟得上的最高速率',
    'grows-from': '队列开始增长',
  },
  sentences: {
    answer: ({ keeping, highest }, { count, list }) => {
      const [first, ...others] = keeping;
      if (!first) return '';
      const rate = ({ kept, isUnclear = false }: (typeof keeping)[number]) =>
        kept !== null ? `跟得上 ${count(kept)}/秒` : isUnclear ? '没有确定跟得上的速率' : '所有速率都跟不上';
      if (others.length === 0 && first.lanes.length > 1)
        return first.kept === null
          ? first.isUnclear
            ? '没有赛道确定跟得上任何速率'
            : '没有赛道跟得上任何速率'
          : `所有赛道${rate(first)}${first.kept === highest ? '，即测过的最高速率' : ''}`;
      return keeping.map((one) => `${list(one.lanes)} ${rate(one)}`).join('；');
    },
    keeps: ({ lane, kept, grows, highest, more = false, unclear = [] }, { count, list }) =>
      [
        kept !== null
          ? `${lane}：跟得上 ${count(kept)}/秒`
          : `${lane}：${unclear.length > 0 ? '没有确定跟得上的速率' : '所有速率都跟不上'}`,
        unclear.length > 0 ? `；${list(unclear.map((rate) => `${count(rate)}/秒`))}：无法判定` : '',
        grows !== null
          ? `；在 ${count(grows)}/秒时队列增长`
          : kept === highest
            ? more
              ? '，即目前测过的最高速率'
              : '，即最高的速率'
            : unclear.length > 0
              ? ''
              : '；更高时队列是否增长无法判定',
        '。',
      ].join(''),
    disturbed: ({ lane, rates, kept }, { count, list }) =>
      `${lane} 的队列在 ${list(rates.map((rate) => `${count(rate)}/秒`))} 时增长过，但它跟得上 ${count(kept)}/秒：当时有其他因素干扰。`,
    wakes: ({ lane, slow, fast }, { count }) =>
      `${lane} 在较高速率下响应更快（${count(slow.rps)}/秒时 p50 为 ${numbers.inMs(slow.p50Ms)}，${count(fast.rps)}/秒时为 ${numbers.inMs(fast.p50Ms)}）：速率低时，客户端和服务器在命令之间休眠，唤醒需要时间。`,
    fills: ({ lane, batch, slow, fast }, { count }) =>
      `${lane} 在较高速率下响应更快（${count(slow.rps)}/秒时 p50 为 ${numbers.inMs(slow.p50Ms)}，${count(fast.rps)}/秒时为 ${numbers.inMs(fast.p50Ms)}）：一个 ${batch} 条的批次要先装满。`,
  },
};

const distances: Translated<typeof englishDistances> = {
  title: '收益随距离的变化',
  question: '往返时间越长，每条赛道比第一条快多少？',
  method: '同样的赛道在每个往返时间下各测一次，由近到远。每处都轮流测量，比值取自该距离的各轮。',
  source: '',
  ask: '',
  choices: {},
  takeaway: () => '',
  claims: {},
  labels: {
    'at-distance': ({ rttMs }) =>
      distanceInWords(
        rttMs,
        { machine: '本机', zone: '同可用区', office: '办公室', continent: '同大洲', overseas: '海外' },
        'ms',
      ),
    'by-distance': '各距离的收益',
    'lane-at-distance': '赛道，距离',
    gain: '×',
  },
  sentences: {
    gains: ({ lane, gains }, { ratio, list }) =>
      `${lane}：${list(gains.map((gain) => `${gain.rttMs} ms 时 ${ratio(gain.ratio)}`))}。`,
    limit: ({ lanes, inFlight, of, limit }, { count, list, ratio }) =>
      `上限 ${ratio({ ratio: limit, ci95: null })}：${list(lanes)} 有 ${count(inFlight)} 条命令在途，而不是 ${count(of)} 条。赛道只等往返时，再远也不会更多。`,
    'limit-of-units': ({ lanes, trips, of, limit }, { count, list, ratio }) =>
      `上限 ${ratio({ ratio: limit, ci95: null })}：${list(lanes)} 每个单元 ${count(trips)} 次往返，而不是 ${count(of)} 次。赛道只等往返时，再远也不会更多。`,
    provisional: ({ rtts }, { list }) =>
      `${list(rtts.map((rttMs) => `${rttMs} ms`))} 处区间较宽：这些比值是暂定的。`,
  },
};

const ofPlans: Partial<Record<string, RecipeWords>> = { 'load-curve': loadCurve, distances };

/** Recipes in Chinese. */
export const recipeLanguage: RecipeLanguage = {
  lang: 'zh',
  comma: '，',
  between: '',
  numbers,
  labels,
  sentences,
  warning,
  topics: { why: '往返为何昂贵', depth: '批量该多大', cost: '代价是什么', breaks: '何时失效' },
  recorded: (when: string, on: string) => `${when} 在空闲的机器上记录：${on}`,
  showRecorded: '显示记录的结果',
  hideRecorded: '隐藏记录的结果',
  doneOn: (when: string) => `${when} 已完成`,
  allFigures: '全部数字',
  countedClaims: {
    holds: '成立',
    'does not hold here': '不成立',
    'cannot be seen here': '看不出',
  },
  recipe: (id) => ofPlans[id] ?? words[`../../recipes/zh/${id}.ts`],
};
