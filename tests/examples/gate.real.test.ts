import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { profileSchema } from '../../shared/contract/profile.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { freePort } from '../../server/redis/private/free-port.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();
const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
const loopAt = (): number => {
  const lines = readFileSync(join(projectRoot, 'examples/gate/shop.mjs'), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes('await redis.hgetall')) + 1;
};

describe('the example of a gate', () => {
  const loop = () => [['examples/gate/shop.mjs', loopAt(), 'GET /cart/:id']];
  const found = (file: string) => {
    const { findings } = profileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return findings
      .filter(({ code }) => code === 'independent-sequence')
      .map(({ site: { file, line }, unit }) => [file, line, unit]);
  };

  test('in a suite of Vitest ends with 99 where somebody put a loop back, and names the line', async () => {
    const json = join(folder(), 'suite.json');
    const { code, stdout } = await spawnCli(
      [
        ...['profile', '--quiet', '--json', json, '--assert', 'profile.independent == 0'],
        ...['--assert', "profile.tripsPerUnit['GET /cart/:id'] <= 3"],
        ...['--', 'npx', 'vitest', 'run', '--root', 'examples/gate'],
      ],
      { REDIS_URL: url(), SLOW: '1' },
    );
    expect(stdout).toMatch(/2 passed/);
    expect([code, found(json)]).toEqual([99, loop()]);
  });

  test.each([
    ['as it is', '', 0],
    ['with a loop that somebody put back', '1', 99],
  ])('in a shell script, %s, ends with its code and leaves no key', async (_, slow, expected) => {
    const json = join(folder(), `script-${expected}.json`);
    const child = spawn('examples/gate/gate.sh', {
      cwd: projectRoot,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...{ REDIS_URL: url(), SLOW: slow, PROFILE: json, PORT: String(await freePort()) },
      },
    });
    expect(await once(child, 'close')).toEqual([expected, null]);
    expect(found(json)).toEqual(slow ? loop() : []);
    const redis = await openAdmin(embedded().target);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });
});
