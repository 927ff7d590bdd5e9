import type { ServerWords } from '../server.ts';

export const server: ServerWords = {
  accesses: { password: 'password', 'acl-user': 'ACL user' },
  persistences: { 'aof-everysec': 'AOF every second', 'aof-always': 'AOF always', rdb: 'RDB snapshots' },
  ioThreads: (count) => `${count} I/O threads`,
  memory: (mebibytes) => `${mebibytes} MiB at most`,
};
