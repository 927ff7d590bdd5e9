// Two servers without a router of Express or Fastify: a plain one, and one with the shape of Koa and its router.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';

const redis = new Redis(process.env.REDIS_URL);

class Application extends EventEmitter {
  callback() {
    return (request, response) => this.handleRequest(this.createContext(request, response));
  }
  createContext(req, res) {
    return { req, res };
  }
  async handleRequest(context) {
    context._matchedRoute = '/users/:user';
    await redis.get('user');
    context.res.end('user');
  }
}

async function ask(listener, path) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await (await fetch(`http://127.0.0.1:${server.address().port}${path}`)).text();
  server.close();
}

await ask(new Application().callback(), '/users/alice');
await ask(async (_, response) => response.end(await redis.get('stats')), '/stats/alice');
redis.disconnect();
