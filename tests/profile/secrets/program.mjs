// A server whose keys, values and addresses are secrets: they are given to it, and stand nowhere in its source.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { name, pin, session, mail, id } = JSON.parse(process.env.PLANTED_SECRETS);
const port = Number(process.env.PLANTED_PORT);

const clients = {
  ioredis: async () => {
    const { Redis } = await import('ioredis');
    const redis = new Redis(port);
    return { send: (...words) => redis.call(...words), end: () => redis.disconnect() };
  },
  'node-redis': async () => {
    const { createClient } = await import('@redis/client');
    const client = await createClient({ socket: { port } }).connect();
    return { send: (...words) => client.sendCommand(words), end: () => client.destroy() };
  },
  // The queue of node-redis 4, by its methods and its file. What it holds, it answers itself.
  'node-redis-4': async () => {
    const file = join(process.env.PLANTED_FOLDER, '@redis/client/dist/lib/client/commands-queue.js');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, queueOf4);
    const Queue = createRequire(import.meta.url)(file).default;
    const queue = new Queue();
    return { send: (...words) => queue.addCommand(words), end: () => undefined };
  },
};

const queueOf4 = `exports.default = class {
  held = new Map();
  getCommandToSend() {}
  addCommand([name, key, value]) {
    if (name === 'SET') this.held.set(key, value);
    const reply = name === 'GET' ? (this.held.get(key) ?? null) : 'OK';
    return new Promise((resolve) => setTimeout(resolve, 1, reply));
  }
};`;

const { send, end } = await clients[process.env.PLANTED_LIBRARY]();

await send('SET', `pin:${name}`, pin);
await send('SET', `session:${session}`, id);
await send('SET', `user:${id}`, mail);
await send('MSET', `mail:${name}`, mail, `pin:${id}`, pin);

// A word that is no command, and a site in code that is its own address.
await Promise.resolve(send(name, 'key')).catch(() => undefined);
const code = `export default async (send) => await send('EXISTS', 'key'); // ${mail}`;
await (await import(`data:text/javascript,${encodeURIComponent(code)}`)).default(send);

const server = createServer(async (request, response) => {
  const user = await send('GET', `session:${session}`);
  await send('GET', `user:${user}`);
  for (const what of ['cart', 'orders', 'pins', 'mails']) await send('GET', `${name}:${what}`);
  for (const who of [name, id, mail, session]) await send('GET', `pin:${who}`);
  for (let round = 0; round < 3; round++) await send('GET', request.url);
  response.end();
});
await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
for (const path of [`/users/${name}`, `/users/${name}/orders/${id}?mail=${mail}`, `/${session}`]) {
  await (await fetch(`http://127.0.0.1:${server.address().port}${path}`)).text();
  await sleep(30);
}
server.close();
server.closeAllConnections();
end();
