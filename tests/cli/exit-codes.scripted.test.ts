import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { runCli } from '../support/run-cli.ts';
import { useScript } from '../support/scripted/use-script.ts';

const script = useScript();
const short = ['bench', '--warmup', '0', '--duration', '300ms', '--slice', '100ms'];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Two threads, one of which is answered four times as late. */
const uneven = ['bench', '--warmup', '0', '--strategy', 'one-by-one,pipeline', '-n', '40k', '--threads', '2'];
const slowThread = () => {
  script.lane(({ thread }) => thread === 1, { latencyMs: () => 20 });
};

describe('0: done', () => {
  test('threads of a lane that ends by count end together, so that every slice has a rate', async () => {
    slowThread();
    const { code, stdout } = await runCli([...uneven, '--json', '-']);
    expect(code).toBe(0);
    const { lanes } = JSON.parse(stdout) as Result;
    for (const { commands, elapsedMs, throughput } of lanes) {
      expect(commands).toBe(40_000);
      expect(throughput?.slices).toHaveLength(8);
      // Slices have as many commands each, so that the rate over all is their harmonic mean.
      const all = (commands * 1000) / elapsedMs;
      expect(throughput?.mean).toBeGreaterThanOrEqual(all * 0.999);
      expect(throughput?.mean).toBeLessThan(all * 1.05);
    }
  });

  test('the table goes to stdout, the result to a file', async () => {
    const file = join(folder, 'result.json');
    const { code, stdout, stderr } = await runCli(
      [...short, '--strategy', 'wire', '-n', '1k', '--json', file].filter(
        (word) => word !== '--duration' && word !== '300ms',
      ),
    );
    expect(stderr).not.toContain('roundtrip:');
    expect(code).toBe(0);
    expect(stdout).toContain('wire');
    expect((JSON.parse(readFileSync(file, 'utf8')) as Result).lanes[0]?.commands).toBe(1000);
    expect(readdirSync(folder)).toEqual(['result.json']);
  });

  test('help names every exit code', async () => {
    const { code, stdout } = await runCli(['bench', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Exit codes: 0 .*1 .*2 /s);
  });
});

describe('1: the measurement could not be made', () => {
  test('a lane has no rate, as where its processes share no count and never end together', async () => {
    slowThread();
    const { code, stdout, stderr } = await runCli([
      ...uneven,
      '--client',
      'ioredis,glide',
      '-q',
      '--json',
      '-',
    ]);
    expect(code).toBe(1);
    const { lanes } = JSON.parse(stdout) as Result;
    expect(lanes.map(({ state, commands }) => `${state} ${commands}`)).toEqual([
      ...['completed 40000', 'failed 40000', 'completed 40000', 'failed 40000'],
    ]);
    expect(lanes[1]?.throughput).toBeNull();
    expect(stderr).toMatch(
      /^[^\n]*GLIDE[^\n]*: No slice of it ran to its end, so that it has no rate; with a duration in place/,
    );
  });

  test.each([['nothing listens', ['-u', 'redis://127.0.0.1:1'], /Nothing listens at 127\.0\.0\.1:1/]])(
    '%s',
    async (_what, words, message) => {
      const { code, stdout, stderr } = await runCli([...short, ...words]);
      expect(code).toBe(1);
      expect(stderr).toMatch(message);
      expect(stdout).toBe('');
    },
  );

  test('quiet still says why', async () => {
    script.lane(() => true, { answer: () => new Error('ERR syntax error') });
    const words = [...short, '-q', '--strategy', 'pipeline,wire'];
    const { code, stdout, stderr } = await runCli(words);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^Pipeline: All of its commands failed: ERR .+ \([\d,]+ times\)\nRaw socket: All of its commands failed: ERR .+ \([\d,]+ times\)\n$/,
    );
  });
});

