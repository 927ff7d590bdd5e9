import { expect, test } from 'vitest';
import { compareTimes, lookAtMachine, type ProgramTime } from '../../../server/engine/probes/machine-look.ts';
import { machineSchema } from '../../../shared/contract/machine.ts';

const program = (pid: number, parent: number, name: string, ticks: number): ProgramTime => ({
  ...{ pid, parent, name, ticks },
});
/** Two seconds of four cores; of each program the ticks that it took in them. */
function look(taken: readonly ProgramTime[] | null, busyMs = 0) {
  const before = taken?.map((one) => ({ ...one, ticks: 1000 })) ?? null;
  const after = taken?.map((one) => ({ ...one, ticks: 1000 + one.ticks })) ?? null;
  return compareTimes(
    { atMs: 0, busyMs: 0, programs: before },
    { atMs: 2000, busyMs, programs: after },
    4,
    10,
  );
}

test('Other programs are named with what they take, all of one name together', () => {
  const found = look([
    program(20, 1, 'postgres', 100),
    program(21, 1, 'postgres', 60),
    program(22, 1, 'tar', 30),
  ]);
  expect(found.others).toEqual([
    { name: 'postgres', cores: 0.8 },
    { name: 'tar', cores: 0.15 },
  ]);
  expect(found.quiet).toBe(false);
});

test('Neither Roundtrip with what it started nor the browser of the page is another program', () => {
  const found = look([
    program(10, 1, 'node', 200),
    program(11, 10, 'redis-server', 200),
    program(12, 11, 'node', 50),
    program(30, 1, 'chromium', 120),
    program(31, 30, 'Web Content', 20),
  ]);
  expect(found).toMatchObject({ browser: 0.7, others: [], quiet: true });
});

test('A program that began meanwhile counts with all that it took', () => {
  const times = { atMs: 0, busyMs: 0, programs: [] };
  const after = { atMs: 2000, busyMs: 0, programs: [program(40, 1, 'cc1plus', 100)] };
  expect(compareTimes(times, after, 4, 10).others).toEqual([{ name: 'cc1plus', cores: 0.5 }]);
});

test('Where the system names no programs, only the whole is judged', () => {
  expect(look(null, 100)).toMatchObject({ others: null, browser: null, quiet: true });
  expect(look(null, 2000)).toMatchObject({ busy: 1, others: null, quiet: false });
});

test('A look at this machine is what the page is told', async () => {
  const found = await lookAtMachine(50);
  expect(machineSchema.parse(found).cores).toBeGreaterThan(0);
});
