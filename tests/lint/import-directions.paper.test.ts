import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { importDirections } from '../../lint/import-directions.js';
import { packageProgram } from '../../server/setup/package-program.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { messagesOf } from './rule-under-test.ts';

const runProgram = promisify(execFile);

/** Messages of the rule about one line in a file. */
const complaintsOf = (file: string, line: string): string[] =>
  messagesOf('import-directions', importDirections, file, line).map(({ message }) => message);

test.each([
  ['shared/x.ts', "import '../server/redis/connection/target.ts';", 'shared may not import redis'],
  ['shared/x.ts', "import '../client/src/main.ts';", 'shared may not import client'],
  ['client/src/x.ts', "import '../../examples/x.json?raw';", 'an image has client, server and shared alone'],
  ['shared/x.ts', "import '../package.json';", 'an image has client, server and shared alone'],
  ['server/cli/x.ts', "import '../../bench/x.ts';", 'an image has client, server and shared alone'],
  ['shared/x.ts', "import { join } from 'node:path';", 'shared may not import "node:path"'],
  ['shared/x.ts', "import { Redis } from 'ioredis';", 'shared may not import "ioredis"'],
  ['server/redis/x.ts', "import '../engine/run.ts';", 'redis may not import engine'],
  ['server/redis/x.ts', "import '../http/app.ts';", 'redis may not import http'],
  ['server/engine/x.ts', "import '../http/app.ts';", 'engine may not import http'],
  ['server/engine/strategies/x.ts', "import '../../cli/main.ts';", 'engine may not import cli'],
  ['server/engine/x.ts', "import '../history/store.ts';", 'engine may not import history'],
  ['server/engine/x.ts', "import fastify from 'fastify';", 'engine may not import "fastify"'],
  ['server/engine/x.ts', "import { createServer } from 'node:http';", 'engine may not import "node:http"'],
  ['server/history/x.ts', "import '../engine/run.ts';", 'history may not import engine'],
  ['server/http/x.ts', "import '../cli/main.ts';", 'http may not import cli'],
  ['server/cli/gate/x.ts', "import '../../http/app.ts';", 'cli may not import http'],
  ['server/library/x.ts', "import '../http/app.ts';", 'library may not import http'],
  ['server/cli/x.ts', "import '../library/index.ts';", 'cli may not import library'],
  ['server/reporters/x.ts', "import '../cli/columns.ts';", 'reporters may not import cli'],
  ['server/reporters/html/x.ts', "import '../../redis/target.ts';", 'reporters may not import redis'],
  ['server/engine/x.ts', "import '../reporters/index.ts';", 'engine may not import reporters'],
  ['server/cli/x.ts', "import { Server } from 'socket.io';", 'cli may not import "socket.io"'],
  ['server/setup/x.mjs', "import '../redis/find-server.ts';", 'setup may not import redis'],
  ['server/setup/x.mjs', "import { z } from 'zod';", 'setup may not import "zod"'],
  ['client/src/x.ts', "import '../../server/engine/run/run.ts';", 'client may not import engine'],
  ['client/src/x.ts', "import { join } from 'node:path';", 'client may not import "node:path"'],
  ['client/src/rooms/x.ts', "import { Chart } from 'chart.js';", 'client may not import "chart.js"'],
  ['shared/x.ts', "export { x } from '../server/redis/x.ts';", 'shared may not import redis'],
  ['shared/x.ts', "export * from '../server/redis/x.ts';", 'shared may not import redis'],
  ['shared/x.ts', "type X = import('../server/redis/x.ts').X;", 'shared may not import redis'],
  ['shared/x.ts', "import type { X } from '../server/redis/x.ts';", 'shared may not import redis'],
  ['server/http/x.ts', "await import('../cli/main.ts');", 'http may not import cli'],
  ['server/redis/keys/x.ts', "import '../../network/proxy.ts';", 'redis may not import network'],
  ['server/engine/lane/x.ts', "import '../run/run.ts';", 'engine/lane may not import server/engine/run'],
  ['server/engine/run/x.ts', "import '../lane-worker.ts';", 'engine/run may not import server/engine/(top)'],
  ['client/src/run/x.ts', "import '../plan/plan-draft.svelte.ts';", 'src/run may not import client/src/plan'],
  ['client/src/plan/x.ts', "import '../main.ts';", 'src/plan may not import client/src/(top)'],
  [
    'client/src/rooms/runs/x.ts',
    "import '../../shell/context.ts';",
    'src/rooms may not import client/src/shell',
  ],
  [
    'client/src/rooms/runs/x.ts',
    "import '../lessons/parts.ts';",
    'rooms/runs may not import client/src/rooms/lessons',
  ],
  ['shared/contract/x.ts', "import '../plan/parse-plan.ts';", 'shared/contract may not import shared/plan'],
  ['shared/plan/x.ts', "import '../words/format.ts';", 'shared/plan may not import shared/words'],
  ['server/redis/info/x.ts', "import '../keys/keys.ts';", 'redis/info may not import server/redis/keys'],
])('in %s, %s is an error', (file, line, complaint) => {
  expect(complaintsOf(file, line)).toEqual([expect.stringContaining(complaint)]);
});

