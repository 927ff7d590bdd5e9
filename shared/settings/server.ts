import { accesses, persistences, serverPrograms } from '../contract/enums.ts';
import type { SettingLabels, Manual, SettingRows } from './setting.ts';

const mebibyte = 1024 ** 2;

/** How the private server differs from the usual. With TLS it has a throw-away certificate. */
export const serverSettings = {
  /** Absent: the first that is installed. */
  program: { choice: serverPrograms },
  persistence: { choice: persistences, default: 'off' },
  ioThreads: {
    whole: { min: 1, max: 128, default: 1, unit: 'threads' },
    slider: { stops: [1, 2, 3, 4, 6, 8, 12, 16] },
  },
  /** Absent: half of the memory that there is, and at most 4 GiB. */
  maxMemoryBytes: {
    whole: { min: mebibyte, max: 1024 ** 4, unit: 'bytes' },
    slider: {
      stops: [
        ...[16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192].map((value) => value * mebibyte),
        Infinity,
      ],
      bare: mebibyte,
      start: Infinity,
    },
  },
  tls: { flag: false },
  /** Passwords are drawn at each start of the server and known to nobody else. */
  access: { choice: accesses, default: 'open' },
} as const satisfies SettingRows;

const group = 'The private server';

export const serverManual = (): Manual<typeof serverSettings> => ({
  program: {
    group,
    meaning: 'Which program it is, as /api/servers lists them; absent: the first that is installed.',
    argument: 'a,b',
    help: `which program it is: ${serverPrograms.join(' or ')} (the first that is installed). Here and in the options below several values, as in 1,4, make the same lanes on several servers, compared in one run`,
  },
  persistence: {
    group,
    meaning: 'Whether and how it writes to disk.',
    help: 'what it writes to disk (off)',
  },
  ioThreads: {
    group,
    meaning: 'Threads that read and write sockets.',
    help: `threads that read and write its sockets (${serverSettings.ioThreads.whole.default})`,
  },
  maxMemoryBytes: {
    group,
    meaning: 'Most memory it may use, bytes; absent: half of the machine’s memory, at most 4 GiB.',
    argument: '512mb',
    help: 'what it may take (half of the machine’s memory, and at most 4gb)',
  },
  tls: {
    group,
    meaning: 'Whether connections are encrypted.',
    help: '1: TLS alone, with a throw-away certificate (0)',
  },
  access: { group, meaning: 'What a client has to show.', help: 'what it asks of its clients (open)' },
});

export const serverLabels: SettingLabels<typeof serverSettings> = {
  program: 'Server',
  persistence: 'Writes to disk',
  ioThreads: { label: 'I/O threads', unit: 'threads', hint: 'They read and write the server’s sockets.' },
  maxMemoryBytes: { label: 'Memory', unit: 'MiB', hint: 'off: half of the machine’s memory, at most 4 GiB.' },
  tls: 'Connection',
  access: 'Authentication',
};
