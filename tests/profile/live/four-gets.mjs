// Sends four GETs one after another for each request; /end/CODE ends it, a signal does so unless IGNORES is set.
import { createServer } from 'node:http';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL);
if (process.env.IGNORES) process.on('SIGINT', () => console.error('not now'));
const server = createServer(async (request, response) => {
  const [, path, code] = request.url.split('/');
  if (path === 'end') process.exit(Number(code));
  if (request.url.endsWith('?slow')) await new Promise((goesOn) => setTimeout(goesOn, 300));
  const values = [];
  for (const name of ['a', 'b', 'c', 'd']) values.push(await redis.get(`four:${name}`));
  response.end(JSON.stringify(values));
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`port ${server.address().port}, pid ${process.pid}\n`),
);