test.each([
  ['server/redis/x.ts', "import '../../shared/contract/enums.ts';"],
  ['server/redis/x.ts', "import { Redis } from 'ioredis';"],
  ['shared/contract/x.ts', "import '../limits.ts'; import './enums.ts';"],
  ['server/engine/x.ts', "import '../redis/connection/target.ts';"],
  ['server/engine/strategies/x.ts', "import './wire.ts'; import '../lane/batch.ts';"],
  ['server/engine/x.ts', "import { Socket } from 'node:net';"],
  ['server/history/x.ts', "import '../../shared/contract/result.ts';"],
  [
    'server/http/x.ts',
    "import '../engine/run/run.ts'; import '../redis/private/embedded.ts'; import '../history/store.ts';",
  ],
  ['server/cli/x.ts', "import '../engine/run.ts'; import '../reporters/html.ts';"],
  [
    'server/reporters/x.ts',
    "import '../engine/latency/hdr-export.ts'; import '../../shared/words/format.ts';",
  ],
  ['server/http/x.ts', "import '../reporters/index.ts';"],
  ['server/library/x.ts', "import '../engine/run/run.ts'; import '../redis/targets/choose-target.ts';"],
  ['server/setup/x.mjs', "import { join } from 'node:path'; import './lock.mjs';"],
  ['client/src/x.ts', "import '../../shared/contract/result.ts'; import './charts/chart.ts';"],
  ['client/src/rooms/runs/x.ts', "import './runs.svelte.ts'; import '../../outcomes/search/curves.ts';"],
  ['client/src/charts/x.ts', "import { Chart } from 'chart.js';"],
  ['client/vite.config.ts', "import { join } from 'node:path';"],
  ['tests/http/x.ts', "import '../../server/http/app.ts'; import '../../server/cli/main.ts';"],
  ['shared/x.ts', "import * as z from 'zod/mini'; import './limits.ts';"],
])('in %s, %s is fine', (file, line) => {
  expect(complaintsOf(file, line)).toEqual([]);
});

test.each(['client/src/shell/App.svelte', 'client/src/x.svelte.ts'])(
  'ESLint has the rule on for %s',
  async (file) => {
    const config = (await new ESLint().calculateConfigForFile(file)) as { rules: Record<string, unknown[]> };
    expect(config.rules['roundtrip/import-directions']).toEqual([2]);
  },
);

test('oxlint has the rule on for every other file', async () => {
  const folder = temporaryFolder();
  cpSync('lint', join(folder, 'lint'), { recursive: true });
  // Types would need the whole project.
  const { options: _, ...config } = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<
    string,
    unknown
  >;
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  const wrong = ['shared/x.ts', 'server/engine/x.ts', 'server/engine/x.mjs'];
  for (const file of wrong) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import '${relative(dirname(file), 'server/http/app.ts')}';\n`);
  }
  const [, oxlint] = packageProgram('oxlint');
  const { stdout } = await runProgram(process.execPath, [join(process.cwd(), oxlint), '-f', 'unix'], {
    cwd: folder,
  }).catch((error: unknown) => error as { stdout: string });
  for (const file of wrong) expect(stdout).toMatch(new RegExp(`^${file}:.* may not import http`, 'm'));
});
