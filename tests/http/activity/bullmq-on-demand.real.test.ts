import { expect, test } from 'vitest';
import { urlOf } from '../../../bench/agents/load-machines.ts';
import type { RunSummary } from '../../../shared/contract/http.ts';
import { agentProcess, useServers } from '../../engine/agents/agents-of-a-test.ts';
import { eventually } from '../../support/eventually.ts';
import { startBuilt } from '../../support/start-built.ts';

const servers = useServers();

/** Says on stderr when a process loads BullMQ. */
const hook =
  'export function resolve(name, context, next) { if (name === "bullmq") process._rawDebug("loads BullMQ"); return next(name, context); }';
const watching = `--import=data:text/javascript,${encodeURIComponent(
  `import { register } from "node:module"; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`,
)}`;

const plan = {
  target: 'shop',
  workload: { clients: 2, warmupMs: 0, requests: 100 },
  lanes: [{ strategy: 'one-by-one' }],
};

test('a server with a control Redis loads BullMQ for the first run with agents, not before', async () => {
  const at = servers();
  const targets = JSON.stringify([{ id: 'shop', label: 'Shop', url: urlOf(at.target) }]);
  const server = startBuilt(['--port', '0', '--join', urlOf(at.control)], {
    ROUNDTRIP_TARGETS: targets,
    NODE_OPTIONS: watching,
  });
  const { origin } = new URL(await server.url);
  const measure = async (document: object) => {
    const started = await fetch(`${origin}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    expect(started.status).toBe(201);
    await eventually('the run ends', async () => {
      const [newest] = (await (await fetch(`${origin}/api/runs`)).json()) as RunSummary[];
      return newest?.state === 'completed';
    });
  };
  await agentProcess(at, 'a');
  expect((await fetch(`${origin}/api/agents`)).status).toBe(200);
  await measure(plan);
  expect(server.stderr()).not.toContain('loads BullMQ');
  await measure({ ...plan, agents: 1 });
  expect(server.stderr()).toContain('loads BullMQ');
});
