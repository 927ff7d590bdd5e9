import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { Api, ApiError } from '../../../client/src/connection/api.ts';

const answering = (status: number, body: string) => () => Promise.resolve(new Response(body, { status }));

const failure = async (api: Api): Promise<ApiError> => {
  const error: unknown = await api.start({ lanes: [] }).catch((reason: unknown) => reason);
  if (error instanceof ApiError) return error;
  throw new Error('no ApiError');
};

test('The token goes along with every request', async () => {
  const seen: (string | null)[] = [];
  const api = new Api('secret', en.connection, (_, init) => {
    seen.push(new Headers(init.headers).get('authorization'));
    return Promise.resolve(new Response('{"id":"run-1"}', { status: 201 }));
  });
  await api.start({ lanes: [] });
  await api.stop();
  expect(seen).toEqual(['Bearer secret', 'Bearer secret']);
});

test('What the server says is wrong comes with its fields', async () => {
  const problems = [{ field: 'workload.clients', value: 0, message: 'must be a number from 1 to 1000' }];
  const body = JSON.stringify({ error: { code: 'invalid_plan', message: 'no good', problems } });
  const error = await failure(new Api(null, en.connection, answering(400, body)));
  expect(error).toMatchObject({ message: 'no good', code: 'invalid_plan', detail: { problems } });
});

test.each([
  ['nothing at all', 502, ''],
  ['another body', 500, '{"statusCode":500}'],
  ['a page', 404, '<html></html>'],
])('An answer with %s is called not understood', async (_, status, body) => {
  const error = await failure(new Api(null, en.connection, answering(status, body)));
  expect(error.code).toBe('not_understood');
  expect(error.message).toContain(String(status));
});

test('A server that is not there is called unreachable', async () => {
  const error = await failure(
    new Api(null, en.connection, () => Promise.reject(new TypeError('fetch failed'))),
  );
  expect(error.code).toBe('unreachable');
});
