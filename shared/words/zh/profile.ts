import type { ProfileWords, ProfiledKind, SaidFinding } from '../profile-words.ts';
import { numbers } from './numbers.ts';

const { msShort, count: whole, percent } = numbers;

const kinds: Readonly<Record<ProfiledKind, string>> = {
  http: '请求',
  job: '任务',
  mark: '单元',
  test: '测试',
  program: '运行',
  burst: '突发段',
};

const unitsOf = (count: number, kind: ProfiledKind): string =>
  `${whole(count)} ${kind === 'program' ? '次' : '个'}${kinds[kind]}`;

const inEach = ({ units, kind }: SaidFinding): string =>
  kind === 'program'
    ? ''
    : units === 1
      ? `在一个${kinds[kind]}中`
      : `在每个${kinds[kind]}（共 ${whole(units)} 个）中`;

const ofTime = ({ waitingMs, durationMs }: SaidFinding): string =>
  durationMs > waitingMs
    ? `${msShort(durationMs)} ms 中有 ${msShort(waitingMs)} ms 在等待`
    : `${msShort(waitingMs)} ms 在等待`;

const commandsOf = ({ perUnit, command }: SaidFinding): string =>
  command.includes('/')
    ? `${whole(perUnit)} 条命令（${command.split('/').join('、')}）`
    : `${whole(perUnit)} 条 ${command}`;

const sends = (finding: SaidFinding): string =>
  `${finding.place} ${inEach(finding)}逐条发送 ${commandsOf(finding)}：${ofTime(finding)}。`;

const saving = ({ savingMs, tripsNeeded, perUnit, runs = 1 }: SaidFinding): string => {
  const [least, most] = savingMs ?? [0, 0];
  return `把 ${whole(perUnit)} 次往返改成 ${whole(tripsNeeded * runs)} 次，约可节省 ${msShort((least + most) / 2)} ms（${msShort(least)} – ${msShort(most)}）。`;
};

/** What is said of a profile, in Chinese. */
const form = '一般写法：';

