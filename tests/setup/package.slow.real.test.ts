import { execFile, spawn } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { projectRoot } from '../support/project-root.ts';
import { folderForAll } from '../support/temporary-folder.ts';
import { runActionStep } from '../support/workflow-step.ts';

const run = promisify(execFile);
/** With ioredis and node-redis in it, whose 488 files would take a lane's thread a tenth of a second to load. */
const mostPackedBytes = 1_650_000;

const folder = folderForAll();
let packed = '';

/** Packs what was built, and installs it into an empty folder. */
beforeAll(async () => {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder()], { cwd: projectRoot });
  packed = join(folder(), readdirSync(folder()).find((name) => name.endsWith('.tgz')) ?? '');
  writeFileSync(join(folder(), 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', packed], { cwd: folder() });
}, 180_000);

const program = () => join(folder(), 'node_modules/.bin/roundtrip');
const roundtrip = (...words: string[]) => run(program(), words, { cwd: folder() });

test('The package is small, and has no tests, benchmarks or maps in it', async () => {
  expect(statSync(packed).size).toBeLessThan(mostPackedBytes);
  const { stdout } = await run('tar', ['-tzf', packed]);
  const files = stdout.trim().split('\n');
  expect(files).toContain('package/dist/server/cli/main.js');
  expect(files).toContain('package/dist/client/third-party-licences.txt');
  const left = /\.map$|tests\/|dist\/(bench|campaign|calibration|tools)\//;
  expect(files.filter((file) => left.test(file))).toEqual([]);
});

test('It says its version and its commands by its own name', async () => {
  expect((await roundtrip('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await roundtrip('--help')).stdout).toContain('start ');
  const { stdout } = await roundtrip('bench', '--help');
  expect(stdout).toMatch(/^Usage: roundtrip bench \[options\]$/m);
  expect(stdout).not.toContain('npm run');
});

test('bench measures, and leaves a result file', async () => {
  await roundtrip(
    'bench',
    '-q',
    '-n',
    '2000',
    '--warmup',
    '0',
    '--strategy',
    'pipeline,wire',
    '--json',
    'result.json',
  );
  expect(statSync(join(folder(), 'result.json')).size).toBeGreaterThan(1000);
});

test('node-redis has the commands that its lanes call', async () => {
  const words = ['bench', '-q', '-n', '200', '--warmup', '0', '-t', 'set,get', '--ratio', '1:1'];
  const lanes = ['--client', 'node-redis', '--strategy', 'one-by-one,pipeline,multi-key,lua'];
  const { stdout } = await roundtrip(...words, ...lanes, '--json', '-');
  const result = JSON.parse(stdout) as Result;
  expect(result.lanes.map(({ commands, failed }) => [commands, failed])).toEqual(Array(4).fill([200, 0]));
  for (const { byCommand } of result.lanes)
    expect(byCommand?.map(({ command }) => command)).toEqual(['SET', 'GET']);
});

test('a client library that is not installed is refused by its name, and with what installs it', async () => {
  for (const command of ['bench', 'advise'])
    await expect(roundtrip(command, '--client', 'glide')).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'roundtrip: --client: glide is not installed here: npm install @valkey/valkey-glide\n',
    });
});

test('mcp says what installs the SDK that it needs', async () => {
  await expect(roundtrip('mcp', '--program', 'job=node')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'roundtrip: mcp needs the SDK of MCP, which is not installed here: npm install @modelcontextprotocol/sdk\n',
  });
});

test('it can be imported, with types', async () => {
  const script = `
    import { run, InvalidInput } from '@roundtrip-lab/roundtrip';
    const wrong = await run({ lanes: [] }).catch((error) => error);
    const { state, lanes } = await run({ workload: { requests: 100, warmupMs: 0 }, lanes: [{ strategy: 'pipeline' }] });
    console.log(JSON.stringify([wrong instanceof InvalidInput, wrong.message, state, lanes[0].commands]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder() });
  expect(JSON.parse(stdout)).toEqual([true, 'lanes: must have at least 1 entry', 'completed', 100]);
  writeFileSync(
    join(folder(), 'typed.mts'),
    `import { run, type Result } from '@roundtrip-lab/roundtrip';
     const result: Result = await run({ lanes: [{ strategy: 'pipeline' }] });
     const ratio: number = result.comparisons[0]!.ratio;
     // @ts-expect-error: a plan has lanes.
     await run({ lane: ratio });`,
  );
  // Modules that are loaded by require have types as well.
  for (const name of ['counted.cts', 'counted.mts'])
    writeFileSync(
      join(folder(), name),
      `import { recordTrips, trips, unit } from '@roundtrip-lab/roundtrip/profile';
       const counted: Promise<number> = trips(() => unit('cart', () => 1), { max: 3 });
       const recorded: Promise<{ trips: number; result: string }> = recordTrips(async () => 'given');
       // @ts-expect-error: a function is counted, and no promise.
       void trips(counted ?? recorded);`,
    );
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  // The libraries of TypeScript itself are not what is checked here.
  const options = [
    '--noEmit',
    '--strict',
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
  ];
  // Rejects with what is wrong.
  await run(process.execPath, [tsc, ...options, 'typed.mts', 'counted.mts', 'counted.cts'], {
    cwd: folder(),
  }).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });
});

test('the action installs the tarball, and measures with it', async () => {
  const env = { npm_config_prefer_offline: 'true' };
  const { folder: workspace, code } = await runActionStep('Install', { version: packed }, { env });
  expect(code).toBe(0);
  const step = { arguments: '-n 200 --warmup 0 --strategy pipeline', assert: 'pipeline.failed == 0' };
  const { code: measured, read } = await runActionStep('Measure', step, { folder: workspace });
  expect(measured).toBe(0);
  expect(read('output')).toBe('result=roundtrip.json\nexit-code=0\n');
});

test('start serves the page', async () => {
  const child = spawn(program(), ['start', '--port', '0', '--history', 'off'], { cwd: folder() });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /ready: (\S+)/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => {
      reject(new Error(`ended without an address: ${said}`));
    });
  });
  const page = await (await fetch(url)).text();
  expect(page).toContain('<title>Roundtrip');
  const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  const sent = async (encodings: string) => {
    const response = await fetch(new URL(script, url), { headers: { 'accept-encoding': encodings } });
    expect(response.status).toBe(200);
    return [response.headers.get('content-encoding'), await response.text()];
  };
  const [, text = ''] = await sent('identity');
  expect(text).toContain('import');
  expect(await sent('br')).toEqual(['br', text]);
  expect(await sent('gzip')).toEqual(['gzip', text]);
});
