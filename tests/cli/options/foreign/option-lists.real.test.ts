import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ForeignTool } from '../../../../server/cli/options/foreign/foreign-tool.ts';
import { redisBenchmark, valkeyBenchmark } from '../../../../server/cli/options/foreign/redis-benchmark.ts';

interface ListedOption {
  name: string;
  takes: boolean;
}

/** Options that the help of a tool lists; it names no value of `--precision`. */
function listedBy(program: string): ListedOption[] {
  const { stdout } = spawnSync(program, ['--help'], { encoding: 'utf8' });
  const [, list = ''] = /^Options:\n([\s\S]*?)^Examples:/m.exec(stdout) ?? [];
  return [...list.matchAll(/^ {1,2}(-\S+)(?: (<[^>]+>))?/gm)].map(([, name = '', value]) => ({
    name,
    takes: value !== undefined || name === '--precision',
  }));
}

const knownTo = ({ options }: ForeignTool, { name, takes }: ListedOption): boolean =>
  options.some((option) => option.names.includes(name) && (option.takes ?? false) === takes);

describe('all options of a tool are known, with those that take a value', () => {
  test('redis-benchmark, by its help', () => {
    const listed = listedBy('redis-benchmark');
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((option) => !knownTo(redisBenchmark, option))).toEqual([]);
  });

  // It is in the package of the server that ROUNDTRIP_VALKEY_SERVER names.
  const valkey = join(dirname(process.env['ROUNDTRIP_VALKEY_SERVER'] ?? ''), 'valkey-benchmark');
  const isThere = spawnSync(valkey, ['--version']).status === 0;

  test(`valkey-benchmark, ${isThere ? 'by its help' : 'which is not here, has all of redis-benchmark'}`, () => {
    const listed = listedBy(isThere ? valkey : 'redis-benchmark');
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((option) => !knownTo(valkeyBenchmark, option))).toEqual([]);
  });
});