export const profile: ProfileWords = {
  numbers,
  finding: {
    'independent-sequence': (finding) =>
      `${sends(finding)}${
        finding.tripsNeeded === 1 ? '没有键来自先前的回复' : '有些需要先前的回复，其余可以共用往返'
      }：${saving(finding)}`,
    held: (finding) => {
      const [by = '', name = ''] = finding.command.split('/');
      return `${finding.place} 的 ${by} ${inEach(finding)}使 ${finding.held ?? ''} 的 ${whole(finding.perUnit)} 条 ${name} 等了 ${msShort(finding.waitingMs)} ms。它们共用一个连接。`;
    },
    'dependent-sequence': (finding) => `${sends(finding)}每条都需要前一条的回复：批量没有帮助。`,
    sequence: (finding) => `${sends(finding)}看不出它们是否相互依赖。`,
    concurrent: (finding) =>
      `${finding.place} ${inEach(finding)}同时发送 ${commandsOf(finding)}：${whole(finding.tripsNeeded)} 次往返。`,
    batched: (finding) =>
      `${finding.place} ${inEach(finding)}已经批量发送：${whole(finding.perUnit)} 条命令，${whole(finding.tripsNeeded)} 次往返。`,
  },
  reason: {
    'no-key-from-reply': '没有参数来自先前的回复，且每条命令都在前一条回复到达后立即发出。',
    'no-key-seen':
      '先前的回复中没有出现过这些参数。参数是否由回复计算得出、回复是否决定后续，只有程序本身知道。',
    stages: '不需要其他回复的命令可用一次往返发送，需要它们的命令用下一次。',
    checks: '检查之后的命令可以共用一次往返。任何写入都不会先于它的检查发出。',
    'key-from-reply': '有参数来自前一条回复。Lua 脚本可以在服务器上完成这样的链。',
    'read-then-write': '同一个键先读后写。WATCH 或 Lua 脚本可以保证两者不被打断。',
    cursor: '每条回复指明下一步从哪里开始。COUNT 越大，往返越少。',
    condition: '由回复决定是否发送下一条命令。',
    handed: '回复被交给了某个函数，或存到了别处可见的地方，之后的去向无法看到。',
    'some-need': '有些参数来自先前的回复，有些不是。',
    'until-nothing': '最后一条回复没有值，循环大概因此结束。',
    'work-between': '在回复与下一条命令之间，程序做了其他工作。',
    'other-sites': '这些命令位于不同的行。',
    'same-command': '每次都是同一条命令：请保存它的回复，或让服务器通知变化（keyspace events、BLPOP）。',
    blocking: '这些命令在服务器上等待，或属于一个事务。',
    'not-seen': '源码无法读取，或看不出这些命令是如何被调用的。',
    transpiled:
      '此处没有调用：该文件经过转译，且未保留 source map。所示位置属于实际运行的代码。NODE_OPTIONS=--enable-source-maps 可保留 source map。',
    failures: '其中有些失败了。',
    'ends-in-one-batch': '它们在一个批次中发送。',
    'auto-pipelining': '自动流水线会合并同一轮事件循环中发送的命令。',
    'one-connection': '连接按请求的顺序回复。请用 duplicate() 给阻塞命令单独的连接。',
    'side-by-side': '它们同时在途。自动流水线还能减少套接字写入次数。',
  },
  spot: (place, name) => (name === '' ? `见 ${place}。` : `见 ${place}:${name}。`),
  from: (place) => `（由 ${place} 调用）`,
  more: (count) => `，以及另外 ${whole(count)} 处`,
  title: (program) => `Roundtrip：${program} 的剖析`,
  nothingFound: (units) => `在 ${units}中没有发现可以共用往返的命令。`,
  noneToItsEnd: '没有一个单元记录到结尾，它们的命令能否共用往返无从得知。',
  nothingSeen: '没有看到 Redis 命令。',
  couldNotRecord: '未能记录程序发出的命令。',
  noNode:
    '该命令没有启动任何 Node 进程，而只有 Node 进程会被记录。roundtrip profile --listen 可以接在任何程序与其服务器之间。',
  nothingSeenWhy: {
    patch:
      'ioredis（4 至 6）和 @redis/client（5 和 6）可以看到，打包在内也可以。node-redis 4 只有不打包才能看到：请不要打包它（esbuild --packages=external）。其他库看不到；roundtrip profile --listen 可以接在任何程序与其服务器之间。',
    proxy: '程序连接的是代理，而不是直接连接服务器吗？',
  },
  unitsOf,
  recorded: (recorded, of) =>
    recorded < of ? `记录了 ${whole(of)} 条命令中的 ${whole(recorded)} 条` : `记录了 ${whole(of)} 条命令`,
  cost: (share, tookMs) =>
    `${whole(tookMs / 1000, 1)} 秒内，记录占用 ${whole(share * tookMs, 0)} ms 处理器时间`,
  proxyCost: ({ delayMs, cpu }) =>
    [
      `转发占用一个核的 ${percent(cpu, 1)}`,
      ...(delayMs === null ? [] : [`代理使每次往返增加约 ${msShort(delayMs)} ms`]),
    ].join(' · '),
  byConnection:
    '代理看到的是连接，不是代码行。突发段是一个连接不间断发送的内容。多个请求共用连接时，一个突发段含有几个请求的命令。',
  burstsLeftOut: '为控制开销，或因同类过多，有些突发段整体未记录。',
  unread: (count) => `有 ${whole(count)} 个连接只转发，没有读到结尾。`,
  cluster: '服务器把客户端指向了另一个节点（MOVED 或 ASK）：这是集群，发往其他节点的内容看不到。',
  sampled: '为控制开销，有些单元整体未记录。次数包括所有单元，其余数字只来自已记录的单元。',
  bounded: '记录已达上限，之后的内容只计数。',
  recorderFault: (count, cause) =>
    `记录器自身出错 ${whole(count)} 次（${cause}）。当时正在进行的单元未计入。程序不受影响。`,
  longUnits: '有单元超出了开销或保留上限，记录被截断：只记录了前面的命令，其余只计数。',
  manyPlaces: '发出命令的位置超过了保留上限，其余命令的位置不明。',
  noPlaces: '有些命令逐条发出，但看不到它们在代码中的位置，因此不作判断。',
  unfinished: '有进程在单元进行中被信号终止，该单元的命令不在其中。',
  cut: '文件缺少结尾，其中的内容无从得知。',
  notRecorded: '未记录',
  firstOf: ({ kept, of }) => `前 ${whole(kept, 0)} 条，共 ${whole(of, 0)} 条`,
  cutUnits: ({ units, kept, of }, kind) =>
    `${unitsOf(units, kind)}只记录了前 ${whole(kept, 0)} 条命令，共 ${whole(of, 0)} 条（平均）。`,
  units: '每个单元平均等待什么',
  columns: {
    unit: '单元',
    count: '次数',
    duration: 'ms',
    waiting: '等待，ms',
    commands: '命令',
    tripsNow: '现有往返',
    tripsNeeded: '至多所需往返',
  },
  findings: '命令来自哪里',
  mend: (place) => `在 ${place} 可改为：`,
  patched: (trips, of, repeated) =>
    `应用此补丁后${repeated ? '，循环每次运行' : ''}剩余 ${trips} 次往返${repeated ? '' : `，而不是 ${of} 次`}。若某条命令出错，其后的命令已经发出。`,
  morePatches: (count) => `还有 ${count} 个补丁：--patch FILE 写出全部。`,
  unpatched: {
    unread: () => `没有补丁：无法读取源代码。${form}`,
    package: () => `没有补丁：该行位于软件包中。${form}`,
    'not-awaited': (line, name) => `没有补丁：${name}（第 ${line} 行）的回复没有在发送处等待。${form}`,
    apart: (line, name) => `没有补丁：${name}（第 ${line} 行）与其他命令不在同一个代码块中。${form}`,
    between: (line, name) =>
      `没有补丁：命令之间的${name === '' ? `第 ${line} 行` : ` ${name}（第 ${line} 行）`}可能影响这些命令。${form}`,
    leaves: (line, name) => `没有补丁：${name}（第 ${line} 行）可能在所有命令发出之前离开。${form}`,
    order: (line) => `没有补丁：第 ${line} 行的键会以不同的顺序读写。${form}`,
    shape: (line) => `没有补丁：第 ${line} 行的写法无法自动修改。${form}`,
  },
};
