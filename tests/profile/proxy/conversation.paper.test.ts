import { expect, test } from 'vitest';
import { Budget } from '../../../server/profile/process/budget.ts';
import { Bursts } from '../../../server/profile/proxy/bursts.ts';
import { Conversation } from '../../../server/profile/proxy/conversation.ts';
import { detect } from '../../../shared/profile/detect.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const list = (...items: string[]) => `*${items.length}\r\n${items.join('')}`;
const command = (text: string) => list(...text.split(' ').map(bulk));

/** One connection at times that a test says. */
class Talk {
  readonly bursts: Bursts;
  readonly #conversation: Conversation;
  nowMs = 100;

  constructor({ isNear = true, share = 1 } = {}) {
    // Recording takes no time here, so no budget is ever used up.
    this.bursts = new Bursts(new Budget(share, { now: () => 0 }));
    this.#conversation = new Conversation(this.bursts, 1, isNear);
  }

  send(...commands: string[]): this {
    this.#conversation.sent(Buffer.from(commands.map(command).join('')), this.nowMs);
    return this;
  }

  answer(...replies: string[]): this {
    this.#conversation.received(Buffer.from(replies.join(''), 'latin1'), this.nowMs);
    return this;
  }

  /** A command whose reply takes a millisecond, and what the client does then. */
  ask(text: string, reply: string, thinksMs = 0.2): this {
    this.send(text);
    this.nowMs += 1;
    this.answer(reply);
    this.nowMs += thinksMs;
    return this;
  }

  pause(ms = 100): this {
    this.nowMs += ms;
    return this;
  }

  profile() {
    this.#conversation.close();
    const trace = this.bursts.trace();
    const found = detect(readTrace(trace), {
      seesSites: false,
      evidenceOf: () => null,
      patchOf: () => ({ why: 'unread', line: 0, name: '' }),
      diffOf: () => '',
      functionOf: () => '',
      isIgnored: () => false,
    });
    return { trace, ...found };
  }
}

const several = (count: number, act: (at: number) => void) =>
  Array.from({ length: count }, (_, at) => act(at));

test('commands that wait for one another are a sequence, and no saving is claimed', () => {
  const talk = new Talk().ask('CLIENT SETNAME shop-17', '+OK\r\n').pause();
  several(5, (burst) => {
    several(4, (at) => talk.ask(`GET cart:${1000 * burst + at}`, bulk(`worth ${777_000 + at}`)));
    talk.pause();
  });
  const { units, findings, trace } = talk.profile();
  expect(units).toMatchObject([
    { name: 'shop-x: GET cart:*', kind: 'burst', count: 5, commands: 4, tripsNow: 4, waitingMs: 4 },
  ]);
  expect(findings).toMatchObject([
    {
      ...{ code: 'sequence', reasons: ['no-key-seen'], savingMs: null, command: 'GET' },
      ...{ keyPattern: 'cart:*', perUnit: 4, units: 5, waitingMs: 4, site: { file: 'shop-x', line: 0 } },
    },
  ]);
  expect(trace).not.toMatch(/77700|cart:\d|shop-17/);
});

test('a key that came from an earlier reply is seen, and no verdict is said of it', () => {
  const talk = new Talk();
  several(3, (burst) => {
    several(5, (at) =>
      talk.ask(`GET node:${9000 + 10 * burst + at}`, bulk(`node:${9001 + 10 * burst + at}`)),
    );
    talk.pause();
  });
  expect(talk.profile().findings).toMatchObject([{ code: 'sequence', reasons: ['some-need'], perUnit: 5 }]);
});

test('what is sent together is a batch, and a transaction too', () => {
  const talk = new Talk();
  several(3, (burst) => {
    talk.send(...several(4, (at) => `GET a:${100 * burst + at}`).map((_, at) => `GET a:${100 * burst + at}`));
    talk.pause(1);
    talk.answer(...several(4, () => '').map(() => '$-1\r\n')).pause();
    talk.send('MULTI', 'INCR n:1', 'INCR n:2', 'EXEC').pause(1);
    talk.answer('+OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n:1\r\n:2\r\n').pause();
  });
  const { units, findings } = talk.profile();
  expect(units.map(({ tripsNow, commands }) => [tripsNow, commands])).toEqual([
    [1, 4],
    [1, 4],
  ]);
  expect(findings.map(({ code }) => code)).toContain('batched');
});

