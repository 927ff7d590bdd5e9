// @ts-check
/**
 * Records what the demo replays: starts the built server with a private Redis, measures each of the settings below and
 * each lesson, and keeps what the server told its page. Takes some minutes; the machine should do nothing else.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { io } from 'socket.io-client';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'demo', 'recordings');
const roundTripsMs = [0, 1, 10];
const batchSizes = [4, 16, 64];
const lessons = ['rtt', 'shallow-pipelines'];
const answered = ['/api/strategies', '/api/clients', '/api/servers', '/api/targets', '/api/lessons'];

const server = spawn(process.execPath, ['dist/server/http/main.js', '--port', '0', '--history', 'off'], {
  cwd: root,
  env: { ...process.env, ROUNDTRIP_TOKEN: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await addressOf(server);
  const ask = async (/** @type {string} */ path, /** @type {unknown} */ body = undefined) => {
    const sent =
      body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, url), sent);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keep = (/** @type {string} */ file, /** @type {unknown} */ document) => {
    writeFileSync(join(folder, `${file}.gz`), gzipSync(JSON.stringify(document), { level: 9 }));
  };
  const runs = [];
  let environment;
  for (const rttMs of roundTripsMs)
    for (const pipeline of batchSizes) {
      const recording = await record('run', () =>
        ask('/api/runs', {
          workload: { pipeline, durationMs: 3000 },
          ...(rttMs > 0 ? { network: { rttMs } } : {}),
          lanes: ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline', 'multi-key'].map((strategy) => ({
            strategy,
          })),
        }),
      );
      const end = recording.events.find(({ name }) => name === 'finished');
      environment = end?.values[0].environment ?? environment;
      const file = `run-${rttMs}ms-${pipeline}.json`;
      keep(file, recording);
      runs.push({ rttMs, pipeline, file });
      process.stdout.write(`${file}: ${recording.events.length} events\n`);
    }
  const lessonFiles = [];
  for (const recipe of lessons) {
    const recording = await record('lesson', () => ask('/api/lessons', { recipe, form: 'quick' }));
    const file = `lesson-${recipe}.json`;
    keep(file, recording);
    lessonFiles.push({ recipe, file });
    process.stdout.write(`${file}: ${recording.events.length} events\n`);
  }
  const answers = Object.fromEntries(
    await Promise.all(answered.map(async (path) => [path, await ask(path)])),
  );
  keep('index.json', {
    recordedAt: new Date().toISOString(),
    server: `${environment.server.name} ${environment.server.version}`,
    machine: `${environment.cpuModel}, ${environment.cores} cores`,
    runs,
    lessons: lessonFiles,
    answers,
  });

  /**
   * What the feed tells from the start of this to its end.
   * @param {'run' | 'lesson'} kind
   * @param {() => Promise<{ id: string }>} start
   */
  async function record(kind, start) {
    const socket = io(url, { transports: ['websocket'] });
    try {
      /** @type {{ afterMs: number, name: string, values: any[] }[]} */
      const events = [];
      const ids = new Set();
      let begun = Infinity;
      await new Promise((resolve, reject) => {
        socket.once('connect', () => setTimeout(resolve, 500));
        socket.once('connect_error', reject);
      });
      const ended = new Promise((resolve, reject) => {
        socket.on('disconnect', () => reject(new Error('the server is gone')));
        socket.onAny((name, ...values) => {
          if (!['snapshot', 'tick', 'laneFailed', 'finished', 'lesson'].includes(name)) return;
          events.push({ afterMs: Math.round(performance.now() - begun), name, values });
          const [value] = values;
          if (name === 'snapshot' && value) ids.add(value.runId);
          if (name === 'lesson' && value) ids.add(value.id);
          const isEnd =
            kind === 'run' ? name === 'finished' : name === 'lesson' && value && value.state !== 'running';
          if (isEnd) resolve(value);
        });
      });
      begun = performance.now();
      const { id } = await start();
      ids.add(id);
      const end = await ended;
      if (end.state !== 'completed') throw new Error(`${kind} ${id} is ${end.state}`);
      return { kind, ids: [id, ...[...ids].filter((one) => one !== id)], events };
    } finally {
      socket.removeAllListeners();
      socket.disconnect();
    }
  }
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
}

/** The address that the server prints when it listens. */
function addressOf(
  /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} */ child,
) {
  return new Promise((/** @type {(url: string) => void} */ resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const [url] = /http:\/\/\S+/.exec(said) ?? [];
      if (url) resolve(url);
    });
  });
}
