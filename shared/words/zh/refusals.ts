import type { RefusalWords } from '../refusals.ts';
import { problem } from './problem.ts';

const kinds = {
  run: '运行',
  lesson: '课程',
  search: '批量大小搜索',
  'load-curve': '负载曲线测量',
  distances: '各距离的测量',
};
const inSeconds = (ms: number) => Math.ceil(ms / 1000);

/** The server's refusals in Simplified Chinese. */
export const refusals: RefusalWords = {
  byCode: {
    run_in_progress: ({ run }) =>
      run
        ? `${kinds[run.kind]} ${run.id} 正在进行；${run.remainingMs === null ? '剩余时间未知' : `大约还需 ${inSeconds(run.remainingMs)} 秒`}。`
        : '另一次运行正在进行。',
    too_few_agents: ({ agents }) =>
      agents ? `方案需要 ${agents.wanted} 个施压端；对此目标空闲的有 ${agents.free} 个。` : '施压端不够。',
    no_control: () => '这台服务器没有控制 Redis。',
    no_run: () => '当前没有正在进行的运行。',
    no_such_run: () => '没有这次运行。',
    not_finished: () => '这次运行还没有结束。',
    no_lesson: () => '当前没有正在进行的课程。',
    no_such_lesson: () => '没有这门课程。',
    no_search: () => '当前没有正在进行的搜索。',
    no_such_entry: () => '历史中没有这条记录。',
    outcome_known: () => '结果已经显示：只有在此之前的猜测才算数。',
    too_many_guesses: () => '这门课程不再接受更多猜测。',
    too_many_votes: () => '这项设置不再接受更多投票。',
    presenter_only: () => '只有主讲人可以这样做：需要服务器启动时打印的地址中的令牌。',
    foreign_request: () => '请求来自其他页面，已被拒绝。',
    body_too_large: () => '一次请求的数据太多。',
    too_many_requests: () => '请求过于频繁，请稍后再试。',
    history_unusable: () => '历史文件无法打开或读取；原因见服务器日志。没有它也可以测量。',
    not_our_address: () => '这不是本页面的地址。',
    no_such_format: () => '无法保存为这种格式。',
    not_found: () => '这个地址上什么也没有。',
    internal: () => '服务器出错了；原因在它的日志里。',
  },
  ofField: problem,
  ofTarget: {
    'nothing-listens': (at) => `${at} 没有程序在监听。服务器在运行吗，地址正确吗？`,
    unreachable: (at) => `从这里无法到达 ${at}，或无法解析它的名称。`,
    'no-answer': (at) => `${at} 没有及时应答。它是 Redis 吗，是否被防火墙或耗时命令阻塞？`,
    password: (at) => `${at} 的 Redis 需要另外的用户名或密码。`,
    'not-allowed': (at) => `${at} 的 Redis 不允许这样做。`,
    loading: (at) => `${at} 的 Redis 仍在加载数据，请稍后再试。`,
    replica: (at) => `${at} 的 Redis 是副本，不接受写入。请改用它的主节点。`,
    'no-such-db': (at) => `${at} 的 Redis 没有这个数据库。`,
    tls: (at) => `无法与 ${at} 建立 TLS 连接。`,
    'not-redis': (at) => `${at} 的服务器无法测量：它不是 Redis，或应答不像 Redis。`,
    'connection-lost': (at) => `${at} 关闭了连接。它是 Redis 吗，是否需要 TLS？`,
    'no-cluster': (at) => `${at} 的 Redis 不是集群。`,
    'cluster-node': (at) => `${at} 的 Redis 是集群节点。请用 redis+cluster://${at} 指定集群。`,
    'cluster-incomplete': (at) => `${at} 的集群不完整：并非所有槽都可用。`,
  },
};
