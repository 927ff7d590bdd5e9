import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { startCli } from '../support/run-cli.ts';
import { soon } from '../support/soon.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const long = [
  'bench',
  '--warmup',
  '0',
  '--duration',
  '60s',
  '--slice',
  '100ms',
  '--strategy',
  'one-by-one,pipeline',
];
const ofGlide = [...long.slice(0, -1), 'one-by-one@glide'];
/** Within this time a second signal is the same wish, passed on by npm. */
const sameWishMs = 600;

/** The process of the private server that a command has started. */
function serverIn(folder: string): number {
  const [name = ''] = readdirSync(folder);
  return Number(readFileSync(join(folder, name, 'redis.pid'), 'utf8'));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The processes that a command has started for its lanes, not its private server. */
const lanesOf = (pid: number | undefined): number[] =>
  execFileSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('lane-worker'))
    .map((line) => Number.parseInt(line, 10));

/** The sockets by which GLIDE speaks with its own threads in this process. */
const socketsOf = (lane: number | undefined) =>
  readdirSync('/tmp').filter((name) => name.startsWith(`glide-socket-${lane}-`));

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('ends the run, and what was measured is written to every output, marked as stopped', async () => {
    const [outputs, temporary] = [temporaryFolder(), temporaryFolder()];
    const [json, csv] = [join(outputs, 'result.json'), join(outputs, 'result.csv')];
    const { child, finished, shows } = startCli([...long, '--json', json, '--csv', csv], {
      TMPDIR: temporary,
    });
    await shows(/measuring/);
    const pid = serverIn(temporary);
    await sleep(1000);
    child.kill(signal);
    const { code, stdout, stderr } = await finished;
    expect(stderr).toContain('Stopping; what was measured is kept.');
    const result = JSON.parse(readFileSync(json, 'utf8')) as Result;
    expect(result.state).toBe('stopped');
    expect(result.lanes.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect(result.lanes[0]?.commands).toBeGreaterThan(0);
    expect(stdout).toContain('stopped');
    expect(readFileSync(csv, 'utf8')).toContain('one-by-one');
    expect(code).toBe(1);
    expect([readdirSync(temporary), isAlive(pid)]).toEqual([[], false]);
  });

  test('a second one ends at once, also when nothing can be drained, and nothing is left behind', async () => {
    const temporary = temporaryFolder();
    const { child, finished, shows } = startCli([...long, '--timeout', '60s'], { TMPDIR: temporary });
    await shows(/measuring/);
    const pid = serverIn(temporary);
    // A server that hangs: the first wish waits for its replies.
    process.kill(pid, 'SIGSTOP');
    child.kill(signal);
    await shows(/Once more to end at once/);
    await sleep(sameWishMs);
    expect(child.exitCode).toBeNull();
    child.kill(signal);
    const { code } = await finished;
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    await soon(() => isAlive(pid)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('the same signal twice in a moment is one wish: npm passes on what the terminal has sent already', async () => {
  const temporary = temporaryFolder();
  const { child, finished, shows } = startCli(long, { TMPDIR: temporary });
  await shows(/measuring/);
  child.kill('SIGINT');
  await shows(/Stopping/);
  child.kill('SIGINT');
  const { code, stdout } = await finished;
  expect(code).toBe(1);
  expect(stdout).toContain('commands/s');
});

test('before anything is measured, a signal ends it and nothing is left behind', async () => {
  const temporary = temporaryFolder();
  // Reads need keys: filling a million takes a while.
  const { child, finished } = startCli([...long, '-t', 'get', '-r', '1m', '-d', '1000'], {
    TMPDIR: temporary,
  });
  await soon(() => readdirSync(temporary).length).toBe(1);
  await sleep(300);
  child.kill('SIGINT');
  const { code } = await finished;
  expect(code).not.toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test('Ctrl+C in a terminal, which reaches every process, stops the lane of a library with a process of its own', async () => {
  const [outputs, temporary] = [temporaryFolder(), temporaryFolder()];
  const json = join(outputs, 'result.json');
  const { child, finished, shows } = startCli(
    [...ofGlide, '--json', json],
    { TMPDIR: temporary },
    undefined,
    { detached: true },
  );
  await shows(/measuring/);
  await sleep(1000);
  const [lane, ...others] = lanesOf(child.pid);
  expect(others).toEqual([]);
  expect(socketsOf(lane)).not.toEqual([]);
  process.kill(-Number(child.pid), 'SIGINT');
  expect((await finished).code).toBe(1);
  const result = JSON.parse(readFileSync(json, 'utf8')) as Result;
  expect(result.lanes.map(({ state }) => state)).toEqual(['stopped']);
  await soon(() => socketsOf(lane)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

test('a lane whose process is killed leaves nothing behind', async () => {
  const temporary = temporaryFolder();
  const { child, finished, shows } = startCli(ofGlide, {
    TMPDIR: temporary,
  });
  await shows(/measuring/);
  const [lane = NaN] = lanesOf(child.pid);
  expect(socketsOf(lane)).not.toEqual([]);
  process.kill(lane, 'SIGKILL');
  const { stdout } = await finished;
  expect(stdout).toContain('failed: the worker process ended');
  expect([socketsOf(lane), readdirSync(temporary)]).toEqual([[], []]);
});
