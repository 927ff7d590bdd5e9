import type { WarningWords } from '../words.ts';
import { numbers } from './numbers.ts';

export const warning: WarningWords = {
  'server-busy': ({ commandsPerSecond }) =>
    `服务器在忙：其他客户端每秒向它发送 ${numbers.count(commandsPerSecond)} 条命令`,
  'server-restarted': ({ ended }) => `内置服务器此前已退出（${ended}）；为本次运行重新启动了它`,
  'node-restarted': ({ ended }) => `内置集群的一个节点此前已退出（${ended}）；为本次运行重新启动了它`,
  'run-not-marked': ({ reason }) =>
    `无法在服务器上登记本次运行；如果它被强行终止，“roundtrip clean” 找不到它的键：${reason}`,
  'server-tells-nothing': () => '此用户无权查询服务器：没有服务器数据，命令数未核对，也不知道它是否会淘汰键',
  'resp2-only': ({ reason }) => `所有赛道都使用 RESP2，因为服务器拒绝了 HELLO 3：${reason}`,
  'different-allocators': ({ lane, allocator, baseline, baselineAllocator }) =>
    `所对比的服务器使用不同的内存分配器：${baseline} 为 ${baselineAllocator}，${lane} 为 ${allocator}；部分差异可能由此而来`,
  'keys-left': ({ prefix, reason }) => `无法删除以 ${prefix} 开头的键：${reason}`,
  'slots-not-moved': ({ reason }) => `无法迁移槽：${reason}`,
  'memory-nearly-full': () => '在服务器内存写满之前停止了：减少键数、缩小载荷或缩短运行',
  'keys-evicted': ({ keys }) =>
    `已停止：本次运行期间服务器内存写满，淘汰了 ${numbers.count(keys)} 个键，其中可能有别人的键：减少连接数、缩小批量或载荷，所需内存就会减少`,
  'changed-too-late': () => '设置更改得太晚，来不及跑完整一轮：已有更改前数据的，用的仍是那些数据',
  'changed-after-some': () => '更改设置时，有些赛道已跑完最后一次：它们的数据来自更改之前',
  'warm-up-not-level': () =>
    '预热结束时还不能确定吞吐量已经平稳：数据里可能含有上升的末段；更长的预热可以看清',
  'units-beside-commands': () => '运行你自己代码的赛道按工作单元计数，其余赛道按命令计数：两类之间不作对比',
  'lanes-in-caller': () =>
    '所有赛道都在调用者的线程中运行，因为其中一条是调用者的函数：该线程的其他工作会拖慢它们',
  'lanes-counted-at-port': () => '所有赛道都经过本机的一个端口，程序的命令在那里计数：每次往返因此略长',
  'line-cost': ({ lineMs }) =>
    lineMs === null
      ? '发给程序的一行要多少时间无从得知，因为它对空行也执行一个工作单元：这段时间包含在每个单元里'
      : `发给程序的一行及其应答用时 ${numbers.inMs(lineMs)}，包含在每个工作单元里`,
  'agents-on-one-host': ({ host, agents, cores }) =>
    `${agents} 个施压端运行在同一台机器上（${host}，${cores} 个核心）：它们共用核心，产生的负载少于同样数量的机器`,
  'server-stalled': ({ times, longestMs }) =>
    `在不计入结果的时间片之间，服务器有 ${numbers.count(times)} 次至少一秒没有应答，最长 ${numbers.inMs(longestMs)}`,
  'late-between-turns': ({ times, longestMs, cause }) =>
    `服务器在时间片之间停顿了 ${numbers.count(times)} 次，最长 ${numbers.inMs(longestMs)}（${cause === 'replies' ? '等待时间片的最后应答' : '等待它的计数器'}）：这期间到期的命令按实际延迟计入`,
  'agent-messages-ignored': ({ messages }) =>
    `忽略了发给本次运行的 ${numbers.count(messages)} 条消息，它们不可能来自本次运行的施压端：有其他程序在写控制 Redis`,
  'rounds-void': ({ rounds }) => `${numbers.count(rounds)} 轮未计入：某个时间片的数据互相矛盾，例如时钟跳变`,
  'not-precise': ({ asked, reached }) =>
    `比值没有达到要求的精度 ±${numbers.percent(asked, 1)}：${reached === null ? '有一个比值没有区间' : `最宽的区间为 ±${numbers.percent(reached, 1)}`}；运行更久会更精确`,
  'round-trips-differ': ({ shortest, shortestMs, longest, longestMs }) =>
    `各赛道运行时的往返时间不同：${shortest} ${numbers.inMs(shortestMs)}，${longest} ${numbers.inMs(longestMs)}`,
  'round-trip-rose': ({ beforeMs, duringMs }) =>
    `往返时间变长：运行之前为 ${numbers.inMs(beforeMs)}，运行期间为 ${numbers.inMs(duringMs)}`,
  'slices-disagree': ({ cv }) => `噪声大：各轮相差 ${numbers.percent(cv)}`,
  'throughput-drifted': ({ change }) =>
    `运行期间吞吐量${change > 0 ? '上升' : '下降'}了约 ${numbers.percent(Math.abs(change))}`,
  'counts-differ': ({ sent, counted }) =>
    `发送了 ${numbers.count(sent)} 次调用，但服务器${counted === null ? '没有计数' : `计到 ${numbers.count(counted)} 次`}`,
  'work-differs': ({ hitRate, baseline }) =>
    `不作对比，因为做的工作不同：${numbers.percent(hitRate)} 的命令找到了所要的内容，第一条赛道是 ${numbers.percent(baseline)}。请增加键的数量，使一个时间片既用不完也填不满它们`,
  'units-differ': ({ commands, baseline }) =>
    `不作对比，因为其中一条赛道的大多数单元不发送任何命令：每单元 ${numbers.fixed(commands, 1)} 条命令，第一条赛道是 ${numbers.fixed(baseline, 1)} 条。是缓存或提前返回代替了它们`,
  'replies-empty': ({ hitRate }) =>
    `只有 ${numbers.percent(hitRate)} 的命令查到了内容：空回复比真实数据的回复更快`,
  'keys-gone': ({ hitRate }) =>
    `不作对比：只有 ${numbers.percent(hitRate)} 的命令找到了事先写入的键，它们已被服务器淘汰或丢失`,
  'queue-grows': ({ backlog }) =>
    `要求的速率超出了这条赛道的能力：结束时有 ${numbers.count(backlog)} 条到期而未发出的命令。它们逐个时间片增多，因此响应时间会一直增长`,
  'agent-saturated': ({ agent, busy }) =>
    `施压端 ${agent} 一直忙碌（${numbers.percent(busy)}），其他施压端则不然：它的份额受所在机器限制`,
  'agents-apart': ({ slices }) => `${slices} 个时间片没有速率：各施压端同时发送的时间不足 98 %`,
  'commands-failed': ({ failed }) => `${numbers.count(failed)} 条命令失败`,
};
