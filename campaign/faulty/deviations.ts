/** How a faulty server differs from Redis: the table that tests and the campaign go through. */

/** One connection, as a deviation sees it. */
export interface FaultyPeer {
  write: (bytes: string | Buffer) => void;
  /** Sends what is written so far, then closes. */
  close: () => void;
  /** Closes with a TCP reset. */
  reset: () => void;
  /** Writes one byte at a time, with a turn of the event loop between them. */
  drip: (bytes: Buffer) => void;
  /** Writes these bytes again and again until the other side closes. */
  pour: (bytes: Buffer) => void;
  /** Answers nothing from now on. */
  freeze: () => void;
}

export interface Deviation {
  id: string;
  /** Which replies differ: those of the workload, or those of one command of the set-up. */
  of: 'workload' | 'INFO' | 'HELLO' | 'PING';
  /**
   * What an honest client makes of it: `fault`, the lane or the set-up fails and says what came; `failures`, commands
   * are counted as failed; `nothing`, the figures hold.
   */
  means: 'fault' | 'failures' | 'nothing';
  /** Writes in place of the right reply. */
  answer: (peer: FaultyPeer, right: Buffer, replies: number) => void;
}

const instead =
  (bytes: string | Buffer): Deviation['answer'] =>
  (peer) => {
    peer.write(bytes);
  };

const workload = (
  id: string,
  answer: Deviation['answer'] | string | Buffer,
  means: Deviation['means'] = 'fault',
): Deviation => ({
  id,
  of: 'workload',
  means,
  answer: typeof answer === 'function' ? answer : instead(answer),
});

const setUp = (
  of: 'INFO' | 'HELLO' | 'PING',
  id: string,
  answer: Deviation['answer'] | string | Buffer,
): Deviation => ({
  ...workload(`${of}: ${id}`, answer),
  of,
});

/** Clears the screen and sets the title, in C0 and C1. */
const escapes = '\u001b[2J\u001b]0;X\u0007\u009b31m';

const mebibyte = Buffer.alloc(1_048_576, 'x');
const bytes256 = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** Wrong in number; of each ten replies the first. */
const counts: Deviation[] = [
  workload('100 replies a command', (peer, right) => {
    peer.write(Buffer.concat(Array.from({ length: 100 }, () => right)));
  }),
  workload('2 replies a command', (peer, right) => {
    peer.write(Buffer.concat([right, right]));
  }),
  workload('a reply more after each tenth', (peer, right, replies) => {
    peer.write(replies % 10 === 1 ? Buffer.concat([right, right]) : right);
  }),
  workload('each tenth reply is missing', (peer, right, replies) => {
    if (replies % 10 !== 1) peer.write(right);
  }),
  workload('no reply', (peer) => {
    peer.freeze();
  }),
];

/** No RESP at all, or broken RESP. */
const broken: Deviation[] = [
  workload(
    'HTTP',
    'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nBad Request\r\n',
  ),
  workload('hello world', 'hello world\r\n'),
  workload('an unknown type', '@OK\r\n'),
  workload('all 256 bytes', bytes256),
  workload('an empty line', '\r\n'),
  workload('a bulk longer than announced', '$3\r\nhello\r\n'),
  workload('a bulk without its line end', '$5\r\nhelloXX'),
  workload('a length that is no number', '$abc\r\nhello\r\n'),
  workload('a length below -1', '$-5\r\n'),
  workload('an array of a length that is no number', '*x\r\n'),
  workload('an array with garbage in it', '*3\r\n:1\r\n*2\r\n@\r\n$-9\r\n:1\r\n'),
  workload('an integer that is no number', ':one\r\n'),
  workload('an array of a thousand million', '*1000000000\r\n:1\r\n'),
  workload('a bulk of half a gigabyte, announced', '$536870912\r\nx'),
  workload('a bulk of more than there are bytes', '$99999999999999999999\r\nx'),
  workload('an endless bulk', (peer) => {
    peer.write('$1000000000000\r\n');
    peer.pour(mebibyte);
  }),
  workload('an endless line', (peer) => {
    peer.write('+');
    peer.pour(mebibyte);
  }),
  workload('an endless array', (peer) => {
    peer.write('*1000000000\r\n');
    peer.pour(Buffer.from(':1\r\n'.repeat(65_536)));
  }),
  workload('arrays in arrays without end', (peer) => {
    peer.pour(Buffer.from('*1\r\n'.repeat(65_536)));
  }),
];

