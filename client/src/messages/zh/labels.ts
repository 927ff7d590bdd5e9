import type { Messages } from '../en.ts';

/** Labels of recipes in Chinese, in the order of label-shapes.ts; figures take the places of the #. */
export const labels: Messages['labels'] = [
  '命令/s', // commands/s
  '# % 区间', // # % interval
  '已发表', // published
  '与其之比', // ratio to it
  '区间', // its interval
  '区间', // interval
  '服务器 CPU', // server CPU
  '已发表的 CPU', // published CPU
  '占用 Mbit/s', // Mbit/s used
  '相对 #', // against #
  '相对管道', // against pipeline
  '相对无文件', // against no file
  '相对长连接', // against kept
  '相对一个', // against one
  '相对逐条', // against one by one
  '批次', // batches
  '查看次数', // looks
  '做了一半', // half done
  '失败', // failed
  '其他完成', // others done
  '等待的回复', // replies waiting
  '客户端内存', // client memory
  '键', // keys
  '键/s', // keys/s
  '# 百万条', // # million
  '每键字节', // bytes a key
  '时间', // time
  '占一天', // share of a day
  '内存', // memory
  '一个节点', // one node
  '三个节点', // three nodes
  '结果', // outcome
  '全在一个槽', // all in one slot
  '实测', // measured
  '报文段', // segments
  '服务器', // server
  '逐条', // one by one
  '管道', // pipeline
  '收益', // gain
  '相对 # 线程', // as fast as # thread
  '往返时间', // round trip
  '在途', // in flight
  '普通', // plain
  '自动', // auto
  '普通 p#', // plain p#
  '自动 p#', // auto p#
  '比值', // ratio
  '每次写入命令数', // commands a write
  '发出字节', // bytes out
  '收到字节', // bytes in
  '往返 p#', // trip p#
  '批次 p#', // batch p#
  '其 p#', // its p#
  '其最大', // its max
  'p# / 单独', // p# / alone
  '平均', // mean
  '最小', // min
  '最大', // max
  '#、#、# 和 # 个连接', // #, #, # and # connections
  '#、#、# 和 # 个线程', // #, #, # and # threads
  '中间什么也不加', // with nothing in between
  'SET，中间什么也不加', // SET with nothing in between
  '经过 # Mbit/s', // through # Mbit/s
  '# 字节', // # bytes
  '# 字节，经过 # Mbit/s', // # bytes through # Mbit/s
  'SET 和 LPUSH，深度 # 和 #', // SET and LPUSH at depth # and #
  '深度 #、# 和 #，# 个连接', // depth #, # and # over # connections
  '一个连接，# ms', // one connection at # ms
  '本机容器', // local container
  '办公网络', // office network
  '另一个大洲', // another continent
  '# ms', // # ms
  '第 # 轮', // round #
  '# 个键', // # keys
  'ioredis 管道', // ioredis pipelines
  '裸 socket', // raw socket
  '# 个线程', // # thread
  '# 个线程', // # threads
  '速度与字节', // speed and bytes
  '只做了一半的批次', // half-done batches
  '以及一条失败的命令', // and one failing command
  '管道，每批 # 到 # 条', // pipelines of # to #
  '八种方式', // eight ways
  '以及旁边的一个客户端', // and a client beside them
  '不用 AOF', // no append-only file
  '每秒同步', // synced every second
  '每次都同步', // synced always
  '# ms', // at # ms
  '键分散', // keys all over
  '所有键在一个槽', // all keys in one slot
  '在途 # 到 # 条，中间什么也不加', // # to # in flight with nothing in between
  '在途 # 到 # 条，# ms', // # to # in flight at # ms
  '每秒 # 条命令，# ms', // # commands a second at # ms
  '自动管道与普通命令', // Auto-pipelining against plain commands
  '单条命令的时间', // Time of a command
];
