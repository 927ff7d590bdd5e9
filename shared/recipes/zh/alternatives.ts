import { say as spaced } from '../../words/zh/spaced.ts';
import { isUnclear, type Translated } from '../../sweep/recipe-words.ts';
import { environments } from '../../sweep/zh/sources.ts';
import { numbers } from '../../words/zh/numbers.ts';
import type { words as english } from '../alternatives.ts';

export const words: Translated<typeof english> = {
  title: '发送一批命令的几种方式',
  question: '批量大小相同时，管道、MULTI、MSET/MGET、Lua 脚本和自动管道各有什么代价？哪些是原子的？',
  method:
    '用 ioredis 的一个连接，每批 1000 条。先用 100 字节的 SET 和 GET 测速度和字节数，再做两个实验。第一个实验：各批写同样的 1000 个键，轮流写两种值。另一个客户端不断用 MGET 读其中从头到尾的十个键。谁同时看到两种值，就看到了只执行了一半的批次。这些值是 1000 字节：小批次整个到达后会一次读完，很难抓到。第二个实验：发送一批 APPEND（不支持时用 SET），其中间的那个键是列表。',
  source: `已发表的测试（作者与标题不详）；没有数字的说法；${environments.document2}`,
  ask: '每批 1000 条时，哪种方式每秒写的 SET 最多？',
  choices: {
    'one-by-one': '逐条发送',
    'auto-pipeline': '自动管道',
    pipeline: '管道',
    multi: 'MULTI/EXEC',
    'multi-key': 'MSET / MGET',
    lua: 'Lua 脚本',
  },
  takeaway: (way) => `每批 1000 条 SET 时，这里最快的方式是：${way}。`,
  claims: {
    'pipeline-not-atomic': {
      text: '管道不是原子的。',
      rule: '成立的条件：另一个客户端至少看到一次只执行了一半的批次。没看到并不能证明什么。',
    },
    'failure-stops-nothing': {
      text: '管道中一条命令失败不会中止其他命令。',
      rule: '成立的条件：服务器恰好只拒绝了批次中会失败的那一条命令。其他命令都必须改动了服务器上的键。',
    },
    'mset-and-multi-atomic': {
      text: 'MSET 和 MULTI 是原子的。',
      rule: '成立的条件：对每一种至少查看 100 次，都没有看到只执行了一半的批次，而管道的看到了。看到一次就足以否定。这里说的是别人看到什么：并没有回滚。',
    },
  },
  labels: {
    'speed-and-bytes': ({ command }) => `${command}，速度与字节`,
    'half-done-and-failing': '只执行了一半的批次，以及一条失败的命令',
    'of-100-bytes': ({ command, batch }) => `100 字节的 ${command}，一个连接，每批 ${batch} 条`,
    'against-pipeline': '相对管道',
    'bytes-out': '发出字节',
    'bytes-in': '收到字节',
    'as-others-see-them': ({ batch }) => `每批 ${batch} 条，另一个客户端所见；以及含一条失败命令的一批`,
    batches: '批次',
    looks: '查看次数',
    'half-done': '只执行了一半',
    failed: '失败',
    'others-done': '其他完成',
    'none-failed': ({ command }) => `${command} 无一失败`,
    'failed-with': ({ refused, failure }) => `${refused}（${failure ?? '原因不明'}）`,
    'done-of': ({ done, of }) => `${done} / ${of}`,
  },
  sentences: {
    'not-tried': ({ way }, { label }) => `${label(way)}：没有试验（查看 0 次）。`,
    'seen-half-done': ({ way, looks, halfDone }, { label }) =>
      `${label(way)}：${looks} 次查看中有 ${halfDone} 次看到只执行了一半的批次（${numbers.share(halfDone / looks)}）。`,
    // 三倍法则：n 次都没看到，则有 95 % 的把握，出现的比例低于 3/n。
    'never-half-done': ({ way, looks }, { label }) =>
      `${label(way)}：${looks} 次查看都没有看到只执行了一半的批次${looks > 3 ? `（有 95 % 的把握，最多每 ${Math.floor(looks / 3)} 次出现 1 次）` : ''}。`,
    'pipeline-not-caught': '但这些查看也没有抓到只执行了一半的管道。',
    'one-failing': ({ way, command, batch, refused, failure, others, othersDone, listKept }, { label }) =>
      [
        `${label(way)}：${batch} 条 ${command} 中`,
        refused === 0
          ? '没有失败'
          : `有 ${refused} 条失败（${failure ?? '原因不明'}），${othersDone === others ? `其余 ${others} 条全部完成` : `其余 ${others} 条中完成了 ${othersDone} 条`}`,
        listKept ? '，列表还在。' : '，列表被覆盖。',
      ].join(''),
    'fastest-way': ({ command, way, rate, againstPipeline }, say) =>
      againstPipeline && isUnclear(againstPipeline)
        ? spaced`${command}：${say.label(way)}做得最多，${say.perSecond(rate)}，但与管道无法区分：与管道相比为 ${say.ratio(againstPipeline)}。`
        : spaced`${command}：${say.label(way)}最快，${say.perSecond(rate)}${againstPipeline ? `，与管道相比为 ${say.ratio(againstPipeline)}` : ''}。`,
    'on-the-wire': ({ command, ways }, { label, list }) =>
      `一条 ${command} 在网络上的字节数，发出与收到：${list(
        ways.map(
          ({ way, bytesOut, bytesIn }) =>
            `${label(way)} ${numbers.bytes(Math.round(bytesOut))} 与 ${numbers.bytes(Math.round(bytesIn))}`,
        ),
      )}。`,
  },
};
