import type {
  AgentMessages,
  DistanceMessages,
  LineMessages,
  LoadMessages,
  MachineMessages,
  PanelMessages,
} from './en.ts';
import { chinese } from '../../../../shared/words/zh/index.ts';
import { say } from '../../../../shared/words/zh/spaced.ts';

const { numbers } = chinese;
const { count: whole } = numbers;

export const load: LoadMessages = {
  mode: '要找什么',
  modes: { batch: '批量大小', load: '延迟随负载的变化' },
  about: '下一次测量',
  measuredWith: (facts: string) => `测量条件：${facts}。`,
  question: '每条赛道能跟上多大的负载？',
  questionMore: '“对比”中的所有赛道用相同的速率测量，从低到高。响应时间从命令到期的时刻算起，因此包括等待。',
  low: '从',
  high: '到',
  unit: '命令/秒',
  points: '步数',
  pointsUnit: '个速率',
  wrong: (min: string, max: string) => `请输入 ${min} 到 ${max} 的整数；20k 即 20,000。`,
  thousands: '1k 即 1000。',
  waitsToFill: (lanes: string) =>
    `速率低时，命令要等批量凑满才发出；这段等待计入这些赛道的响应时间：${lanes}。`,
  reversed: '请输入大于下限的数。',
  start: '测量',
  notStarted: '负载曲线没有开始',
  title: '响应时间随负载的变化',
  latency: '延迟',
  x: '要求的速率，命令/秒',
  y: (percentile: string) => `响应时间的 ${percentile}，ms`,
  grows: '队列增长',
  empty: '曲线会在这里逐个速率画出。',
  note: '从标记的点起，赛道的队列增长：再往上，响应时间会随运行一直变长。',
  stopped: '已停止：这些是到那时测得的速率。',
  failed: '负载曲线中断',
};

export const distances: DistanceMessages = {
  title: '不同距离',
  start: '测量五个距离',
  inProgress: (step, of, left) => `第 ${step} 个距离，共 ${of} 个；约 ${left}后结束。`,
  needsSecond: '请添加第二条赛道：收益要有对比对象。',
  noAgents: '施压端使用自己的网络，不能再附加网络。',
  limit: (times) => `上限 × ${times}`,
  describe: (lanes) => `× 随距离的变化：${lanes}。下面的数字说的是同样的内容。`,
  figures: '全部数字',
  guess: (lane) => `先猜一猜：画出“${lane}”在各距离上的倍数`,
  changeGuess: '修改猜测',
  guessAgain: '清除猜测',
  guessAt: (distance) => `你的猜测：${distance}`,
  drawMore: (lane) => `在每个距离点出你预期的“${lane}”的倍数；可以拖动修改。`,
  send: '提交猜测',
  guesses: (count, lane) => `“${lane}”：${count} 个猜测。`,
  guessedSo: (times, count) => `× ${times}：${count} 人猜`,
};

export const agents: AgentMessages = {
  title: '施压端',
  loadFrom: '负载来自',
  here: '服务器所在的机器',
  some: (count) => `${count} 个施压端`,
  more: '各施压端执行每条赛道的相等部分，使用各自已有的网络。',
  free: (free, all) => `对此目标空闲：${free} / ${all}`,
  none: '还没有施压端加入。在负载机器上运行：roundtrip agent --join URL --target NAME=URL',
  tooFew: (wanted, free) => `需要 ${wanted} 个，空闲 ${free} 个：请让更多施压端加入，或减少数量。`,
  privateServer: '施压端无法连接内置服务器：请选择有地址的目标。',
  noControl: '这台服务器没有控制 Redis：请用 --join URL 启动它。',
  states: { free: '空闲', busy: '运行中', version: '版本不同', target: '没有此目标' },
  cores: (cores, load) => `${cores} 核，负载 ${load}`,
  clock: (ms) => `时钟 ${ms}`,
  clockMore: '它的时钟比控制 Redis 快多少。数字不依赖它。',
  control: (ms) => `控制 ${ms}`,
  controlMore: '与控制 Redis 最快的一次往返。',
  trip: (target, ms) => `${target} ${ms}`,
  tripMore: '加入时或上次运行之前到目标的往返时间。',
  notReached: (target) => `${target} 未连上`,
};

export const lines: LineMessages = {
  planFile: '命令选项无法表达全部设置：请把下面的方案存为 plan.json。',
  folder: '在启动 Roundtrip 的地方运行：你的项目文件夹，或克隆的文件夹。',
  join: '请用 --join URL 或 ROUNDTRIP_JOIN 指定控制 Redis：本页不知道它的地址。',
  gate: '加到上面的命令后即为 CI 关卡：不成立时退出码为 99。',
  tools: '用于其他工具',
  toolsMore: '其他工具，一次一条赛道：它们既不预热也不轮流，对比数字时要当心。',
  notes: {
    strategy: '只有 Roundtrip 这样发送：该工具中间没有客户端库。',
    mix: '该工具一次只发一种命令，不能混合。',
    command: '该工具无法表达这条命令。',
    'private server': '内置服务器只在运行期间存在：请自行在 127.0.0.1:6379 启动 redis-server。',
    address: '请填上服务器的地址。',
    'server settings': '内置服务器的设置要由你自己的服务器来配置。',
    agents: '该工具只从一台机器发送。',
    network: '该工具不会附加往返时间、抖动或带宽限制。',
    'no duration': '它只按次数停止：请按可用时间选择 -n。',
    arrivals: '它的命令按相等的间隔到达。',
    'whole seconds': '它的时间只能是整秒。',
    rate: '它没有速率选项：收到回复就发，能多快就多快。',
    connections: '它的每个线程连接数相同：会少几个连接。',
    sizes: '它的载荷大小都一样。',
    keys: '它均匀抽取键，键名也是它自己的。',
    'empty keys': '它不会先写入键：读取的键并不存在。',
    members: '它的成员是载荷，而不是数字。',
    'few members': '它的键中只有已发送的元素，而不是一开始就全部都有。',
  },
};

