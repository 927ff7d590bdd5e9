import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { io, type Socket } from 'socket.io-client';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { hostileText, hostileValue } from '../hostile-values.ts';
import { Subject } from '../subject.ts';

const token = 'token-of-the-campaign';
const acknowledgedMs = 5000;

/** Events that viewers and presenters may send, with anything in them; packets that are none. */
export const sockets: Attack = {
  name: 'socket events',
  about: 'every event with any arguments, unknown events, packets that are none, as viewer and presenter',
  async run({ seed, scale }) {
    const found = new Findings();
    const subject = new Subject();
    try {
      const server = subject.start(['start', '--port', '0'], { ROUNDTRIP_TOKEN: token });
      const url = await server.url();
      const before = server.memoryMb();
      const count = casesAt(scale, { short: 60, pairs: 2000, full: 20_000 });
      for (const auth of [undefined, { token }]) {
        let socket = await joined(url, auth);
        for (const [index, [event, args]] of fc.sample(events, { seed, numRuns: count }).entries()) {
          if (!socket.connected) {
            socket.close();
            socket = await joined(url, auth);
          }
          found.add(`${event} ${index} ${shown(args)}`, await wrongWith(socket, event, args));
        }
        socket.close();
      }
      await tryPackets(found, url, seed, casesAt(scale, { short: 20, pairs: 300, full: 3000 }));
      found.add('the server, after all of them', await server.wrongAt(url));
      found.notes.push(`memory of the server: ${before} MB before, ${server.memoryMb()} MB after`);
      await server.stop();
    } finally {
      subject.remove();
    }
    return found;
  },
};

const acknowledged = ['tune', 'guess', 'vote', 'clearVotes', 'present'];
const events = fc.tuple(
  fc.oneof(
    fc.constantFrom(...acknowledged),
    hostileText.filter((name) => !reserved.has(name)),
  ),
  fc.array(hostileValue, { maxLength: 3 }),
);
/** The client itself refuses to send these. */
const reserved = new Set([
  'connect',
  'connect_error',
  'disconnect',
  'disconnecting',
  'newListener',
  'removeListener',
]);

async function joined(url: string, auth?: object): Promise<Socket> {
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(auth ? { auth } : {}),
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Known events are acknowledged, whatever they hold; others may be ignored. */
async function wrongWith(socket: Socket, event: string, args: readonly unknown[]): Promise<string | null> {
  // With another number of arguments there is nobody to acknowledge to.
  const isKnown = acknowledged.includes(event) && args.length === 1;
  const answer: unknown = await Promise.race<unknown>([
    socket
      .timeout(acknowledgedMs)
      .emitWithAck(event, ...args)
      .catch(() => 'no acknowledgement'),
    ...(isKnown ? [] : [pause(1).then(() => null)]),
    new Promise<string>((resolve) =>
      socket.once('disconnect', () => {
        resolve('disconnected');
      }),
    ),
  ]);
  if (!isKnown || answer === 'disconnected') return null;
  const text = JSON.stringify(answer);
  if (answer === 'no acknowledgement') return text;
  return /"code":"internal"|node_modules/.test(text) ? text.slice(0, 300) : null;
}

/** By long polling, where a packet is the body of a request. */
async function tryPackets(found: Findings, url: string, seed: number, count: number): Promise<void> {
  for (const packet of fc.sample(packets, { seed, numRuns: count }))
    found.add(
      `packet ${shown(packet, 100)}`,
      await wrongWithPacket(`${url}/socket.io/?EIO=4&transport=polling`, packet),
    );
}

const packets = fc.oneof(
  hostileText,
  fc.constantFrom(
    ...[
      '40',
      '41',
      '42',
      '42["tune"',
      '42["__proto__",1]',
      '451-["x",{"_placeholder":true,"num":9}]',
      '40/moon,',
      '2',
      '3',
    ],
    ...['0{}', '42[]', '430[]', 'b////', '42["guess",{}]\x1e42["guess"'],
  ),
);

async function wrongWithPacket(address: string, packet: string): Promise<string | null> {
  const signal = AbortSignal.timeout(acknowledgedMs);
  const opened = await (await fetch(address, { signal })).text();
  const [, sid = ''] = /"sid":"([^"]+)"/.exec(opened) ?? [];
  for (const body of ['40', packet]) {
    const { status } = await fetch(`${address}&sid=${sid}`, { method: 'POST', body, signal });
    if (status >= 500) return `answered ${status}`;
  }
  return null;
}
