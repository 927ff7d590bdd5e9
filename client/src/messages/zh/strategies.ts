import type { Messages } from '../en.ts';

const onlyIt = '只有失败的那条命令失败。';
const oneSlot = '同一批的所有键必须在同一个槽（用哈希标签）。';
const byKey = '无要求：每条命令发往其键所在的节点。';
const betweenCommands = '否：任意两条命令之间都会服务其他客户端。';
const betweenParts = '否：处理一批命令时也会服务其他客户端。';
const sharedPackets = '命令本身；共用数据包';
const ownPacket = '命令本身，独占一个数据包';
const once = '每批 1 次';

/** What strategies say of themselves, by id. */
export const strategies: Messages['strategies'] = {
  'one-by-one': {
    label: '逐条发送',
    summary: '每个连接发一条命令，等到回复再发下一条。',
    semantics: {
      onFailure: onlyIt,
      blocksOthers: betweenCommands,
      cluster: byKey,
      writes: '每条命令 1 次',
      bytes: ownPacket,
    },
  },
  concurrent: {
    label: '并发',
    summary: '每个连接上有多条命令在途，各自单独写出：Promise.all，不批量。',
    semantics: {
      onFailure: onlyIt,
      blocksOthers: betweenCommands,
      cluster: byKey,
      writes: '每条命令 1 次',
      bytes: ownPacket,
    },
  },
  nagle: {
    label: '并发 + Nagle',
    summary: '与并发相同，但由内核合并小的写入（noDelay: false），在真实链路上会带来延迟。',
    semantics: {
      onFailure: onlyIt,
      blocksOthers: betweenCommands,
      cluster: byKey,
      writes: '每条命令 1 次；内核把它们合并成较少的数据包',
      bytes: sharedPackets,
    },
  },
  'auto-pipeline': {
    label: '自动管道',
    summary: '客户端库把事件循环同一轮里的命令合成一个管道（ioredis：enableAutoPipelining）。',
    semantics: {
      onFailure: '只有失败的那条命令失败；在 ioredis 中所有命令都要等本批的最后一个回复。',
      blocksOthers: betweenParts,
      cluster:
        '无要求：ioredis 按节点给命令分组。槽迁移时，同批中含该槽键的命令会失败（MOVED），直到重新查询槽。',
      writes: '每个合成的批次 1 次；ioredis 同时只有一批在途',
      bytes: sharedPackets,
    },
  },
  pipeline: {
    label: '管道',
    summary: '程序自己攒一批，一次发出（ioredis：redis.pipeline() … exec()）。',
    semantics: {
      onFailure:
        '只有失败的那条命令失败。ioredis 和 GLIDE 为每条命令给出错误或回复；在 node-redis 中整个调用失败。',
      blocksOthers: betweenParts,
      cluster: '程序要自己按节点拆分批次；没有拆分的会被 ioredis 拒绝。',
      writes: once,
      bytes: sharedPackets,
    },
  },
  multi: {
    label: 'MULTI/EXEC',
    summary: '事务：整批命令放在 MULTI 与 EXEC 之间，用一个管道发出。',
    semantics: {
      onFailure: '有命令无法入队则整批拒绝；执行中失败的命令不会中止或回滚其他命令。',
      blocksOthers: '是：从事务的第一条命令到最后一条，不服务其他客户端。',
      cluster: oneSlot,
      writes: once,
      bytes: '命令本身，每条一个 +QUEUED，每批一次 MULTI 和 EXEC',
    },
  },
  'multi-key': {
    label: 'MSET / MGET',
    summary: '整批只用一条命令：SET 用 MSET，GET 用 MGET，DEL 带多个键。',
    semantics: {
      onFailure: '命令整体失败；整批都不执行。',
      blocksOthers: '是：单条命令绝不会被打断。',
      cluster: oneSlot,
      writes: once,
      bytes: '只有键和值：命令名和回复共用',
    },
  },
  lua: {
    label: 'Lua 脚本',
    summary: '由服务器上的脚本执行整批：EVALSHA 带上所有键和参数。',
    semantics: {
      onFailure: '由脚本决定：这个脚本会继续执行，并在回复的位置返回错误（redis.pcall）。',
      blocksOthers: '是：脚本运行时不服务其他客户端。',
      cluster: oneSlot,
      writes: once,
      bytes: '键和参数，每条命令的名称及每个词一个字母；脚本摘要一次',
    },
  },
  wire: {
    label: '裸 socket',
    summary: '不用客户端库：命令事先编码，直接写入套接字，只数回复。这是性能上限。',
    semantics: {
      onFailure: onlyIt,
      blocksOthers: betweenParts,
      cluster: '程序要自己找到每个键的节点。这里不跟随重定向：计为失败，并从 MOVED 学习槽的位置。',
      writes: once,
      bytes: sharedPackets,
    },
  },
};