/** Right RESP that cannot be the reply to a SET. */
const forms: Deviation[] = [
  workload('a status of another command', '+hello world\r\n'),
  workload('a status with escapes of a terminal', `+${escapes}\r\n`),
  workload('an integer', ':1\r\n'),
  workload('a bulk', '$11\r\nhello world\r\n'),
  workload('null of RESP2', '$-1\r\n'),
  workload('null of RESP3', '_\r\n'),
  workload('a boolean', '#t\r\n'),
  workload('a double', ',1.5\r\n'),
  workload('a big number', '(3492890328409238509324850943850943825024385\r\n'),
  workload('a verbatim string', '=9\r\ntxt:hello\r\n'),
  workload('an empty array', '*0\r\n'),
  workload('an array of three', '*3\r\n+OK\r\n+OK\r\n+OK\r\n'),
  workload('a map', '%1\r\n+OK\r\n+OK\r\n'),
  workload('a set', '~1\r\n+OK\r\n'),
  workload('a push in its place', '>2\r\n+message\r\n+OK\r\n'),
  workload('an error', '-ERR no\r\n', 'failures'),
  workload('an error with escapes of a terminal', `-ERR ${escapes}\r\n`, 'failures'),
  workload('a bulk error', '!6\r\nERR no\r\n', 'failures'),
];

/** Right replies, in a way that they seldom come. */
const delivery: Deviation[] = [
  workload(
    'byte by byte',
    (peer, right) => {
      peer.drip(right);
    },
    'nothing',
  ),
  workload('closed in mid-reply', (peer, right) => {
    peer.write(right.subarray(0, Math.ceil(right.length / 2)));
    peer.close();
  }),
  workload('closed in place of a reply', (peer) => {
    peer.close();
  }),
  workload('reset', (peer) => {
    peer.reset();
  }),
  workload('half a reply, then silence', (peer, right) => {
    peer.write(right.subarray(0, 1));
    peer.freeze();
  }),
];

const setUps: Deviation[] = [
  setUp('INFO', 'garbled', `$256\r\n${bytes256.toString('latin1')}\r\n`),
  setUp('INFO', 'null', '$-1\r\n'),
  setUp('INFO', 'an integer', ':7\r\n'),
  setUp('INFO', 'an array', '*2\r\n+a\r\n+b\r\n'),
  setUp('INFO', 'a map', '%1\r\n+redis_version\r\n+7\r\n'),
  setUp('INFO', 'empty', '$0\r\n\r\n'),
  setUp('INFO', 'endless', (peer) => {
    peer.write('$1000000000000\r\n');
    peer.pour(mebibyte);
  }),
  setUp('INFO', 'an error with escapes of a terminal', `-ERR ${escapes}\r\n`),
  setUp('INFO', 'HTTP', 'HTTP/1.1 200 OK\r\n\r\n'),
  setUp('PING', 'an error with escapes of a terminal', `-ERR ${escapes}\r\n`),
  setUp('HELLO', 'HTTP', 'HTTP/1.1 200 OK\r\n\r\n'),
  setUp('HELLO', 'hello world', 'hello world\r\n'),
  setUp('HELLO', 'half a reply, then silence', (peer, right) => {
    peer.write(right.subarray(0, Math.ceil(right.length / 2)));
    peer.freeze();
  }),
  setUp('HELLO', 'endless', (peer) => {
    peer.write('$1000000000000\r\n');
    peer.pour(mebibyte);
  }),
];

export const deviations: readonly Deviation[] = [...counts, ...broken, ...forms, ...delivery, ...setUps];

export function deviationNamed(id: string): Deviation {
  const found = deviations.find((one) => one.id === id);
  if (!found) throw new Error(`no deviation "${id}"`);
  return found;
}
