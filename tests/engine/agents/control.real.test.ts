import { expect, onTestFinished, test } from 'vitest';
import { assertGuarded, controlFromUrl, ControlUnusable } from '../../../server/engine/agents/control.ts';
import type { Endpoint } from '../../../server/redis/connection/target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import type { ServerSettings } from '../../../server/redis/private/server-settings.ts';

/** An address of this machine that does not look like one: the control Redis of another machine has such. */
async function startElsewhere(settings: ServerSettings): Promise<Endpoint> {
  const server = await startEmbedded({ settings });
  onTestFinished(() => server.stop());
  return { ...server.target.endpoint, host: '::ffff:127.0.0.1' };
}

test('a control Redis of another machine that needs no password is refused, with what to do', async () => {
  const endpoint = await startElsewhere({});
  const refused = assertGuarded(endpoint);
  await expect(refused).rejects.toThrow(ControlUnusable);
  await expect(refused).rejects.toThrow(
    /needs no password: anyone who reaches it .* redis:\/\/USER:PASSWORD@HOST/,
  );
});

test('one that needs a password is used, and so is an open one that only this machine reaches', async () => {
  const endpoint = await startElsewhere({ password: 'secret' });
  await expect(assertGuarded(endpoint)).resolves.toBeUndefined();
  const open = await startElsewhere({});
  await expect(assertGuarded({ ...open, host: '127.0.0.1' })).resolves.toBeUndefined();
});

test('an address that is none is said to be that of --join', async () => {
  await expect(controlFromUrl('nonsense')).rejects.toThrow(/^--join: .* has no scheme/);
});
