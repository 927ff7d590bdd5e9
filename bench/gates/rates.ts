import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../server/built.ts';
import { normal95 } from '../../shared/statistics/student-t.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * The rate at which a gate fails without a change, and the rate at which it misses a loss of 10 % and of 30 %: with and without
 * `--confirm`, against a baseline and against the last runs of `--trend`. Two lanes of code send GETs one by one; the
 * loss is planted by sending more of them in a unit of the second. Each run without a change is the baseline of the
 * next one, and of one with each loss. `--load N` keeps N cores busy. Run what was built: npm run bench:gates
 */
const values = scriptOptions({
  runs: { type: 'string', default: '50' },
  duration: { type: 'string', default: '1500ms' },
  starts: { type: 'string', default: '1' },
  bound: { type: 'string', default: '5%' },
  compare: { type: 'string', default: 'ratios' },
  load: { type: 'string', default: '0' },
});
const runs = Number(values.runs);
const earlier = 10;

/** Round trips of a unit: as many more as make its rate 10 % and 30 % lower. */
const trips = { 'no change': 63, '10 % slower': 70, '30 % slower': 90 } as const;
type World = keyof typeof trips;
const worlds = Object.keys(trips) as World[];

/** The outcome of a check of the second lane after the first measurement, and after both. */
interface Seen {
  gate: 'baseline' | 'trend';
  first: Outcome;
  last: Outcome;
}
type Outcome = 'failed' | 'passed' | 'not judged';

const folder = mkdtempSync(join(tmpdir(), 'roundtrip-gates-'));
const at = (name: string) => join(folder, name);
const unit = (count: number) =>
  `export default async (redis) => { for (let n = 0; n < ${count}; n++) await redis.get('key'); };\n`;

/** Measures once, or twice; resolves with what was found. */
async function bench(world: World, result: string, more: readonly string[]): Promise<Seen[]> {
  writeFileSync(at('unit.mjs'), unit(trips[world]));
  const words = [
    ...['bench', '-q', '--lane', `first=${at('first.mjs')}`, '--lane', `unit=${at('unit.mjs')}`],
    ...['-c', '1', '--warmup', '200ms', '--duration', values.duration, '--starts', values.starts],
    ...['--json', at(result), '--junit', at('checks.xml'), ...more],
  ];
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [fileURLToPath(builtFile('server/cli/main.js')), ...words],
      (error, _stdout, text) => {
        resolve({ code: error ? error.code : 0, stderr: text });
      },
    );
  });
  if (code !== 0 && code !== 99) throw new Error(`bench ended with ${String(code)}: ${stderr}`);
  return seenIn(readFileSync(at('checks.xml'), 'utf8'));
}

function seenIn(xml: string): Seen[] {
  const cases = xml.matchAll(
    /<testcase name="([^"]*)" classname="roundtrip\.check"[^>]*>(.*?)<\/testcase>/gs,
  );
  const ofUnit = [...cases].filter(([, name = '']) => name.startsWith('unit: '));
  return ofUnit.map(([, name = '', inside = '']): Seen => {
    const last: Outcome = inside.includes('<failure')
      ? 'failed'
      : inside.includes('<skipped')
        ? 'not judged'
        : 'passed';
    const wasLookedAtTwice = /[>"](?:not judged: )?failed(?:, and again| at first)/.test(inside);
    return {
      gate: name.includes('the last ') ? 'trend' : 'baseline',
      first: wasLookedAtTwice ? 'failed' : last,
      last,
    };
  });
}

/** Wilson's 95 % interval of a share (1927), in percent. */
function interval(count: number, of: number): string {
  const share = count / of;
  const scale = 1 + normal95 ** 2 / of;
  const middle = (share + normal95 ** 2 / (2 * of)) / scale;
  const half = (normal95 / scale) * Math.sqrt((share * (1 - share)) / of + normal95 ** 2 / (4 * of ** 2));
  return [middle - half, middle + half].map((end) => (100 * Math.max(0, end)).toFixed(0)).join(' – ');
}

const keepBusy = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

async function measureAll(): Promise<void> {
  const seen = new Map<World, Seen[]>(worlds.map((world) => [world, []]));
  const gate = (baseline: string, trend: string) => [
    ...['--baseline', at(baseline), '--trend', at(trend)],
    ...['--max-regression', values.bound, '--compare', values.compare, '--confirm'],
  ];
  writeFileSync(at('first.mjs'), unit(trips['no change']));
  for (let run = 0; run < earlier; run++) await bench('no change', '0.json', ['--trend', at('trend.jsonl')]);
  for (let run = 1; run <= runs; run++) {
    const unchanged = await bench('no change', `${run}.json`, gate(`${run - 1}.json`, 'trend.jsonl'));
    seen.get('no change')?.push(...unchanged);
    for (const world of worlds.slice(1)) {
      copyFileSync(at('trend.jsonl'), at('copy.jsonl'));
      seen.get(world)?.push(...(await bench(world, 'slower.json', gate(`${run}.json`, 'copy.jsonl'))));
    }
    rmSync(at(`${run - 1}.json`));
    process.stderr.write(`${run} of ${runs}, load ${loadavg()[0]?.toFixed(1) ?? ''}\n`);
  }
  const rows = (['baseline', 'trend'] as const).flatMap((kind) =>
    (['first', 'last'] as const).map((look) => {
      const cells = worlds.map((world) => {
        const all = (seen.get(world) ?? []).filter(({ gate: of }) => of === kind);
        const failed = all.filter((one) => one[look] === 'failed').length;
        const wrong = world === 'no change' ? failed : all.length - failed;
        return `${wrong} of ${all.length} (${interval(wrong, all.length)} %)`;
      });
      return `| ${kind}${look === 'last' ? ', `--confirm`' : ''} | ${cells.join(' | ')} |\n`;
    }),
  );
  process.stdout.write(
    '| held against | false alarms | missed, 10 % | missed, 30 % |\n| --- | --- | --- | --- |\n',
  );
  process.stdout.write(rows.join(''));
}

const busy = Array.from({ length: Number(values.load) }, keepBusy);
const loads = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
process.stdout.write(
  `Node ${process.version}, ${cpus().length} cores, load ${loads()}; ${values.duration} a lane, ${values.starts} starts, ${values.compare}, bound ${values.bound}\n`,
);
const tidy = () => {
  for (const child of busy) child.kill();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    tidy();
    process.exit(130);
  });
try {
  await measureAll();
  process.stdout.write(`load at the end ${loads()}\n`);
} finally {
  tidy();
}
