import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { builtFile } from '../../server/built.ts';
import { openNetwork } from '../../server/network/network.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';

/**
 * Records the example of the room Profile again: examples/profile/shop.mjs, 2 ms away from its server. Run what was
 * built: npm run record:example
 */
const inProject = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname;
const trace = inProject('client/src/rooms/profile/example.trace');
const profiler = builtFile('server/cli/main.js').pathname;

const server = await startEmbedded();
const network = await openNetwork(server.target.endpoint, { rttMs: 2, jitterMs: 0, bandwidthMbit: null });
try {
  rmSync(trace, { force: true });
  const words = ['profile', '--budget', '100%', '--trace', trace, '--', 'node', 'shop.mjs'];
  const child = spawn(process.execPath, [profiler, ...words], {
    cwd: inProject('examples/profile'),
    env: { ...process.env, REDIS_URL: `redis://127.0.0.1:${network.endpoint.port ?? 0}` },
    stdio: 'inherit',
  });
  await once(child, 'close');
  process.exitCode = child.exitCode ?? 1;
} finally {
  await network.close();
  await server.stop();
}
