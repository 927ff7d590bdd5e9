import { connect } from 'node:net';

/** Response times of what was due, ms. */
export interface OpenLoopFigures {
  commands: number;
  mean: number;
  p95: number;
  p99: number;
}

const reply = '+PONG\r\n';

/** An open loop of its own, of PINGs on one connection, until `stop()`. A response time counts from the moment due. */
export async function startOpenLoop(
  port: number,
  rps: number,
): Promise<{ stop: () => Promise<OpenLoopFigures> }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  const responses: number[] = [];
  const begun = performance.now();
  let sent = 0;
  let bytes = 0;
  let ended: (() => void) | null = null;
  socket.on('data', (data) => {
    const now = performance.now();
    for (bytes += data.length; bytes >= reply.length; bytes -= reply.length)
      responses.push(now - begun - (responses.length * 1000) / rps);
    if (responses.length === sent) ended?.();
  });
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begun) * rps) / 1000);
    if (due > sent) socket.write('PING\r\n'.repeat(due - sent));
    sent = Math.max(sent, due);
  }, 1);
  return {
    stop: async () => {
      clearInterval(timer);
      if (responses.length < sent) await new Promise<void>((resolve) => (ended = resolve));
      socket.destroy();
      responses.sort((a, b) => a - b);
      const at = (share: number) => responses[Math.ceil(share * responses.length) - 1] ?? NaN;
      const sum = responses.reduce((all, one) => all + one, 0);
      return { commands: responses.length, mean: sum / responses.length, p95: at(0.95), p99: at(0.99) };
    },
  };
}
