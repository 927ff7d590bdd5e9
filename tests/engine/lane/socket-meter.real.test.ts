import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SocketMeter } from '../../../server/engine/lane/socket-meter.ts';
import { eventually } from '../../support/eventually.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Both ends of a connection over the loopback. */
async function socketPair(): Promise<{ here: Socket; there: Socket }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[there]] = (await Promise.all([once(server, 'connection'), once(here, 'connect')])) as [
    [Socket],
    unknown,
  ];
  closing.push(() => {
    here.destroy();
    there.destroy();
    server.close();
  });
  return { here, there };
}

/** Writes and waits until the kernel has taken it. */
const write = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => {
    socket.write(text, () => {
      resolve();
    });
  });

describe('a socket meter', () => {
  test('counts what goes out, write by write, and what comes in', async () => {
    const { here, there } = await socketPair();
    const meter = new SocketMeter();
    meter.add(here);
    here.resume();
    expect(meter.figures()).toEqual({ writes: 0, bytesOut: 0, bytesIn: 0 });
    await write(here, 'x'.repeat(100));
    await write(here, 'x'.repeat(50));
    await write(there, 'y'.repeat(7));
    await eventually('all has come in', () => here.bytesRead === 7);
    expect(meter.figures()).toEqual({ writes: 2, bytesOut: 150, bytesIn: 7 });
  });

  test('counts several chunks that were handed to the kernel together as one write', async () => {
    const { here } = await socketPair();
    const meter = new SocketMeter();
    meter.add(here);
    here.cork();
    for (let n = 0; n < 10; n++) here.write('chunk');
    here.uncork();
    await write(here, 'last');
    expect(meter.figures()).toEqual({ writes: 2, bytesOut: 54, bytesIn: 0 });
  });

  test('leaves what goes over the socket as it is', async () => {
    const { here, there } = await socketPair();
    new SocketMeter().add(here);
    const heard: Buffer[] = [];
    there.on('data', (bytes: Buffer) => heard.push(bytes));
    await write(here, 'one ');
    here.cork();
    here.write('two ');
    here.write('three');
    here.uncork();
    await eventually('all has come in', () => Buffer.concat(heard).length === 13);
    expect(Buffer.concat(heard).toString()).toBe('one two three');
  });

  test('does not count what was sent before, such as the handshake', async () => {
    const { here, there } = await socketPair();
    here.resume();
    await write(here, 'HELLO 3');
    await write(there, 'welcome');
    await eventually('the greeting has come in', () => here.bytesRead === 7);
    const meter = new SocketMeter();
    meter.add(here);
    await write(here, 'PING');
    expect(meter.figures()).toEqual({ writes: 1, bytesOut: 4, bytesIn: 0 });
  });

  test('adds up its sockets, also those that are closed by now', async () => {
    const meter = new SocketMeter();
    const pairs = await Promise.all([socketPair(), socketPair()]);
    for (const { here } of pairs) {
      meter.add(here);
      await write(here, '12345');
    }
    const [first] = pairs;
    first.here.destroy();
    await once(first.here, 'close');
    expect(meter.figures()).toEqual({ writes: 2, bytesOut: 10, bytesIn: 0 });
    await write(pairs[1].here, '678');
    expect(meter.figures()).toEqual({ writes: 3, bytesOut: 13, bytesIn: 0 });
  });
});
