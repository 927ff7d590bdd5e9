import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { profileSchema, type Profile } from '../../shared/contract/profile.ts';
import { withoutPatches } from '../support/a-profile.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCli, spawnCli, startCli, type Outcome } from '../support/run-cli.ts';
import { folderForAll, temporaryFolder } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const port = () => String(embedded().target.endpoint.port ?? 0);

const planted = (library: string): string => `tests/profile/planted/with-${library}.mjs`;

interface Profiled extends Outcome {
  profile: Profile;
  trace: string;
  traceFile: string;
}

const assertions = { 'node-redis': 'profile.independent == 0', ioredis: "profile.tripsPerUnit['loop'] <= 9" };
type Library = keyof typeof assertions;

async function profiled(library: Library, name: string, program: string): Promise<Profiled> {
  const [json, traceFile] = [join(folder(), `${name}.json`), join(folder(), `${name}.jsonl`)];
  const options = ['--assert', assertions[library]];
  const outcome = await runCli(
    ['profile', '--budget', '100%', '--json', json, '--trace', traceFile, ...options, '--', 'node', program],
    { PLANTED_PORT: port() },
  );
  const profile = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  return { ...outcome, profile, trace: readFileSync(traceFile, 'utf8'), traceFile };
}

/** The program of each library is recorded once, with an assertion; what is judged further is read from its trace. */
const recordings = new Map<Library, Promise<Profiled>>();
function recorded(library: Library): Promise<Profiled> {
  const recording = recordings.get(library) ?? profiled(library, library, planted(library));
  recordings.set(library, recording);
  return recording;
}

/** Of each program what is said, and how many round trips it is said to need. Every one was written by hand. */
const verdicts = {
  loop: ['independent-sequence', 1],
  writes: ['independent-sequence', 1],
  hashes: ['independent-sequence', 1],
  listThenItems: ['independent-sequence', 2],
  dependentChain: ['dependent-sequence', 6],
  computedChain: ['dependent-sequence', 4],
  condition: ['sequence', 7],
  until: ['sequence', 6],
  scan: ['dependent-sequence', null],
  readModifyWrite: ['sequence', 10],
  slowLoop: ['sequence', 5],
  promiseAll: ['concurrent', 1],
  multi: ['batched', 1],
} as const;

const verdictsOf = {
  'node-redis': verdicts,
  ioredis: {
    ...verdicts,
    loopInWrapper: ['independent-sequence', 1],
    twoStages: ['independent-sequence', 2],
    straightLine: ['independent-sequence', 1],
    thenChain: ['sequence', 9],
    hashedChain: ['dependent-sequence', 5],
    alwaysTakenBranch: ['independent-sequence', 2],
    guards: ['sequence', 3],
    rateLimiter: [null, null],
    cacheAside: ['sequence', 12],
    polling: ['sequence', 5],
    pipeline: ['batched', 1],
    mget: [null, 1],
    autoPipelining: ['batched', 1],
    ignored: [null, 9],
  },
} as const;

function expectVerdicts(library: keyof typeof verdictsOf, { profile }: Profiled): void {
  const said = Object.fromEntries(
    Object.entries(verdictsOf[library]).map(([name, [, trips]]) => {
      const codes = profile.findings.flatMap((finding) => (finding.unit === name ? finding.code : []));
      const needed = profile.units.find((unit) => unit.name === name)?.tripsNeeded ?? null;
      return [name, [codes.length > 1 ? codes : (codes[0] ?? null), trips === null ? null : needed]];
    }),
  );
  expect(said).toEqual(verdictsOf[library]);
  const lines = readFileSync(join(projectRoot, planted(library)), 'utf8').split('\n');
  for (const { site, owner, command, unit } of profile.findings.filter(({ code }) =>
    code.endsWith('sequence'),
  )) {
    expect([site.file, owner]).toEqual([planted(library), 'app']);
    const [first = ''] = command.toLowerCase().split('/');
    if (unit !== 'scan')
      expect(lines[site.line - 1]?.slice(site.column - 1).toLowerCase()).toMatch(new RegExp(`^${first}`));
  }
}

