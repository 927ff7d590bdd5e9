import type { ServerWords } from '../server.ts';

export const server: ServerWords = {
  accesses: { password: '密码', 'acl-user': 'ACL 用户' },
  persistences: { 'aof-everysec': '每秒 AOF', 'aof-always': '每次写入 AOF', rdb: 'RDB 快照' },
  ioThreads: (count) => `${count} 个 I/O 线程`,
  memory: (mebibytes) => `最多 ${mebibytes} MiB`,
};
