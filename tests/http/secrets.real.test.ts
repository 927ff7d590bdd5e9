import { expect, test } from 'vitest';
import { openNamedTarget } from '../../server/redis/targets/open-named-target.ts';
import { startServer } from '../support/build-app.ts';

const secret = 'geheim';
const address = `redis://ann:${secret}@127.0.0.1:1`;

test('no answer repeats the password of an address that was sent', async () => {
  const { url, post } = await startServer();
  const send = (path: string, body: unknown) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const lanes = [{ strategy: 'pipeline' }];
  const answers = [
    await post({ target: address, lanes }),
    await post({ target: address.replace(secret, secret.repeat(20)), lanes }),
    await post({ [address]: 1, lanes: [{ strategy: address }] }),
    await send('/api/plans/check', { target: address, lanes }),
    await send('/api/search', { target: address }),
    await send('/api/recipes', { recipe: address }),
    await fetch(new URL(`/api/${address}`, url)),
    await fetch(new URL(`/api/history/${encodeURIComponent(address)}`, url)),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain(secret);
  }
});

test('a target that is labelled with its address is offered without the password', async () => {
  const opened = await openNamedTarget({ id: 'a', label: `cache (${address})`, url: address });
  const { url } = await startServer({ targets: [opened] });
  const offered = await (await fetch(new URL('/api/targets', url))).text();
  expect(offered).toContain('cache (redis://***@127.0.0.1:1)');
  expect(offered).not.toContain(secret);
});
