import { readFileSync } from 'node:fs';
import type { Terminal } from '../../server/cli/output/terminal.ts';

type FaultyReader = (terminal: Terminal) => number | Promise<number>;

/** Readers of traces that do each harm for which the campaign looks: a check that does not see its own is broken. */
export const faultyReaders: Readonly<Record<string, FaultyReader>> = {
  'faulty:hangs': () => {
    for (;;);
  },
  'faulty:ends': () => process.exit(7),
  'faulty:another code': () => 7,
  'faulty:stack': ({ stderr }) => {
    stderr(String(new TypeError('x').stack));
    return 0;
  },
  'faulty:throws': () => {
    throw new TypeError('x');
  },
  'faulty:memory': () => {
    const blocks = Array.from({ length: 900 }, () => Buffer.alloc(1_048_576, 1));
    return blocks.length === 900 ? 0 : 1;
  },
  'faulty:processor': () => {
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 700_000);
    return 0;
  },
  'faulty:opens': () => {
    readFileSync('../beside/secret.js');
    return 0;
  },
  'faulty:quotes': ({ stdout }) => {
    stdout('planted7f3aqz');
    return 0;
  },
  'faulty:controls': ({ styled }) => {
    styled.stdout('\u001b[2J');
    return 0;
  },
  'faulty:pollutes': () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true });
    return 0;
  },
};
