import { refusedBecause, type RefusedBecause } from '../../contract/refused-command.ts';
import type { ProblemWords } from '../refusals.ts';
import { numbers } from './numbers.ts';

const byUnit: Partial<Record<string, string>> = { ms: ' ms', s: ' s', 'Mbit/s': ' Mbit/s', bytes: ' 字节' };
const ofWhat = { entries: '项', characters: '个字符' };

const kernelNetwork = {
  'not-linux': '只有 Linux 能建立这种链路，这台机器是别的系统',
  'not-root': '内核只为 root 建立这种链路（或需 CAP_NET_ADMIN 和 CAP_SYS_ADMIN）',
  'no-programs': '需要程序 ip 和 tc（iproute2 软件包）、unshare 和 nsenter（util-linux）',
  refused: '这台机器的内核拒绝建立这种链路，例如没有 CAP_NET_ADMIN 的容器',
  'no-delay': '这台机器的内核不能延迟数据包（没有 netem）：请去掉往返时间，或改用代理',
  'no-jitter': '内核改变延迟时会打乱数据包的顺序：请去掉抖动，或改用代理',
  'not-ours': '内核只为内置服务器建立链路',
  lanes: '内核只建立一条共用链路：赛道不能有自己的网络',
} as const;

const refused: Record<RefusedBecause, string> = {
  server: '它涉及整台服务器',
  dangerous: 'Redis 把它列为危险命令',
  waits: '它会在服务器上等待',
  messages: '它收发消息',
  connection: '它涉及自己的连接，或运行脚本',
  keys: '从词中看不出它的键',
  index: '它的键是索引',
  database: '它会访问另一个数据库',
};

