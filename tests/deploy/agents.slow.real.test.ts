import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { Result } from '../../shared/contract/result.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { findServer } from '../../server/redis/private/find-server.ts';
import { freePort } from '../../server/redis/private/free-port.ts';
import { targetFromUrl } from '../support/target-from-url.ts';
import { eventually } from '../support/eventually.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { shellLinesOf, wordsOf } from '../support/shell-words.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const lines = shellLinesOf(read('docs/scale.md'));
/** What a line of docs/scale.md has behind these words. */
const behind = (start: string): string => {
  const line = lines.find((one) => one.includes(start)) ?? '';
  return line.slice(line.indexOf(start) + start.length);
};

/** What files of a deployment say, with the variables in it replaced by their values. */
interface Deployment {
  control: readonly string[];
  agent: readonly string[];
  bench: readonly string[];
  join: string;
  targets: string;
}

function byCompose(): Deployment {
  const withDefaults = (text: string) => text.replaceAll(/\$\{\w+:-(.*?)\}/g, '$1');
  const { services } = parse(withDefaults(read('docker-compose.yml'))) as {
    services: Record<string, { command: string[]; environment: Record<string, string> }>;
  };
  return {
    control: services['control']?.command ?? [],
    agent: services['agent']?.command ?? [],
    bench: wordsOf(behind('docker compose --profile agents run --rm agent ')),
    join: services['agent']?.environment['ROUNDTRIP_JOIN'] ?? '',
    targets: '',
  };
}

function onKubernetes(): Deployment {
  const containerIn = (file: string) =>
    (
      parse(read(`deploy/kubernetes/${file}`).split('\n---')[0] ?? '') as {
        spec: { template: { spec: { containers: [{ command?: string[]; args: string[] }] } } };
      }
    ).spec.template.spec.containers[0];
  const { command = [], args } = containerIn('control.yaml');
  const [, join = ''] = /--from-literal=join=(\S+)/.exec(behind('create secret')) ?? [];
  const [, targets = ''] = /`(\[\{"id".*?\}\])`/.exec(read('docs/scale.md')) ?? [];
  return {
    control: [...command, ...args].map((word) => word.replace('$(CONTROL_PASSWORD)', 'secret')),
    agent: containerIn('agent.yaml').args,
    bench: wordsOf(behind('exec deployment/coordinator -- roundtrip ')),
    join: join.replace('$password', 'secret'),
    targets,
  };
}

/** Starts the control Redis of a deployment on this machine alone. */
async function startControl([program, ...args]: readonly string[], joinedBy: (port: number) => string) {
  expect(program).toBe('redis-server');
  const port = await freePort();
  const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', temporaryFolder()];
  const server = spawn(findServer(), [...args, ...own], { stdio: 'ignore' });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
  });
  const url = joinedBy(port);
  await eventually('the control Redis lets its user in', async () => {
    const redis = await openAdmin(targetFromUrl(url), 1000).catch(() => null);
    redis?.disconnect();
    return redis !== null;
  });
  return url;
}

test.each([
  ['docker-compose.yml', byCompose],
  ['deploy/kubernetes', onKubernetes],
])('what %s and docs/scale.md say starts agents, and a run over them whose counts agree', async (_, read) => {
  const { control, agent, bench, join: address, targets } = read();
  const target = await startEmbedded();
  onTestFinished(() => target.stop());
  const atTarget = (text: string) =>
    text.replace(
      /redis:\/\/(redis|shop\.default):6379/,
      `redis://127.0.0.1:${target.target.endpoint.port ?? 0}`,
    );
  // An address of this machine that does not look like one: the guard of agents takes no open server there.
  const joined = await startControl(control, (port) =>
    address.replace('@control:6379', `@[::ffff:127.0.0.1]:${port}`),
  );
  const env = { ROUNDTRIP_JOIN: joined, ROUNDTRIP_TARGETS: atTarget(targets) };
  const agents = Number(bench[bench.indexOf('--agents') + 1]);
  expect(agents).toBe(3);
  const started = Array.from({ length: agents }, () => startCli(agent.map(atTarget), env));
  for (const { child, finished } of started)
    onTestFinished(async () => {
      child.kill('SIGTERM');
      expect(await finished).toMatchObject({ code: 0 });
    });
  await Promise.all(started.map(({ shows }) => shows(/has joined/)));
  const file = join(temporaryFolder(), 'result.json');
  const short = ['-n', '600', '--warmup', '0', '--json', file, '-q'];
  const { code, stderr } = await runCli([...bench.map(atTarget), ...short], env);
  expect([code, stderr]).toEqual([0, '']);
  const { lanes, environment } = JSON.parse(readFileSync(file, 'utf8')) as Result;
  expect(environment.agents).toHaveLength(agents);
  expect(lanes.map(({ id, commands, countsAgree }) => [id, commands, countsAgree])).toEqual([
    ['one-by-one', 600, true],
    ['pipeline', 600, true],
  ]);
});
