import Fastify from 'fastify';
import { Redis } from 'ioredis';
import { port } from './support.mjs';

const redis = new Redis(port);
await redis
  .pipeline()
  .set('sess:abc', '{"user":"7","role":"admin"}')
  .hset('user:7', 'name', 'Bo')
  .set('mail:7', '3')
  .set('plan:7', 'pro')
  .set('theme:7', 'dark')
  .rpush('perm:admin', 'read', 'write')
  .set('menu:read', 'R')
  .set('menu:write', 'W')
  .set('stat:a', 1)
  .set('stat:b', 2)
  .set('stat:c', 3)
  .set('stat:d', 4)
  .exec();

const app = Fastify();
app.decorateRequest('session', null);
app.addHook('preHandler', async (request) => {
  // 13a: dependent
  const raw = await redis.get(`sess:${request.headers['x-sid'] ?? 'abc'}`);
  request.session = raw ? JSON.parse(raw) : null;
  // end
});
app.get('/home/:tab', async (request) => {
  const id = request.session.user;
  // 13b: independent
  const user = await redis.hgetall(`user:${id}`);
  const mails = await redis.get(`mail:${id}`);
  const plan = await redis.get(`plan:${id}`);
  const theme = await redis.get(`theme:${id}`);
  // end
  return { tab: request.params.tab, user, mails, plan, theme };
});
app.get('/menu', async (request) => {
  // 13c: dependent
  const permissions = await redis.lrange(`perm:${request.session.role}`, 0, -1);
  const items = await redis.mget(permissions.map((p) => `menu:${p}`));
  // end
  return items;
});
app.get('/stats', async () => {
  const stats = {};
  // 13d: independent
  for (const name of ['a', 'b', 'c', 'd']) {
    stats[name] = await readStat(name);
  }
  // end
  return stats;
});
app.get('/parallel', async () => {
  // 13e: batched
  const values = await Promise.all(['a', 'b', 'c', 'd'].map((name) => readStat(name)));
  // end
  return values;
});
async function readStat(name) {
  const value = await redis.get(`stat:${name}`);
  return Number(value);
}

await app.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${app.server.address().port}`;
for (let i = 0; i < 6; i++) {
  for (const path of ['/home/main', '/menu', '/stats', '/parallel'])
    process.stdout.write(`${path} ${await (await fetch(base + path)).text()}\n`);
}
await app.close();
redis.disconnect();