/** Why a field of a plan is wrong, in Simplified Chinese. */
export const problem: ProblemWords = {
  'out-of-range': ({ min, max, unit }) =>
    `须为 ${numbers.count(min)} 到 ${numbers.count(max)}${byUnit[unit] ?? ''} 之间的数`,
  'not-one-of': ({ known }) => `须为以下之一：${known.join(', ')}`,
  'unknown-fields': ({ names }) => `没有这样的字段：${names.join(', ')}`,
  'wrong-type': () => '此处需要另一种类型的值',
  'too-few': ({ least, of }) => `至少 ${least} ${ofWhat[of]}`,
  'too-many': ({ most, of }) => `最多 ${most} ${ofWhat[of]}`,
  'local-setting': () => '只能在运行 Roundtrip 的机器上用命令行设置',
  'names-code': () => '代码只能由命令行或对库的调用指定',
  'program-cannot': () => '运行你自己代码的赛道不支持',
  'lane-id-form': () => '小写拉丁字母、数字和 -，最多 40 个',
  'key-prefix-form': ({ most }) => `1 到 ${most} 个拉丁字母、数字和 : . _ -`,
  'same-lane-id': ({ id }) => `两条赛道都叫“${id}”`,
  'too-many-slices': ({ slices, most }) =>
    `${numbers.count(slices)} 个时间片多于 ${numbers.count(most)} 个：请加长时间片或缩短时长`,
  'max-duration-without-precision': () => '它用于运行到指定精度为止：请同时给出精度，或只给时长',
  'precision-needs': ({ what }) =>
    ({
      'two-lanes': '精度是比值的精度：至少需要两条赛道',
      turns: '需要赛道轮流运行：竞速没有公平的比值',
      duration: '需要时长，而不是命令数',
      'one-start': '只能启动一次：多次启动的时间片数量是事先定好的',
    })[what],
  'until-stopped-needs': ({ what }) =>
    ({
      turns: '需要赛道轮流运行：竞速按时长结束',
      'no-requests': '此时不能指定命令数',
      'no-precision': '这样的运行不等待精度：请去掉精度',
      'one-start': '只能启动一次',
      'no-agents': '需要在本机运行的赛道，不能用施压端',
    })[what],
  'too-many-bytes-in-flight': ({ bytes, most, perCommand }) =>
    `客户端 × 批量 × （载荷 + ${perCommand}）为 ${numbers.bytes(bytes)} 在途；最多容纳 ${numbers.bytes(most)}`,
  'fewer-callers-than-clients': ({ callers, clients }) =>
    `${callers} 个调用方用不满 ${clients} 个连接：连接数不应多于调用方`,
  'more-threads-than-clients': ({ threads, clients }) =>
    `${threads} 个线程至少需要同样多的客户端，而不是 ${clients} 个`,
  'sizes-reversed': ({ sizes }) => `较小的大小在前，而不是 ${sizes.join('–')}`,
  'weights-unlike-commands': ({ commands, weights }) =>
    `每条命令需要一个权重：${commands} 条命令，${weights} 个权重`,
  'custom-command-alone': () => '自定义的一行只属于自定义命令，二者须同时给出',
  'custom-command-twice': () => '自定义命令给了两次：只保留一种写法',
  'lines-unlike-commands': ({ commands, lines }) =>
    `每条自定义命令需要一行：命令 ${commands} 条，行 ${lines} 条`,
  'nothing-to-tune': () => '没有说明要改变什么',
  'server-is-not-ours': ({ target }) => `只有内置服务器可以设置；“${target}”不由 Roundtrip 设置`,
  'slots-cannot-move': () => '只有内置集群中的槽可以迁移',
  'program-not-installed': ({ program, installed }) =>
    `${program} 没有安装：PATH 中没有这个程序${installed.length > 0 ? `（已有 ${installed.join('、')}）` : ''}`,
  'one-server-alone': ({ what }) =>
    ({
      bystander: '另一个客户端只能观察一台服务器，而这些赛道测量多台',
      moveSlots: '只有所有赛道都测量内置集群时才能迁移槽',
      kernel: '内核只为一台内置服务器建立链路，而这些赛道测量多台',
    })[what],
  'agents-cannot': ({ why }) =>
    ({
      'no-control': '施压端通过控制 Redis 找到，而这里没有指定：请用 --join 或 ROUNDTRIP_JOIN 指定',
      network: '施压端使用自己已有的网络测量：请去掉网络设置，或不用施压端',
      'several-servers': '施压端只测量一台服务器：请让所有赛道使用同一目标',
      'private-server': '施压端无法连接这台机器的内置服务器：请选择有地址的目标',
    })[why],
  'too-few-clients-for-agents': ({ agents, threads, clients }) =>
    `${agents} 个施压端、每个 ${threads} 个线程，至少需要 ${numbers.count(agents * threads)} 个客户端，而不是 ${clients} 个`,
  'kernel-network': ({ why }) => kernelNetwork[why],
  'client-cannot': ({ client, strategy, why, package: name, has = '' }) =>
    ({
      'no-library': `策略 ${strategy} 不使用客户端库`,
      'no-cache': `${client} 没有客户端缓存：${strategy} 由 ${has} 执行`,
      gathers: `${client} 不能用于 ${strategy}：它总是把一轮事件循环中的命令一起发送；请选择 auto-pipeline`,
      'no-cluster': `用 ${client} 还不能测量集群：请选择 ioredis 或单台服务器`,
      'not-installed': `这里没有安装 ${client}：npm install ${name ?? client}`,
    })[why],
  'no-replica-reads': ({ why, strategies }) =>
    ({
      'no-cluster': '只有集群才有副本：请选择集群，或从主节点读取',
      strategy: `此策略把所有命令发给主节点：可从副本读取的有 ${strategies.join('、')}`,
      'no-reads': '需要一个只读命令，例如 GET：其他命令都发给主节点',
      'no-replicas': '这个集群没有副本：请用 --cluster-replicas 3 添加',
    })[why],
  'cut-cannot': ({ why, everyMs }) =>
    ({
      kernel: '切断连接的是 Roundtrip 自己的代理，而不是内核链路：请选择代理',
      cluster: '只能切断到单个服务器的连接，不能是集群',
      'no-library': '此策略不用客户端库，没有谁会重新连接：请去掉它',
      command: '每次写入都要能看出执行了几次，只有 INCR 可以：请选择 INCR',
      requests: '断线按时间发生：请给出时长，而不是命令数',
      keepalive: '每条命令一个连接，来不及切断：请保持连接',
      slice: `时间片和时长都不能短于断线间隔 ${numbers.duration(everyMs)}`,
      units: '不知道单元写入了什么：只能为命令切断连接',
    })[why],
  'cached-cannot': ({ why }) =>
    ({
      resp: '服务器只通过 RESP 3 通知缓存哪些键已改变',
      keepalive: '缓存随连接结束：请保持连接',
      memory: '每个连接各有缓存，合计可能超过内存上限：请减少键或连接',
    })[why],
  'writes-cannot': ({ why }) =>
    ({
      commands: '只有 GET 读到的值带有版本：请选择 GET',
      threads: '只有单个线程知道所有版本',
      keyspace: '最多保存 1,000,000 个键的版本',
      agents: '施压端旁边没有另外写入的客户端：两者只能留一个',
      cluster: '集群中没有另外写入的客户端：请选择单台服务器',
    })[why],
  'callers-cannot': ({ why, strategies }) =>
    ({
      batch: `调用方一次只等一条命令，而此方式成批发送：可选 ${numbers.list(strategies)}`,
      units: '一个单元由一个调用方发送：数量由 -c 给出',
    })[why],
  'cannot-send': ({ able }) => `此策略只能发送 ${inUpperCase(able)}`,
  'form-missing': ({ command, has }) =>
    `此服务器没有 ${command}（${has.replace(' and ', '、')} 才有）：请选择管道`,
  'custom-command-empty': () => '为空：请写一条命令，例如 ZINCRBY __key__ 1 __rand_int__',
  'custom-command-unknown': ({ command }) => `此服务器没有命令 ${command}：请更正名称，或加载提供它的模块`,
  'custom-command-refused': ({ command, flag }) =>
    `不接受 ${command}：${refused[refusedBecause(flag)]}。命令行须立即作用于其所列的键；您自己的代码可以发送它（--lane）`,
  'custom-command-words': ({ command, words, arity }) =>
    `在此服务器上，${command} 连同名称${arity < 0 ? `至少需要 ${-arity}` : `需要 ${arity}`} 个词，而不是 ${words} 个`,
  'custom-command-moving-keys': ({ command }) =>
    `${command} 的哪些词是键取决于其他词：请用固定的词代替 __data__ 和 __rand_int__`,
  'custom-command-quote': ({ word }) => `引号没有闭合：${word}`,
  'custom-command-placeholder': ({ word }) => `没有 ${word}：可以替换的是 __key__、__data__ 和 __rand_int__`,
  'custom-command-keyless': ({ command }) => `${command} 没有指明键：只发送作用于 __key__ 的命令`,
  'custom-command-foreign-key': ({ key }) => `每个键都须是 __key__：“${key}”可能是别人的`,
  'custom-command-beyond': ({ call }) =>
    `${call} 访问了 KEYS 以外的键：请在键数后把每个键写成 __key__，并从 KEYS 取用；任意脚本可用自己的程序测量（--lane）`,
  'custom-command-count': ({ command }) =>
    `${command} 的键数写在键之前：EVAL "脚本" 1 __key__，__key__ 的个数与之相同`,
  'custom-command-nested': ({ strategy }) =>
    `脚本不能调用另一个脚本，而 ${strategy} 从脚本中发送命令：请选择其他策略`,
  'too-many-keys-to-fill': ({ most }) => `要读取的键会先写入，最多 ${numbers.count(most)} 个`,
  'too-many-members-to-fill': ({ most, keys }) =>
    `元素会在运行前写入：有 ${numbers.count(keys)} 个键时，每个键最多 ${numbers.count(most)} 个`,
  'no-members': () => '这里没有命令使用列表、集合、有序集合、哈希、流或 HyperLogLog：请去掉这项设置',
  'arrivals-without-rate': () => '随机到达需要指定速率',
  'no-rate-to-tune': () => '这次运行没有指定速率：它尽可能快地发送',
  'no-network-to-tune': () => '这次运行中间没有可以改变的网络',
  'sizes-are-drawn': ({ sizes }) =>
    `这次运行的载荷大小从 ${sizes.map(numbers.bytes).join(' 到 ')} 中抽取：运行中无法改为单一大小`,
  'written-value': ({ why, word }) =>
    ({
      form: `无法识别 ${word}：可用 \${i}、\${i%100}、\${n}、\${random(100)}、\${data(100)}，以及先前的回复 \${名称}、\${名称.字段}、\${名称[0]}、\${名称[n]}，中间不加空格`,
      unknown: `之前的阶段中没有 "as": "${word}" 的命令`,
      'same-stage': `${word} 是本阶段的回复，发送时还没有：请把这条命令移到后面的阶段`,
      taken: `名称 ${word} 已被使用`,
      keyless: `${word} 没有指明键：只发送处理本次运行的键的命令`,
      drawn: '带权重的命令并非每个工作单元都有：请去掉名称或权重',
    })[why],
  'written-too-large': ({ of, is, most }) =>
    ({
      commands: `共 ${numbers.count(is)} 条命令，最多 ${numbers.count(most)} 条`,
      bytes: `数据共 ${numbers.bytes(is)}，最多 ${numbers.bytes(most)}`,
      letters: `各行共 ${numbers.count(is)} 个字符，最多 ${numbers.count(most)} 个`,
    })[of],
  'written-cannot': ({ why, strategies }) =>
    ({
      strategy: `JSON 工作单元由 ${strategies.join('、')} 执行`,
      cluster: 'JSON 工作单元只测量单台服务器，不测量集群',
      agents: '施压端不执行 JSON 工作单元：请去掉其中之一',
      commands: 'JSON 工作单元代替命令发送：请去掉其中之一',
      client: 'JSON 工作单元由 ioredis 执行：请去掉客户端设置',
    })[why],
  'budget-too-short': ({ budgetMs, leastMs }) =>
    `对于经过此网络的这次搜索，${numbers.duration(budgetMs)} 太短：至少需要 ${numbers.duration(leastMs)}，或减少方式，或减小最大批量`,
};

const inUpperCase = (commands: readonly string[]) =>
  commands.map((command) => command.toUpperCase()).join(', ');
