import { describe, expect, test } from 'vitest';
import { replyKinds } from '../../../server/engine/workload/reply-kind.ts';
import { ReplyReader } from '../../../server/engine/resp/reply-reader.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';

/** What was heard of the replies: `found`, `missed`, or the text of an error. */
function listen() {
  const heard: string[] = [];
  const reader = new ReplyReader({
    accept: (found) => heard.push(found ? 'found' : 'missed'),
    refuse: (error) => heard.push(error.message),
    broken: (error) => heard.push(error.message),
  });
  return { reader, heard };
}

/** Replies heard when the bytes arrive in pieces that end at `cuts`, and how many the reader said. */
function hear(text: string, cuts: readonly number[] = []): { heard: string[]; told: number } {
  const bytes = Buffer.from(text, 'latin1');
  const { reader, heard } = listen();
  let told = 0;
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    told += reader.read(Buffer.from(bytes.subarray(from, to)));
    from = to;
  }
  return { heard, told };
}

const everyByte = (text: string) => Array.from({ length: text.length - 1 }, (_, index) => index + 1);

const replies: { what: string; text: string; heard: string[] }[] = [
  { what: 'a simple string', text: '+OK\r\n', heard: ['found'] },
  { what: 'an empty simple string', text: '+\r\n', heard: ['found'] },
  { what: 'an error', text: '-WRONGTYPE Operation\r\n', heard: ['WRONGTYPE Operation'] },
  { what: 'an integer', text: ':1000\r\n', heard: ['found'] },
  { what: 'a negative integer', text: ':-2\r\n', heard: ['found'] },
  { what: 'zero, as of a key that was not there', text: ':0\r\n', heard: ['missed'] },
  { what: 'a bulk string', text: '$5\r\nhello\r\n', heard: ['found'] },
  { what: 'an empty bulk string, which is a value', text: '$0\r\n\r\n', heard: ['found'] },
  { what: 'a bulk string that looks like replies', text: '$9\r\n+OK\r\n-ERR\r\n', heard: ['found'] },
  { what: 'null of RESP2', text: '$-1\r\n', heard: ['missed'] },
  { what: 'the null array of RESP2', text: '*-1\r\n', heard: ['missed'] },
  { what: 'null of RESP3', text: '_\r\n', heard: ['missed'] },
  { what: 'a boolean', text: '#t\r\n', heard: ['found'] },
  { what: 'a double', text: ',1.25e3\r\n', heard: ['found'] },
  { what: 'a big number', text: '(3492890328409238509324850943850943825024385\r\n', heard: ['found'] },
  { what: 'a verbatim string', text: '=8\r\ntxt:some\r\n', heard: ['found'] },
  { what: 'an array', text: '*2\r\n:1\r\n$1\r\na\r\n', heard: ['found'] },
  { what: 'an empty array', text: '*0\r\n', heard: ['missed'] },
  { what: 'an array of nothing but nulls', text: '*2\r\n$-1\r\n_\r\n', heard: ['missed'] },
  { what: 'an array with a value behind nulls', text: '*3\r\n_\r\n_\r\n$1\r\nx\r\n', heard: ['found'] },
  { what: 'arrays in arrays', text: '*2\r\n*2\r\n:1\r\n*1\r\n+a\r\n*0\r\n', heard: ['found'] },
  { what: 'a set', text: '~2\r\n+a\r\n+b\r\n', heard: ['found'] },
  { what: 'a map', text: '%2\r\n+a\r\n:1\r\n+b\r\n*2\r\n:2\r\n:3\r\n', heard: ['found'] },
  { what: 'an empty map', text: '%0\r\n', heard: ['missed'] },
  {
    what: 'an error inside an array, which is one reply and no failure',
    text: '*2\r\n-ERR no\r\n:1\r\n',
    heard: ['found'],
  },
  {
    what: 'a bulk error inside an array, and the reply after it',
    text: '*1\r\n!5\r\nERR x\r\n+OK\r\n',
    heard: ['found', 'found'],
  },
  { what: 'a push message: no reply', text: '>2\r\n+message\r\n$2\r\nhi\r\n', heard: [] },
  {
    what: 'a push message with containers in it, then a reply',
    text: '>3\r\n+invalidate\r\n*2\r\n$1\r\na\r\n*1\r\n_\r\n%1\r\n+k\r\n:1\r\n$-1\r\n',
    heard: ['missed'],
  },
  {
    what: 'a push message between two replies',
    text: '+OK\r\n>1\r\n+hello\r\n:0\r\n',
    heard: ['found', 'missed'],
  },
  {
    what: 'an attribute before a reply: not part of it',
    text: '|1\r\n+ttl\r\n:3600\r\n$-1\r\n',
    heard: ['missed'],
  },
  { what: 'an empty attribute', text: '|0\r\n+OK\r\n', heard: ['found'] },
];

