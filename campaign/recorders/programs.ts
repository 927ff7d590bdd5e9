import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unit } from '../../server/profile/mark.ts';
import type { TracedUnit } from '../../shared/profile/read-trace.ts';
import { FiveClient, fourQueue, OneClient, Worker } from './fake-clients.ts';

/** A program that may be recorded. It returns all that a user of it would see. */
type RecordedProgram = () => Promise<unknown>;

/** The number of commands that each unit of the programs sends: a unit that is recorded has all of them. */
export const commandsOf: Readonly<Record<string, number>> = {
  'GET /*': 3,
  'mails mail': 3,
  'mails broken': 0,
  report: 4,
  five: 7,
  four: 3,
};

/** True where a unit that was recorded has all of its commands. */
export const hasAllCommands = ({ kind, name, commands }: TracedUnit): boolean =>
  kind === 'program' || commands.length === (commandsOf[name] ?? commands.length);

const seen = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => `rejected: ${String(error)}`);

/** The programs, which keep their files in this folder. */
export function programsIn(folder: string): Readonly<Record<string, RecordedProgram>> {
  return { http, job, mark, outside, five, four: () => four(folder) };
}

/** A server with three commands a request. */
async function http(): Promise<unknown> {
  const client = new OneClient();
  const server = createServer((_, response) => {
    const all = async () => [await client.get('a'), await client.get('b'), await seen(client.fail('c'))];
    void all().then((values) => response.end(JSON.stringify(values)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pages: string[] = [];
  for (let page = 0; page < 2; page++) {
    const [response] = (await once(get({ port, path: '/page', agent: false }), 'response')) as [
      NodeJS.ReadableStream,
    ];
    pages.push(await text(response));
  }
  server.close();
  await once(server, 'close');
  return pages;
}

async function job(): Promise<unknown> {
  const worker = new Worker(new OneClient());
  return [
    await seen(worker.callProcessJob({ name: 'mail', data: { to: 'alice' } })),
    await seen(worker.callProcessJob({ name: 'broken', data: null })),
  ];
}

async function mark(): Promise<unknown> {
  const client = new OneClient();
  const work = async () => {
    const pipeline = client.pipeline().get('1').get('2');
    return [await client.get('0'), await pipeline.exec(), await seen(client.fail('3'))];
  };
  const started = Object.assign(work(), { pid: 42 });
  const given = unit('started', () => started);
  return [
    await unit('report', work),
    given === started && given.pid,
    await started,
    unit('text', () => 'as it is'),
    await seen(unit('failing', () => Promise.reject(new Error('its own')))),
    await seen(Promise.resolve().then(() => unit('throwing', () => JSON.parse('{') as unknown))),
  ];
}

/** Commands outside of units, in a transaction and a pipeline. */
async function outside(): Promise<unknown> {
  const client = new OneClient();
  const items: unknown[] = [];
  for (let item = 0; item < 4; item++) items.push(await client.get(`item:${item}`));
  return [items, await client.multi().get('x').exec(), await client.get('y'), await seen(client.fail('z'))];
}

async function five(): Promise<unknown> {
  const client = new FiveClient();
  const batch = [{ args: ['GET', 'c'] }, { args: ['GET', 'd'] }];
  return unit('five', async () => [
    await client.sendCommand(['GET', 'a']),
    await seen(client.sendCommand(['FAIL', 'b'])),
    await client._executePipeline(batch),
    await client._executeMulti(batch.slice(1)),
  ]);
}

interface Queue {
  addCommand: (args: readonly string[]) => Promise<unknown>;
}

async function four(folder: string): Promise<unknown> {
  const file = join(folder, 'dist', 'lib', 'client', 'commands-queue.js');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, fourQueue);
  const require = createRequire(file);
  // Loaded again each time: the queue is watched as its module is loaded.
  Reflect.deleteProperty(require.cache, file);
  const { default: Queue } = require(file) as { default: new () => Queue };
  const queue = new Queue();
  return unit('four', async () => [
    await queue.addCommand(['GET', 'a']),
    await seen(queue.addCommand(['FAIL', 'b'])),
    await queue.addCommand(['GET', 'c']),
  ]);
}