test('a client that is far away pauses for as long as its replies travel', () => {
  const talk = new Talk({ isNear: false });
  several(6, (at) => talk.ask(`GET a:${100 + at}`, '$1\r\nx\r\n', 20));
  expect(talk.profile().units).toMatchObject([{ count: 1, commands: 6 }]);
});

test('a near client that is busy between two commands has ended a burst', () => {
  const talk = new Talk();
  several(6, (at) => talk.ask(`GET a:${100 + at}`, '$1\r\nx\r\n', 20));
  expect(talk.profile().units).toMatchObject([{ count: 6, commands: 1 }]);
});

test.each([
  [
    'pushes',
    (talk: Talk) => talk.send('GET k:1').answer('>2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nk:1\r\n', bulk('v')),
  ],
  ['attributes', (talk: Talk) => talk.send('GET k:1').answer('|1\r\n+ttl\r\n:5\r\n', bulk('v'))],
  ['an inline command', (talk: Talk) => talk.ask('PING', '+PONG\r\n')],
  [
    'messages of RESP2, and what stands before and after them',
    (talk: Talk) =>
      talk
        .send('SUBSCRIBE a b', 'PING')
        .answer(list(bulk('subscribe'), bulk('a'), ':1\r\n'), list(bulk('message'), bulk('a'), bulk('x')))
        .answer(list(bulk('subscribe'), bulk('b'), ':2\r\n'), list(bulk('pong'), bulk('')))
        .send('UNSUBSCRIBE')
        .answer(
          list(bulk('unsubscribe'), bulk('a'), ':1\r\n'),
          list(bulk('unsubscribe'), bulk('b'), ':0\r\n'),
        )
        .send('LRANGE l 0 -1')
        .answer(list(bulk('message'), bulk('no'), bulk('message'))),
  ],
  [
    'a refused subscription',
    (talk: Talk) => talk.send('SUBSCRIBE a', 'GET k:1').answer('-NOPERM no\r\n', bulk('v')),
  ],
  [
    'a command that waits on the server',
    (talk: Talk) => talk.send('BLPOP q 0').pause(5000).answer('*-1\r\n'),
  ],
  ['a new protocol', (talk: Talk) => talk.send('HELLO 3').answer('%1\r\n+proto\r\n:3\r\n')],
  [
    'a reset',
    (talk: Talk) =>
      talk
        .send('SUBSCRIBE a')
        .answer(list(bulk('subscribe'), bulk('a'), ':1\r\n'))
        .ask('RESET', '+RESET\r\n'),
  ],
])('%s leave commands and replies in pairs', (_what, act) => {
  const talk = new Talk();
  act(talk);
  several(5, (at) => talk.pause().ask(`GET node:${1000 + at}`, bulk(String(at))));
  const { t0, t1 } = JSON.parse(
    talk
      .profile()
      .trace.split('\n')
      .findLast((line) => line.includes('"k":"cmd"')) ?? '{}',
  ) as { t0: number; t1: number };
  expect(t1 - t0).toBeCloseTo(1);
});

test.each([
  ['MONITOR', (talk: Talk) => talk.send('MONITOR')],
  ['CLIENT REPLY', (talk: Talk) => talk.send('CLIENT REPLY OFF')],
  ['a reply without a command', (talk: Talk) => talk.answer('+OK\r\n')],
  ['no reply', (talk: Talk) => talk.send('GET a').answer('HTTP/1.1 400 Bad Request\r\n')],
])('a connection with %s is read no further', (_what, act) => {
  expect(() => act(new Talk())).toThrow(expect.objectContaining({ name: 'Desynchronised' }));
});

test('memory has a bound: bursts of a kind are kept by chance, and all are counted', () => {
  const asked = (talk: Talk) => {
    several(3000, (at) => talk.ask(`GET a:${1000 + at}`, '$1\r\nx\r\n', 20));
    return talk.profile();
  };
  const { units, trace } = asked(new Talk({ share: 0.03 }));
  expect(units).toMatchObject([{ count: 3000, recorded: 200 }]);
  expect(asked(new Talk()).units).toMatchObject([{ count: 3000, recorded: 3000 }]);
  expect(trace.split('\n').length).toBeLessThan(500);
});
