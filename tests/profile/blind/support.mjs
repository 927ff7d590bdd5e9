import http from 'node:http';

export const port = Number(process.env.PLANTED_PORT ?? 6379);
export const url = `redis://127.0.0.1:${port}`;

/** Serves `handler`, requests every address a few times and prints what came back. */
export async function drive(handler, addresses, rounds = 6) {
  const server = http.createServer(async (request, response) => {
    try {
      const body = await handler(new URL(request.url, 'http://x'), request, response);
      response.end(JSON.stringify(body));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  for (let round = 0; round < rounds; round++) {
    for (const address of addresses) {
      const answer = await fetch(base + address);
      process.stdout.write(`${address} ${answer.status} ${await answer.text()}\n`);
    }
  }
  server.closeAllConnections();
  server.close();
}
