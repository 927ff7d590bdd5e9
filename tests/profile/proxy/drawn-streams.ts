/** What a client sends and a server answers, in the pieces in which they do. */
export interface Streams {
  requests: Buffer[];
  replies: Buffer[];
  /** Whether the server answers before it has all. */
  atOnce: boolean;
}

/** A dialogue as clients and servers have it, of which most are then damaged somewhere. */
export function drawStreams(random: () => number): Streams {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const whole = (below: number) => Math.floor(random() * below);
  const text = () =>
    pick([
      () => '',
      () => `key:${whole(100)}`,
      () => 'x'.repeat(whole(300)),
      () => String.fromCharCode(...Array.from({ length: whole(20) }, () => whole(256))),
      () => '\r\n$5\r\n*3\r\n',
      () => 'y'.repeat(whole(random() < 0.05 ? 200_000 : 100)),
    ])();
  const command = (): string => {
    const name = pick(
      'GET SET HGETALL MGET EXEC MULTI EVAL BLPOP XREAD SUBSCRIBE UNSUBSCRIBE HELLO CLIENT MONITOR get PING RESET'.split(
        ' ',
      ),
    );
    const words = [name, ...Array.from({ length: whole(5) }, text)];
    if (random() < 0.1)
      return `${pick(['PING', 'GET a', '', '  ', 'SET a "b c"', 'QUIT'])}${pick(['\r\n', '\n'])}`;
    return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
  };
  const reply = (depth = 0): string => {
    const several = () => Array.from({ length: whole(4) }, () => reply(depth + 1));
    const aggregate = (sign: string, items: string[], each = 1) =>
      `${sign}${items.length / each}\r\n${items.join('')}`;
    const pairs = () => several().flatMap((item) => [reply(depth + 1), item]);
    const simple = [
      () => '+OK\r\n',
      () => '+QUEUED\r\n',
      () => '-ERR no\r\n',
      () => `:${whole(1000) - 500}\r\n`,
      () => ((value) => `$${value.length}\r\n${value}\r\n`)(text()),
      () => '$-1\r\n',
      () => '*-1\r\n',
      () => '_\r\n',
      () => '#t\r\n',
      () => ',1.5\r\n',
      () => '(12345678901234567890\r\n',
      () => '=7\r\ntxt:abc\r\n',
      () => '!7\r\nERR abc\r\n',
    ];
    if (depth > 3 || random() < 0.6) return pick(simple)();
    return pick([
      () => aggregate('*', several()),
      () => aggregate('~', several()),
      () => aggregate('%', pairs(), 2),
      () => `${aggregate('|', pairs(), 2)}${reply(depth + 1)}`,
    ])();
  };
  const commands = 1 + whole(12);
  const sent = Array.from({ length: commands }, command).join('');
  const push = () => (random() < 0.1 ? '>3\r\n$7\r\nmessage\r\n$1\r\na\r\n$1\r\nb\r\n' : '');
  // One more: what the connection begins with is an inline command.
  const answered = Array.from({ length: commands + 1 }, () => push() + reply()).join('');
  const damage = (stream: string): Buffer => {
    const bytes = Buffer.from(stream, 'latin1');
    if (random() < 0.4 || bytes.length === 0) return bytes;
    const at = whole(bytes.length);
    return pick([
      () => bytes.subarray(0, at),
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + whole(8)))]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from(text(), 'latin1'), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), Buffer.from([whole(256)]), bytes.subarray(at + 1)]),
      () =>
        Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(pick(['*99999999999\r\n', '$-5\r\n', '*1\r\n'.repeat(300), '>2\r\n'])),
          bytes.subarray(at),
        ]),
    ])();
  };
  const cut = (bytes: Buffer): Buffer[] => {
    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes.length;) {
      const to = random() < 0.3 ? bytes.length : from + 1 + whole(random() < 0.5 ? 10 : 2000);
      pieces.push(bytes.subarray(from, to));
      from = to;
    }
    return pieces;
  };
  return { requests: cut(damage(sent)), replies: cut(damage(answered)), atOnce: random() < 0.3 };
}
