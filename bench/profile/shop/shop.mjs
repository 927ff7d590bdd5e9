// A shop over HTTP as people write them. WAY=before sends its commands one after another; after, as the profiler advises.
import http from 'node:http';
import { Redis } from 'ioredis';
import { routesOf, stock } from './routes.mjs';

const redis = new Redis(process.env.REDIS_URL);

const routes = routesOf(redis, process.env.WAY === 'after');

const server = http.createServer(async (request, response) => {
  const [, route, id] = request.url.split('/');
  const found = await routes[route](Number(id));
  response.end(JSON.stringify(found));
});

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  redis.disconnect();
});
await redis.flushdb();
await stock(redis);
server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${server.address().port}\n`));
