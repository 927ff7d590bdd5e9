import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What programs of `cmd:` lanes in tests share: RESP on a bare socket, and the answers to lines. */
const prelude = `
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export const prefix = process.env.ROUNDTRIP_PREFIX;
export const client = Number(process.env.ROUNDTRIP_CLIENT);
const { hostname, port } = new URL(process.env.REDIS_URL);
export const open = () => connect(Number(port), hostname).setNoDelay(true);
const socket = open();
const waiting = [];
// Every reply of these commands is one line.
createInterface({ input: socket }).on('line', (line) => waiting.shift()?.(line));
export const encode = (words) => '*' + words.length + '\\r\\n' + words.map((word) => '$' + Buffer.byteLength(word) + '\\r\\n' + word + '\\r\\n').join('');
export const send = (...commands) => {
  socket.write(commands.map(encode).join(''));
  return Promise.all(commands.map(() => new Promise((resolve) => waiting.push(resolve))));
};
export const say = (line) => process.stdout.write(line + '\\n');
export function serve(unit) {
  say('ready');
  createInterface({ input: process.stdin })
    .on('line', async (line) => {
      try {
        if (line !== '') await unit(Number(line));
        say('ok');
      } catch (error) {
        say('error ' + error.message);
      }
    })
    .on('close', () => process.exit());
}
`;

/** Writes a program whose lines may use `send`, `serve`, `prefix` and `client`; returns the line that runs it. */
export function writeLineProgram(folder: string, name: string, ...lines: string[]): string {
  const shared = join(folder, 'prelude.mjs');
  if (!existsSync(shared)) writeFileSync(shared, prelude);
  const path = join(folder, name);
  const head = `import { client, encode, open, prefix, say, send, serve } from ${JSON.stringify(shared)};`;
  writeFileSync(path, `${head}\n${lines.join('\n')}\n`);
  return `cmd:${JSON.stringify(process.execPath)} ${JSON.stringify(path)}`;
}
