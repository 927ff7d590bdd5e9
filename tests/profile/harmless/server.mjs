// A server with three GETs a request. It answers three requests, then ends.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { format } from 'node:util';

const print = (...values) => process.stdout.write(`${format(...values)}\n`);

const { default: Redis } = createRequire(process.env.PROJECT)('ioredis');
const redis = new Redis(Number(process.env.REDIS_PORT));
const server = createServer(async (_, response) => {
  const values = [];
  for (const key of ['a', 'b', 'c']) values.push(await redis.get(key));
  response.end(values.join());
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/page`;
  for (let request = 0; request < 3; request++) print(await (await fetch(url)).text());
  redis.disconnect();
  server.close();
});
//# sourceMappingURL=server.mjs.map