export const panels: PanelMessages = {
  pace: {
    title: '节奏',
    closed: '全速',
    open: '固定速率',
    closedMore: '每个连接收到回复就接着发（闭环）。',
    openMore: '命令按固定速率到期，不管回复是否跟得上（开环）。',
    random: '随机到达',
    randomMore: '速率为平均值，每条命令在随机时刻到期，如同来自许多用户（泊松到达）。',
    byKernel: '真实的数据包：由 Linux 建立的链路',
    byKernelMore: '数据包最大 1500 字节，没有代理：附加的延迟和 CPU 开销比我们的代理小。',
    byKernelNoDelay: '数据包最大 1500 字节，没有代理。这个 Linux 不能延迟数据包：往返时间保持原样。',
    keepNetwork: '运行中允许改变网络',
    keepNetworkMore: '即使 0 ms 也在中间放代理，会损失吞吐量。',
    watch: '观察另一个客户端',
    watchMore: (rps) => say`它在每条赛道旁每秒发 ${rps} 个 GET，显示等了多久；会略微损失吞吐量。`,
    precise: '直到达到精度',
    preciseMore: (precision, mostMs) =>
      `一直运行到每个比值的区间都缩小到 ±${numbers.percent(precision, 1)}，每条赛道最多 ${numbers.duration(mostMs)}。`,
  },
  server: {
    more: '设置需要时会重新启动。',
    persistences: {
      off: '不写文件；服务器关闭后数据就没了。',
      'aof-everysec': '每次写操作都记入日志，每秒刷盘一次。',
      'aof-always': '每次写操作都记入日志，回复之前刷盘：一起到达的只刷一次。',
      rdb: '过了 5 s 且有 1000 个键改变时做一次快照。',
    },
  },
  members: {
    title: '每个键的元素数',
    none: '由命令决定',
    count: String,
    noneMore: '键中只有命令需要的内容；元素编号取自键空间。',
    more: '运行前，每个列表、集合、有序集合、哈希和流都有这么多元素。键空间为 1 时就是一个大键。',
  },
  callers: {
    title: '调用方',
    none: '与在途数相同',
    count: String,
    noneMore: '每个连接的在途命令数由赛道决定。',
    more: '每个调用方收到回复后才再次发送。“逐条”像连接池一样借出连接，其他方式立即发送。延迟包含等待连接的时间。',
  },
  writes: {
    title: '另一个客户端写入',
    none: '不写',
    count: (count) => `${whole(count)}/秒`,
    more: '测量时向各赛道的键写入：显示有多少读取已过期、过期多久。',
  },
  gather: {
    title: '攒批时间窗口',
    wait: (ms) => (ms === 0 ? '一轮' : ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms} ms`),
    polls: '短于 1 ms 时靠轮询时钟：有命令等待时会占用一个核心。',
    byTimer: '定时器精度为 1 ms，批次最多晚 1 ms 发出。',
  },
  cluster: {
    hashTags: {
      none: 'MULTI、MSET/MGET 和 Lua 会报错，和真实程序遇到的一样。',
      lane: '用哈希标签（如 {t}key）把键留在同一个主节点上。',
    },
    bySlot: '每个槽一条 MSET / MGET',
    bySlotMore: '可以执行，但每个槽要一条命令。',
    moveSlots: '迁移槽',
    moveSlotsMore: '把 512 个槽及其中的键迁到下一个主节点，各赛道照常运行',
    moved: ({ slots: [first, last], keys, to, tookMs }) =>
      `槽 ${first}–${last} 连同 ${whole(keys)} 个键已迁到 ${to}，用时 ${numbers.duration(tookMs)}。`,
  },
};

/** Of the look at a machine before a run. */
export const machine: MachineMessages = {
  ask: '机器空闲吗？',
  looking: '观察两秒…',
  quiet: (cores) => `够安静：其他程序几乎不占 CPU，${cores}都可用于测试。`,
  busy: (programs) => `不够安静：${programs}。请关闭不需要的程序后再运行。`,
  unnamed: (busy) => `不够安静：已占用 ${busy}。请关闭其他程序后再运行。`,
  program: (name, share) => `${name} 占用一个核心的 ${share}`,
  browser: (share) => `浏览器自身占用一个核心的 ${share}：请关闭其他标签页，或关闭动画。`,
};