describe.each(['ioredis', 'node-redis'] as const)('planted programs with %s', (library) => {
  test('get the verdict that each deserves, at the line that sends, and no secret is told', async () => {
    const ended = await recorded(library);
    const { profile, trace, traceFile, stderr } = ended;
    expectVerdicts(library, ended);
    for (const text of [trace, stderr, JSON.stringify(profile)]) expect(text).not.toContain('PlantedSecret');
    expect(trace).not.toMatch(/thing:\d/);
    expect(statSync(traceFile).mode & 0o777).toBe(0o600);
  });

  test('get the same in one minified file with the library, by its map', async () => {
    const ended = await profiled(library, `bundled-${library}`, await bundled(library));
    expectVerdicts(library, ended);
    const again = join(folder(), 'again.json');
    await runCli(['profile', '--read', ended.traceFile, '--json', again]);
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(withoutPatches(ended.profile));
  });
});

/** A planted program and all that it imports as one file. */
async function bundled(library: string): Promise<string> {
  const outDir = join(folder(), `bundled-${library}`);
  await build({
    ...{ configFile: false, root: projectRoot, logLevel: 'silent', ssr: { noExternal: true } },
    plugins: [
      {
        name: 'library-by-name',
        transform: (code) => ({ code: code.replace('process.env.PLANTED_LIBRARY ??', ''), map: null }),
      },
    ],
    build: {
      ...{ outDir, ssr: planted(library), minify: true, sourcemap: true, target: 'node20' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [file = ''] = readdirSync(outDir).filter((name) => name.endsWith('js'));
  return join(outDir, file);
}

test('an assertion that fails makes 99 of a program that ended with 0, and names the line', async () => {
  const failing = await recorded('node-redis');
  expect(failing.code).toBe(99);
  expect(failing.stderr).toMatch(
    /FAILED +profile\.independent == 0 +\d+: tests\/profile\/planted\/with-node-redis\.mjs:\d+/,
  );
  expect((await recorded('ioredis')).code).toBe(0);
});

test('a trace that was kept is reported as it was then, and held to assertions', async () => {
  const { profile, trace, traceFile } = await recorded('node-redis');
  const json = join(folder(), 'again.json');
  const read = (...words: string[]) => runCli(['profile', '--read', ...words]);
  const again = await read(traceFile, '--json', json, '--assert', 'profile.independent == 0');
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(withoutPatches(profile));
  expect([again.code, again.stdout]).toEqual([99, expect.stringContaining('FAILED')]);
  // Without its end it is judged by the source, which is still here.
  const cut = join(folder(), 'cut.trace');
  writeFileSync(cut, trace.slice(0, -20));
  const { code, stderr } = await read(cut, '--json', json);
  expect([code, stderr]).toEqual([0, expect.stringContaining('read to its last whole')]);
  expect((JSON.parse(readFileSync(json, 'utf8')) as Profile).findings).toEqual(profile.findings);
  const wrong = await read(planted('ioredis'));
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('neither a profile of schema 1')]);
});

test('against a baseline only new sites fail', async () => {
  const { profile, traceFile } = await recorded('node-redis');
  const write = (name: string, findings: Profile['findings']) => {
    const file = join(folder(), name);
    writeFileSync(file, JSON.stringify({ ...profile, findings }));
    return file;
  };
  const moved = profile.findings.map((finding) => ({ ...finding, site: { ...finding.site, line: 1 } }));
  const against = (file: string) => runCli(['profile', '--read', traceFile, '--baseline', file]);
  expect((await against(write('moved.json', moved))).code).toBe(0);
  const without = await against(write('fewer.json', moved.slice(1)));
  expect([without.code, without.stdout]).toEqual([99, expect.stringContaining('is new')]);
});

const script = (text: string): string => {
  const file = join(temporaryFolder(), 'program.mjs');
  writeFileSync(file, text);
  return file;
};

/** Beside the packages that it imports. */
const client = `import { createRequire } from 'node:module';
const Redis = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))})('ioredis');
const redis = new Redis(Number(process.env.PLANTED_PORT));
`;

test.each([
  ['its own code', 7, 'process.exit(7);'],
  ['of a signal, the code that a shell shows', 137, "process.kill(process.pid, 'SIGKILL');"],
  [
    'of an unhandled rejection of a command, 1',
    1,
    `${client}await redis.set('text', 'x'); setTimeout(() => {}, 60_000); redis.lpush('text', 'y');`,
  ],
  [
    'of such a rejection from node-redis, 1',
    1,
    `import { createRequire } from 'node:module';
const { createClient } = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))})('@redis/client');
const client = await createClient({ socket: { port: Number(process.env.PLANTED_PORT) } }).connect();
await client.set('text', 'x'); setTimeout(() => {}, 60_000); client.lPush('text', 'y');`,
  ],
])('a program keeps %s, whatever was asserted', async (_what, code, text) => {
  const words = ['profile', '--assert', 'profile.independent == 1', '--', 'node', script(text)];
  expect((await spawnCli(words, { PLANTED_PORT: port() })).code).toBe(code);
});

test('a signal to the profiler reaches the program, which ends in its own way', async () => {
  const text = `process.on('SIGTERM', () => process.exit(3)); console.log('ready'); setInterval(() => {}, 1000);`;
  const { child, shows, finished } = startCli(['profile', '-q', '--', 'node', script(text)]);
  await shows(/ready/);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(3);
});

test('what a killed program has recorded is reported', async () => {
  const text = `${client}for (let i = 0; i < 8; i++) await redis.get('k' + i);
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);`;
  const { code, stderr } = await runCli(['profile', '--', 'node', script(text)], { PLANTED_PORT: port() });
  expect(code).toBe(137);
  expect(stderr).toContain('sends 8 GETs one after another');
});

test('a request is a unit, by its route, and commands at 32 requests at a time are in their own', async () => {
  const text = `${client}import http from 'node:http';
const server = http.createServer(async (request, response) => {
  const [, , id] = request.url.split('/');
  const found = [];
  for (let i = 0; i < 5; i++) found.push(await redis.get('item' + i + ':' + id));
  response.end('done');
});
server.listen(0, async () => {
  const { port } = server.address();
  const ask = (i) => fetch('http://127.0.0.1:' + port + '/cart/' + i + '?token=PlantedSecret').then((one) => one.text());
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 32 }, (_, i) => ask(i)));
  server.close(); server.closeAllConnections(); redis.disconnect();
});`;
  const json = join(folder(), 'http.json');
  const words = ['profile', '--budget', '100%', '--json', json, '--', 'node', script(text)];
  const { code, stderr } = await runCli(words, { PLANTED_PORT: port() });
  expect(code).toBe(0);
  const { units, findings } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  expect(units).toMatchObject([
    { name: 'GET /*/*', kind: 'http', count: 320, commands: 5, tripsNow: 5, tripsNeeded: 1 },
  ]);
  expect(findings).toMatchObject([{ code: 'independent-sequence', perUnit: 5, units: 320 }]);
  expect(stderr).not.toContain('PlantedSecret');
});

test('none of 10,000 commands at 32 requests at a time is in the unit of another request', async () => {
  const text = `${client}import http from 'node:http';
const turn = () => new Promise((resolve) => setImmediate(resolve));
const server = http.createServer(async (request, response) => {
  const key = 'own' + request.url;
  for (let i = 0; i < 5; i++) { await redis.get(key); if (i % 2) await turn(); }
  response.end('done');
});
server.listen(0, async () => {
  const { port } = server.address();
  const ask = (i) => fetch('http://127.0.0.1:' + port + '/' + i).then((one) => one.text());
  let next = 0;
  await Promise.all(Array.from({ length: 32 }, async () => { while (next < 2000) await ask(next++); }));
  server.close(); server.closeAllConnections(); redis.disconnect();
});`;
  const traceFile = join(folder(), 'own.jsonl');
  const words = ['profile', '-q', '--budget', '1000%', '--trace', traceFile, '--', 'node', script(text)];
  expect((await runCli(words, { PLANTED_PORT: port() })).code).toBe(0);
  const keys = new Map<number, number[]>();
  for (const line of readFileSync(traceFile, 'utf8').split('\n')) {
    const { k, u, kn } = (line === '' ? {} : JSON.parse(line)) as { k?: string; u?: number; kn?: number };
    if (k === 'cmd') keys.set(u ?? 0, [...(keys.get(u ?? 0) ?? []), kn ?? 0]);
  }
  expect(keys.size).toBe(2000);
  expect([...keys.values()].filter((own) => own.length !== 5 || new Set(own).size !== 1)).toEqual([]);
  expect(new Set([...keys.values()].flat()).size).toBe(2000);
});

test('a job of BullMQ is a unit', async () => {
  const text = `${client}
const { Queue, Worker } = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))})('bullmq');
const connection = { host: '127.0.0.1', port: Number(process.env.PLANTED_PORT), maxRetriesPerRequest: null };
const queue = new Queue('mails', { connection });
let done = 0;
const worker = new Worker('mails', async ({ data }) => {
  for (let i = 0; i < 4; i++) await redis.get('mail:' + data.id + ':' + i);
}, { connection, concurrency: 5 });
worker.on('completed', async () => {
  if (++done < 20) return;
  await worker.close(); await queue.close(); redis.disconnect();
});
await queue.addBulk(Array.from({ length: 20 }, (_, id) => ({ name: 'send', data: { id } })));`;
  const json = join(folder(), 'jobs.json');
  const words = ['profile', '-q', '--budget', '1000%', '--json', json, '--', 'node', script(text)];
  expect(await runCli(words, { PLANTED_PORT: port() })).toMatchObject({ code: 0 });
  const { units, findings } = profileSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  expect(units.filter(({ kind }) => kind === 'job')).toMatchObject([
    { name: 'mails send', count: 20, commands: 4, tripsNow: 4, tripsNeeded: 1 },
  ]);
  expect(findings.filter(({ code }) => code === 'independent-sequence')).toMatchObject([
    { unit: 'mails send', owner: 'app', units: 20 },
  ]);
});

test('after a unit nothing of the profiler leads to a key or a value: none is left on the heap', async () => {
  const file = join(folder(), 'program.heapsnapshot');
  const text = `${client}import { writeHeapSnapshot } from 'node:v8';
const { unit } = await import(${JSON.stringify(join(projectRoot, 'dist/server/profile/program.js'))});
// No text of the source: it would be on the heap itself.
const word = (hex, at) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(String(at))]).toString('latin1');
globalThis.held = word('48656c64', 'Planted');
await unit('planted', async () => {
  for (let i = 0; i < 20; i++) {
    const key = word('4b6579', 'Planted' + i);
    await redis.set(key, word('56616c7565', 'Planted' + i));
    if ((await redis.get(key)).length < 5) throw new Error('it is what was set');
  }
});
redis.disconnect();
await new Promise((resolve) => setTimeout(resolve, 200));
writeHeapSnapshot(${JSON.stringify(file)});`;
  const words = ['profile', '-q', '--budget', '1000%', '--', 'node', script(text)];
  expect(await runCli(words, { PLANTED_PORT: port() })).toMatchObject({ code: 0 });
  const { strings } = JSON.parse(readFileSync(file, 'utf8')) as { strings: string[] };
  const found = (start: string) => strings.filter((one) => one.includes(`${start}Planted`));
  expect(found('Held')).not.toEqual([]);
  expect([found('Key'), found('Value')]).toEqual([[], []]);
});

test.each([
  ['no program', [], 'which program'],
  [
    'an assertion that cannot be read',
    ['--assert', 'profile.fast == 1', '--', 'node'],
    'there is no figure "fast"',
  ],
  ['stdout, which is the program’s', ['--json', '-', '--', 'node'], 'stdout is the program’s'],
  ['a baseline that is none', ['--baseline', 'package.json', '--', 'node'], 'is neither a profile'],
])('%s is refused before anything starts', async (_what, words, why) => {
  const { code, stderr } = await runCli(['profile', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
