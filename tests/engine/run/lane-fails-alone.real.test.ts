import { describe, expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../../shared/contract/result.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { runCli } from '../../support/run-cli.ts';

/** A server with a user to whom these commands are denied. */
async function serverWithout(denied: string) {
  const server = await startEmbedded();
  const redis = await openAdmin(server.target);
  onTestFinished(async () => {
    redis.disconnect();
    await server.stop();
  });
  await redis.acl('SETUSER', 'bench', 'on', '>secret', '~*', '+@all', ...denied.split(' '));
  return `redis://bench:secret@127.0.0.1:${server.target.endpoint.port ?? 0}`;
}

const words = ['--warmup', '0', '-n', '600', '-c', '2', '--json', '-'];

async function measure(url: string, more: readonly string[]) {
  const { code, stdout, stderr } = await runCli(['bench', '-u', url, ...words, ...more]);
  return { code, stderr, result: (stdout === '' ? null : JSON.parse(stdout)) as Result | null };
}

describe('a lane that the server does not let through fails alone, by name', () => {
  test('where it cannot be opened: the others have their figures, and the exit code is 1', async () => {
    const url = await serverWithout('-@scripting');
    const { code, result } = await measure(url, ['--strategy', 'one-by-one,lua,pipeline']);
    expect(code).toBe(1);
    expect(result?.lanes.map(({ id, state }) => [id, state])).toEqual([
      ['one-by-one', 'completed'],
      ['lua', 'failed'],
      ['pipeline', 'completed'],
    ]);
    expect(result?.lanes[1]?.error?.message).toMatch(/NOPERM .*'script\|load'/);
    expect(result?.comparisons.map(({ lane }) => lane)).toEqual(['pipeline']);
  });

  test('where its commands are refused: the text of the first error of each class is kept', async () => {
    const url = await serverWithout('-mset');
    const { code, result } = await measure(url, ['--strategy', 'pipeline,multi-key']);
    expect(code).toBe(1);
    expect(result?.lanes[1]).toMatchObject({ state: 'failed', commands: 0 });
    expect(result?.lanes[1]?.errors?.['NOPERM']).toMatch(/no permissions to run the 'mset' command/);
  });

  test('where no transaction can be begun: by what MULTI was refused with, not by what EXEC then says', async () => {
    const url = await serverWithout('-multi');
    const { result } = await measure(url, ['--strategy', 'pipeline,multi']);
    expect(result?.lanes[1]?.errors).toEqual({
      NOPERM: expect.stringContaining("the 'multi' command") as string,
    });
  });

  test('--allow-failed accepts it, by its id', async () => {
    const url = await serverWithout('-mset');
    const lanes = ['--strategy', 'pipeline,multi-key'];
    expect((await measure(url, [...lanes, '--allow-failed', 'multi-key'])).code).toBe(0);
    expect(await measure(url, [...lanes, '--allow-failed', 'mset'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no such lane; there are pipeline, multi-key') as string,
    });
  });

  test('where no lane can be opened, nothing is measured', async () => {
    const url = await serverWithout('-@scripting');
    const { code, stderr } = await measure(url, ['--strategy', 'lua']);
    expect(code).toBe(1);
    expect(stderr).toContain('NOPERM');
  });
});

describe('what a user or a server does not allow is found before the start', () => {
  test('without INFO the lanes are measured: no server figures, counts not verified, one warning', async () => {
    const url = await serverWithout('-@admin -@dangerous');
    const { code, result } = await measure(url, ['--strategy', 'one-by-one,pipeline']);
    expect(code).toBe(0);
    expect(result?.warnings.map(({ code }) => code)).toEqual(['server-tells-nothing']);
    expect(result?.lanes.map(({ countsAgree, server }) => [countsAgree, server.cpu])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(result?.environment.server).toMatchObject({
      name: expect.stringMatching(/^(redis|valkey)$/) as string,
      mode: 'standalone',
    });
  });

  test('more connections than it takes are refused, with how many fit', async () => {
    const server = await startEmbedded();
    const redis = await openAdmin(server.target);
    onTestFinished(async () => {
      redis.disconnect();
      await server.stop();
    });
    await redis.config('SET', 'maxclients', '20');
    const url = `redis://127.0.0.1:${server.target.endpoint.port ?? 0}`;
    const lanes = ['--strategy', 'one-by-one,concurrent,pipeline,wire'];
    const { code, stderr } = await runCli(['bench', '-u', url, '-n', '600', '-c', '10', ...lanes]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /-c, --clients: 4 lanes × 10 connections and 3 of our own; .* allows 20 .*: use -c 4/,
    );
    const search = await runCli(['advise', '-u', url, '--strategy', 'pipeline', '-P', '2']);
    expect(search.code).toBe(2);
    expect(search.stderr).toMatch(/-c, --clients: 2 lanes × 10 connections .*: use -c 8/);
  });
});
