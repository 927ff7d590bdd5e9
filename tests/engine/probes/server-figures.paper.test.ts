import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addServer,
  noServer,
  serverFigures,
  ServerWatch,
  type ServerWindow,
} from '../../../server/engine/probes/server-figures.ts';
import { connectionOptions, openAdmin } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';

const window = (given: Partial<ServerWindow> = {}): ServerWindow => ({
  loadMs: 1000,
  cpuMs: 500,
  reads: 100,
  writes: 90,
  calls: 1600,
  commands: 2000,
  usedMemoryBytes: 5_000_000,
  evictedKeys: 0,
  ...given,
});

describe('what the server says of a slice', () => {
  test('is its share of a core, and what a command costs it', () => {
    expect(serverFigures(window())).toEqual({
      cpu: 0.5,
      reads: 100,
      writes: 90,
      calls: 1600,
      cpuMicrosPerCommand: 250,
      commandsPerRead: 20,
      usedMemoryBytes: 5_000_000,
    });
  });

  test.each([
    { what: 'CPU time', given: { cpuMs: null }, missing: ['cpu', 'cpuMicrosPerCommand'] },
    { what: 'reads', given: { reads: null }, missing: ['reads', 'commandsPerRead'] },
    { what: 'calls', given: { calls: null }, missing: ['calls'] },
    { what: 'memory', given: { usedMemoryBytes: null }, missing: ['usedMemoryBytes'] },
    { what: 'a single command', given: { commands: 0 }, missing: ['cpuMicrosPerCommand'] },
    { what: 'a single read', given: { reads: 0 }, missing: ['commandsPerRead'] },
    { what: 'any time', given: { loadMs: 0 }, missing: ['cpu'] },
  ])('is missing where it does not tell of $what, not zero and not infinite', ({ given, missing }) => {
    const figures = serverFigures(window(given));
    const absent = Object.entries(figures).flatMap(([name, value]) => (value === null ? [name] : []));
    expect(absent).toEqual(missing);
    for (const value of Object.values(figures)) if (value !== null) expect(Number.isFinite(value)).toBe(true);
  });
});

describe('slices of a lane together', () => {
  test('have the mean turn of the event loop, where all of them tell', () => {
    const turns = (cycles: number, micros: number) => window({ loop: { cycles, micros } });
    const two = [turns(10, 200), turns(30, 1000)].reduce(addServer, noServer);
    expect(serverFigures(two).cycleMicros).toBe(30);
    expect(serverFigures(window())).not.toHaveProperty('cycleMicros');
  });

  test('add up; the memory is that of the last', () => {
    const together = [window(), window({ commands: 500, usedMemoryBytes: 6_000_000 })].reduce(
      addServer,
      noServer,
    );
    expect(together).toEqual({
      loadMs: 2000,
      cpuMs: 1000,
      reads: 200,
      writes: 180,
      calls: 3200,
      commands: 2500,
      evictedKeys: 0,
      usedMemoryBytes: 6_000_000,
    });
  });

  test('say nothing of what one of them does not say', () => {
    const together = addServer(window(), window({ reads: null, cpuMs: null }));
    expect(together).toMatchObject({ reads: null, cpuMs: null, writes: 180 });
  });
});

describe('watching a real server', () => {
  const embedded = useEmbedded();
  let admin: Redis;
  let client: Redis;
  beforeAll(async () => {
    admin = await openAdmin(embedded().target);
    client = new Redis({ ...connectionOptions(embedded().target.endpoint), protocol: 3 });
    await client.connect();
  });
  afterAll(() => {
    admin.disconnect();
    client.disconnect();
  });

  test('counts what a client sends, without the cost of asking', async () => {
    const watch = new ServerWatch({ nodes: [{ name: 'it', redis: admin }], replicas: [] });
    await watch.calibrate();
    await watch.begin();
    for (let n = 0; n < 30; n++) await client.set('roundtrip:tests:watch', n);
    await client.get('roundtrip:tests:watch');
    const seen = await watch.end(['set'], { commands: 30, loadMs: 50 });
    expect(seen).toMatchObject({ calls: 30, commands: 30, reads: 31, writes: 31 });
    expect(seen?.loadMs).toBe(50);
    expect(seen?.cpuMs).toBeGreaterThanOrEqual(0);
    expect(seen?.usedMemoryBytes).toBeGreaterThan(100_000);
  });

  test('counts several names together, and none for a command that nobody sent', async () => {
    const watch = new ServerWatch({ nodes: [{ name: 'it', redis: admin }], replicas: [] });
    await watch.begin();
    await client.incr('roundtrip:tests:count');
    await client.get('roundtrip:tests:count');
    expect((await watch.end(['incr', 'get', 'lpush'], { commands: 2, loadMs: 1 }))?.calls).toBe(2);
    await watch.begin();
    expect((await watch.end(['incr'], { commands: 0, loadMs: 1 }))?.calls).toBe(0);
  });

  test('has nothing to tell before it has begun', async () => {
    expect(
      await new ServerWatch({ nodes: [{ name: 'it', redis: admin }], replicas: [] }).end(['set'], {
        commands: 1,
        loadMs: 1,
      }),
    ).toBeNull();
  });
});
