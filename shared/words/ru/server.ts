import type { ServerWords } from '../server.ts';
import { noun } from './plural.ts';

export const server: ServerWords = {
  accesses: { password: 'пароль', 'acl-user': 'пользователь ACL' },
  persistences: { 'aof-everysec': 'AOF раз в секунду', 'aof-always': 'AOF всегда', rdb: 'снимки RDB' },
  ioThreads: (count) => `${count} ${noun(count, 'поток', 'потока', 'потоков')} I/O`,
  memory: (mebibytes) => `не больше ${mebibytes} МиБ`,
};