describe.each([
  { arriving: 'at once', cutsOf: () => [] },
  { arriving: 'byte by byte', cutsOf: everyByte },
])('replies that arrive $arriving', ({ cutsOf }) => {
  test.each(replies)('are told for what they are: $what', ({ text, heard }) => {
    expect(hear(text, cutsOf(text))).toEqual({ heard, told: heard.length });
  });
});

test('a bulk error is a failure, and the next reply is none', () => {
  const { heard, told } = hear('!21\r\nSYNTAX invalid syntax\r\n+OK\r\n');
  expect(told).toBe(2);
  expect(heard[0]).not.toMatch(/found|missed/);
  expect(heard[1]).toBe('found');
});

test('only the first bytes of a buffer that is used again and again are read', () => {
  const { reader, heard } = listen();
  const buffer = Buffer.from('+OK\r\n:0\r\n-ERR left over from before\r\n');
  expect(reader.read(buffer, 9)).toBe(2);
  expect(heard).toEqual(['found', 'missed']);
});

test('what is kept of a line that was cut does not change with the buffer it came in', () => {
  const { reader, heard } = listen();
  const buffer = Buffer.from('-WRONGTYPE Opera');
  expect(reader.read(buffer)).toBe(0);
  buffer.fill('x');
  buffer.write('tion\r\n');
  expect(reader.read(buffer, 6)).toBe(1);
  expect(heard).toEqual(['WRONGTYPE Operation']);
});

test('a long bulk string is read over in pieces without being kept', () => {
  const { reader, heard } = listen();
  const piece = Buffer.alloc(65_536, 'x');
  expect(reader.read(Buffer.from(`$${piece.length * 100}\r\n`))).toBe(0);
  for (let n = 0; n < 100; n++) expect(reader.read(piece)).toBe(0);
  expect(reader.read(Buffer.from('\r\n:0\r\n'))).toBe(2);
  expect(heard).toEqual(['found', 'missed']);
});

describe('what a reply is', () => {
  test.each([
    ['+OK\r\n', 'ok'],
    ['+PONG\r\n', 'pong'],
    ['+QUEUED\r\n', 'status'],
    [':1\r\n', 'integer'],
    ['$2\r\nOK\r\n', 'text'],
    ['$-1\r\n', 'null'],
    ['*-1\r\n', 'null'],
    ['_\r\n', 'null'],
    ['*2\r\n:1\r\n*1\r\n+OK\r\n', 'array'],
    ['*0\r\n', 'array'],
    ['%1\r\n+a\r\n*1\r\n:1\r\n', 'other'],
    ['~1\r\n:1\r\n', 'other'],
    ['#t\r\n', 'other'],
    [',1.5\r\n', 'other'],
  ] as const)('%j is of the kind %s', (text, kind) => {
    const kinds: number[] = [];
    const reader = new ReplyReader({
      accept: (_found, of) => kinds.push(of),
      refuse: () => undefined,
      broken: () => undefined,
    });
    reader.read(Buffer.from(text));
    expect(kinds).toEqual([replyKinds[kind]]);
  });
});

