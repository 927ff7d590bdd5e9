import type { SearchWords } from '../search-words.ts';
import { numbers } from './numbers.ts';
import { strategy } from './strategies.ts';
import { say } from './spaced.ts';
import { verdict } from './verdict.ts';
import { warning } from './warning.ts';

const notToldApart = (same: string) => (same === '' ? '' : say`，与它分不出高下的有：${same}`);

const notWorth = (own: boolean) => (own ? '这里不值得自己攒批：' : '这里不值得批量：');

const nameOf = (id: string) => strategy(id)?.label ?? id;

/** The answer of a search and what it rests on, in Simplified Chinese. */
export const search: SearchWords = {
  numbers,
  verdict,
  name: nameOf,
  way: (name, batchSize) => `${name}（每批 ${batchSize}）`,
  rate: (perSecond) => `${perSecond} 命令/秒`,
  p99InSlices: (p99, range) => `${p99}（各时间片 ${range} ms）`,
  incomparable: '无法对比',
  then: '；',

  batch: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `批量：${way}。`,
    say`${rate}，相对${baseline}为 ${gain}；p99 ${p99}，而不是 ${baselineP99}。`,
  ],
  batchUnsure: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    '批量值得用；批量大小尚不确定。',
    say`目前最好的是${way}：${rate}，相对${baseline}为 ${gain}；p99 ${p99}，而不是 ${baselineP99}。采用前请搜索更久。`,
  ],
  batchForP99: ({ way, rate, gain, baseline, p99, baselineP99 }) => [
    `批量：${way}。`,
    say`响应时间 p99 为 ${p99}，而${baseline}为 ${baselineP99}${gain === null ? '' : `，缩短 ${gain}`}，吞吐量 ${rate}。`,
  ],
  inconclusive: ({ way, gain, baseline, least }) => [
    '噪声太大，无法判断：请搜索更久。',
    say`${way}相对${baseline}为 ${gain}，据此说不出批量是否值得：不到 × ${least} 就不值得。`,
  ],
  outOfReach: ({ boundMs, p99, way, rate, withoutBatch }) => [
    `对比过的都不能把 p99 保持在 ${boundMs ?? '–'} ms 以下。`,
    `最低的 p99 是 ${p99}：${way}，${rate}。${withoutBatch ? '可见这并不是批量造成的。' : ''}`,
  ],
  notCompared: ({ boundMs, baseline, way, rate, p99 }) => [
    `尚无定论：轮流对比过的${baseline === null ? '都不能' : `只有${baseline}能`}把 p99 保持在 ${boundMs} ms 以下，但还试过别的。`,
    `在一个短时间片里，${way}的 p99 是 ${p99}，${rate}。请用这个上限搜索，或搜索得久一些，以便对比它。`,
  ],
  nearBound: ({ boundMs, baseline, way, rate, p99 }) => [
    `尚无定论：${baseline === null ? '没有哪个批量能' : `只有${baseline}能`}可靠地把 p99 保持在 ${boundMs} ms 以下。`,
    `最接近的是${way}，只在部分时间片里做到：p99 ${p99}，${rate}。请在空闲的机器上搜索得久一些。`,
  ],
  baselineOnEdge: ({ way, p99, boundMs }) => [
    `尚无定论：连${way}也不能可靠地把 p99 保持在 ${boundMs} ms 以下。`,
    `它的 p99 是 ${p99}，也没有批量守住上限。请在空闲的机器上搜索得久一些。`,
  ],
  noBatchServes: ({ own, way, underBound, atRate, rate, p99 }) => [
    notWorth(own),
    say`${way}是${underBound || atRate ? `唯一${atRate ? '达到速率' : ''}${atRate && underBound ? '且' : ''}${underBound ? '守住上限' : ''}的` : '找到的最佳'}：${rate}，p99 ${p99}。`,
  ],
  tooLittle: ({ own, way, gain, percent }) => [
    notWorth(own),
    say`${way}只带来 ${gain}，不到 ${percent} %，抵不上它的代码和延迟。`,
  ],

  gathers: (library, baseline) =>
    say`${library} 总是把一轮事件循环中的命令一起发送。所以基准是${baseline}，程序自己不攒批。`,
  choice: ({ batchSize, share, underBound, knee, kneeShare, kneeP99, p99 }) =>
    `批量作业取 ${batchSize}${share === null ? '' : `：达到${underBound ? '上限之内' : ''}最佳的 ${share}`}。看重延迟则取拐点 ${knee}：批量再大，延迟的增加就多于吞吐量。它的吞吐量为 ${batchSize} 时的 ${kneeShare} %，p99 为 ${kneeP99}，而不是 ${p99}。`,
  mostUnderBound: ({ boundMs, way, rate, p99 }) =>
    say`p99 低于 ${boundMs} ms 时，吞吐量最大的是${way}：${rate}，p99 ${p99}。`,
  noneMoreUnderBound: (boundMs) => `在 p99 低于 ${boundMs} ms 的条件下，对比过的其他方式吞吐量都没有更大。`,
  edge: ({ way, rate, p99, steady }) =>
    say`${way}的吞吐量更大，为 ${rate}，但处于临界：p99 ${p99}。每个时间片都守住上限的，最大是${steady}。`,
  edgeByP99: ({ way, p99, steady }) =>
    say`${way}的 p99 总体更短，但处于临界：${p99}。每个时间片都守住上限的，最短是${steady}。`,
  withoutBound: ({ way, rate, p99 }) => say`若没有上限，对比过的当中${way}最多：${rate}，p99 ${p99}。`,
  onEdge: (way, atRate) =>
    say`这处于临界：${way}的 p99 在部分时间片超出上限，${atRate ? '达到速率的' : '对比过的'}每个批量都是如此。`,

  nothingKeepsUp: (perSecond) => `对比过的都达不到 ${perSecond}/秒；这里说的是最大吞吐量。`,
  doesNotKeepUp: (way) => say`${way}达不到这个速率。`,
  reaches: ({ share, best, figure, same }) =>
    say`它达到最佳的 ${share}；最佳是${best}，${figure}${notToldApart(same)}。`,
  reachesUnderBound: (share) => `它达到上限之内最佳的 ${share}。`,
  p99BesideBest: ({ times, best, figure, same }) =>
    say`它的 p99 是最佳的 ${times}；最佳是${best}，${figure}${notToldApart(same)}。`,
  bestIs: ({ best, figure, same }) => say`最佳是${best}，${figure}${notToldApart(same)}。`,
  isBest: (same) => `它是最佳；与它分不出高下的有：${same}。`,
  stillClimbing: (batchSize, all) =>
    `到 ${batchSize} 时吞吐量仍在上升，这是${all ? '搜索的内存容得下的' : '试过的'}最大批量。`,
  kneeAt: ({ name, batchSize, rate, p99 }) =>
    say`${name}的拐点在 ${batchSize}（${rate}，p99 ${p99}）：批量再大，延迟的增加就多于吞吐量。`,
  otherWays: (ways) => `其他方式：${ways}。`,
  otherWay: (way, figure) => `${way}，${figure}`,

  reason: (way, verdict) => `${way}：${verdict}`,
  noise: (ways, aboutP99) =>
    `各时间片${aboutP99 ? '的 p99 ' : ''}不一致（变异系数：${ways}）：有别的东西占用了机器或网络。请等空闲时再试，或搜索更久。`,
  strays: (way, percent) => `${way} ${percent} %`,
  littleInFlight: (inFlight, clients) =>
    `按这个速率，${clients} 个连接上同时在途的命令${inFlight === null ? '几乎没有' : `约 ${inFlight} 条`}：没有多少可以装进一批。`,
  holdsFor: (batchSize, clients) =>
    `这适用于在 ${clients} 个连接中的每一个上都有 ${batchSize} 条命令同时待发的程序。若每条命令都要先等前一条的回复，就无从批量。`,
  holds: (ms, largest) =>
    `服务器每步约执行 ${ms}，其他客户端要等这么久。${largest === null ? '' : `批量不超过约 ${largest} 时，等待低于 1 毫秒。`}`,
  multiKey: 'MSET、MGET 和 DEL 整体成功或失败，其间不服务其他客户端；在集群中，所有键必须在同一个槽。',

  unusable: {
    'not-measured': () => '未测量',
    'no-replies': () => '没有收到回复',
    'commands-failed': ({ failed, classes }) => `${numbers.count(failed)} 条命令失败：${classes.join('、')}`,
    'broke-off': ({ message }) => message,
  },
  nothingUsable: (reasons) => `没有测到任何可以推荐的：${reasons}`,
  warning: {
    ...warning,
    'no-room-for-larger': ({ batchSize }) =>
      `没有试大于 ${batchSize} 的批量：这台服务器会淘汰键，剩余内存容不下它们在途的数据`,
    'out-of-time': ({ candidates }) =>
      `时间用完，没有试更大的批量：${candidates.map(({ strategy, batchSize }) => say`${nameOf(strategy)}大于 ${batchSize}`).join('、')}；延长搜索时间即可测到`,
  },
};