describe('2: wrong usage', () => {
  test.each([
    [
      'an unknown strategy',
      ['--strategy', 'telepathy'],
      /--strategy: must be one of one-by-one, .*, not "telepathy"/,
    ],
    ['zero clients', ['-c', '0'], /-c, --clients: must be a number from 1 to 1000 connections, not 0/],
    ['a payload of 10 GB', ['-d', '10gb'], /-d, --data-size: must be a number from 1 to 16777216 bytes/],
    // The name of another option begins with the same words.
    [
      'sizes in the wrong order',
      ['--data-size-range', '2000-10'],
      /roundtrip: --data-size-range: the smallest size comes first, not 2000-10/,
    ],
    [
      'batches without a byte',
      ['--strategy', 'gather', '--max-batch-bytes', '0'],
      /roundtrip: --max-batch-bytes: must be a number from 1/,
    ],
    [
      'a payload that is no size',
      ['-d', 'big'],
      /--data-size takes a size in bytes such as 100, 4k or 1mb, not "big"/,
    ],
    ['an unknown option', ['--fast'], /there is no option --fast/],
    ['an option without its value', ['--strategy'], /--strategy needs a value \(a,b,…\)\. All options/],
    [
      'an option before what looks like another one',
      ['-d', '-4'],
      /-d needs a value \(bytes\); one that begins with "-" is written --data-size=-…\. All options/,
    ],
    ['both count and time', ['-n', '5', '--duration', '1s'], /--requests and --duration are two ways/],
    ['several commands without weights', ['-t', 'set,get'], /say with --ratio how they are mixed/],
    [
      'a command that the strategy cannot send',
      ['--strategy', 'multi-key', '-t', 'lpush'],
      /multi-key can only send set, get, setex, del/,
    ],
    [
      'a folder that is not there',
      ['--json', '/nonexistent/result.json'],
      /--json \/nonexistent\/result\.json: the folder/,
    ],
    ['a URL that is none', ['-u', 'localhost:6379'], /A target is redis:\/\//],
    ['a plan that is no JSON', ['--plan', 'package-lock'], /--plan package-lock: /],
    ['a plan beside options', ['--plan', 'x.json', '-c', '5'], /leave out --clients/],
    ['random arrivals without a rate', ['--arrivals', 'poisson'], /--arrivals: .* need a requested rate/],
    ['a precision out of its range', ['--precision', '0%'], /takes a share from 0\.5% to 50%, not "0%"\n/],
    [
      'a precision of a count, in whose words the number has no place',
      ['--precision', '3%', '-n', '100'],
      /--precision: needs a duration, not a number of requests\n/,
    ],
  ])('%s', async (_what, words, message) => {
    const { code, stdout, stderr } = await runCli(['bench', ...words]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  test('a plan from a file, with each field that is wrong by its path in it', async () => {
    const file = join(folder, 'mine.json');
    const lanes = [{ strategy: 'pipelin' }, { strategy: 'wire', workload: { clients: 0 } }];
    writeFileSync(file, JSON.stringify({ lanes, workload: { pipeline: 'many' } }));
    const { code, stderr } = await runCli(['bench', '--plan', file]);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n').toSorted()).toEqual([
      expect.stringMatching(/mine\.json: lanes\[0\]\.strategy: .*did you mean pipeline\?/),
      expect.stringMatching(/mine\.json: lanes\[1\]\.workload\.clients: /),
      expect.stringMatching(/mine\.json: workload\.pipeline: /),
    ]);
  });

  test('a word that is no command', async () => {
    expect((await runCli(['brench'])).code).toBe(2);
  });
});

describe('the private server as it was asked for', () => {
  test.each([
    [['--persistence', 'sometimes'], '--persistence: must be one of off, aof-everysec'],
    [['--io-threads', '999'], '--io-threads: must be a number from 1 to 128'],
    [['--tls', 'yes'], '--tls takes 0 or 1'],
    [['--url', 'redis://127.0.0.1:1', '--persistence', 'rdb'], "not Roundtrip's to set up"],
  ])('%j is wrong usage', async (words, said) => {
    const { code, stderr } = await runCli([...short, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  test('is measured with its settings, which the result and the table tell', async () => {
    const { code, stdout, stderr } = await runCli([
      ...short,
      ...['--strategy', 'pipeline', '--persistence', 'aof-always', '--io-threads', '2'],
      ...['--maxmemory', '64mb', '--tls', '1', '--access', 'acl-user', '--json', '-'],
    ]);
    expect(stderr).toContain('(embedded, TLS, ACL user, AOF always, 2 I/O threads, 64 MiB at most)');
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as Result;
    expect(result.plan.server).toEqual({
      persistence: 'aof-always',
      ioThreads: 2,
      maxMemoryBytes: 64 * 1024 ** 2,
      tls: true,
      access: 'acl-user',
    });
    expect(result.lanes[0]).toMatchObject({ failed: 0, countsAgree: true });
  });
});