describe('what is no RESP breaks the stream, and nothing after it is read:', () => {
  test.each([
    [
      'another protocol',
      'HTTP/1.1 400 Bad Request\r\n',
      /"HTTP\/1.1 400 Bad Request", which begins no reply/,
    ],
    ['an unknown type', '@OK\r\n', /"@OK", which begins no reply/],
    ['an empty line', '\r\n', /begins no reply/],
    ['a line without its carriage return', '+OK\n', /no carriage return/],
    ['a bulk longer than announced', '$3\r\nhello\r\n', /longer than announced/],
    ['a length that is no number', '$abc\r\n', /"\$abc", which announces no length/],
    ['a length below −1', '*-2\r\n', /announces no length/],
    ['an integer that is no number', ':one\r\n', /no number/],
    ['a bulk larger than can be', '$1000001\r\n', /"\$1000001", more than 1000000/],
    ['an array larger than can be', '*1000001\r\n', /more than 1000000/],
    ['a length of more digits than a number has', `$${'9'.repeat(30)}\r\n`, /announces no length/],
    ['garbage within an array', '*2\r\n:1\r\n@\r\n', /begins no reply/],
    ['arrays in arrays without end', '*1\r\n'.repeat(200), /more than 100 arrays in arrays/],
    ['a line without end', `+${'x'.repeat(70_000)}`, /a line of more than 65536 bytes/],
  ])('%s', (_what, text, says) => {
    // A long line comes in parts that are larger.
    const parts = everyByte(text).filter((cut) => text.length < 10_000 || cut % 100 === 0);
    for (const cuts of [[], parts]) {
      const heard: string[] = [];
      const sink = {
        accept: () => heard.push('reply'),
        refuse: () => heard.push('error'),
        broken: (error: Error) => heard.push(error.message),
      };
      const reader = new ReplyReader(sink, 1_000_000);
      let from = 0;
      for (const to of [...cuts, text.length]) {
        reader.read(Buffer.from(text.slice(from, to)));
        from = to;
      }
      reader.read(Buffer.from('+OK\r\n+OK\r\n'));
      expect(heard).toEqual([expect.stringMatching(says)]);
    }
  });
});

describe('a random stream of replies', () => {
  interface Reply {
    text: string;
    /** Whether there is any value in it; for an error, its message. */
    heard: string;
  }

  const pick = <T>(random: () => number, from: readonly [T, ...T[]]): T =>
    from[Math.floor(random() * from.length)] ?? from[0];

  /** A value of any type, `depth` containers deep at most. */
  function value(random: () => number, depth: number): Reply {
    const kind = pick(random, depth > 0 ? ['leaf', 'leaf', 'array', 'set', 'map'] : ['leaf']);
    if (kind === 'leaf') {
      const length = Math.floor(random() * 40);
      const bulk = Array.from({ length }, () => pick(random, ['a', '\r', '\n', '+', '$', '*', '0'])).join('');
      return pick(random, [
        { text: `$${length}\r\n${bulk}\r\n`, heard: 'found' },
        { text: `=${length}\r\n${bulk}\r\n`, heard: 'found' },
        { text: '+QUEUED\r\n', heard: 'found' },
        { text: `:${1 + length}\r\n`, heard: 'found' },
        { text: ',3.5\r\n', heard: 'found' },
        { text: ':0\r\n', heard: 'missed' },
        { text: '$-1\r\n', heard: 'missed' },
        { text: '_\r\n', heard: 'missed' },
        { text: '*0\r\n', heard: 'missed' },
      ]);
    }
    const length = Math.floor(random() * 5);
    const elements = Array.from({ length: kind === 'map' ? 2 * length : length }, () =>
      random() < 0.05 ? { text: '-ERR within\r\n', heard: 'found' } : value(random, depth - 1),
    );
    const sign = { array: '*', set: '~', map: '%' }[kind];
    return {
      text: `${sign}${length}\r\n${elements.map(({ text }) => text).join('')}`,
      heard: elements.some(({ heard }) => heard === 'found') ? 'found' : 'missed',
    };
  }

  /** A push message or an attribute, which answers nothing. */
  function aside(random: () => number): string {
    const length = Math.floor(random() * 3);
    const isAttribute = random() < 0.5;
    const elements = Array.from({ length: isAttribute ? 2 * length : length }, () => value(random, 2).text);
    return `${isAttribute ? '|' : '>'}${length}\r\n${elements.join('')}`;
  }

  function reply(random: () => number): Reply {
    const { text, heard } =
      random() < 0.15 ? { text: '-OOM out of memory\r\n', heard: 'OOM out of memory' } : value(random, 4);
    return { text: random() < 0.2 ? aside(random) + text : text, heard };
  }

  test.each(Array.from({ length: 25 }, (_, seed) => seed))(
    'is heard the same whole, byte by byte, and cut anywhere (seed %d)',
    (seed) => {
      const random = randomFrom(seed);
      const stream = Array.from({ length: 60 }, () => reply(random));
      const text = stream.map((one) => one.text).join('');
      const expected = { heard: stream.map((one) => one.heard), told: stream.length };
      expect(hear(text)).toEqual(expected);
      expect(hear(text, everyByte(text))).toEqual(expected);
      for (const often of [0.5, 0.1, 0.01])
        expect(
          hear(
            text,
            everyByte(text).filter(() => random() < often),
          ),
        ).toEqual(expected);
    },
  );
});
