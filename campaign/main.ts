import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { AttackReport, Scale } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { removeSubjects } from './subject.ts';

/**
 * Attacks the built product: `npm run campaign` takes half an hour, `--full` hours. `--only NAME,NAME` runs some,
 * `--seed N` draws other inputs (or the same again), `--json FILE` writes the report. Ends with 1 where something
 * failed.
 */
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
});
const seed = Number(values.seed);
const scale: Scale = values.full ? 'full' : values.short ? 'short' : 'pairs';
const names = values.only?.split(',').map((name) => name.trim());
const unknown = names?.filter((name) => !attacks.some((attack) => attack.name === name)) ?? [];
const chosen = attacks.filter(({ name }) => names?.includes(name) ?? true);

/** A case as a line, without control characters. */
const line = (text: string) => text.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, '·');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    removeSubjects();
    process.exit(130);
  });

if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  const known = attacks.map(({ name }) => name).join(', ');
  process.stderr.write(`--only takes of: ${known}; --seed takes a whole number\n`);
  process.exitCode = 2;
} else process.exitCode = await campaign();

async function campaign(): Promise<number> {
  const reports: Record<string, AttackReport & { seconds: number }> = {};
  for (const attack of chosen) {
    process.stdout.write(`${attack.name}: ${attack.about}\n`);
    const begun = performance.now();
    const report = await attack.run({ seed, scale });
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    reports[attack.name] = { ...report, seconds };
    process.stdout.write(`  ${report.cases} cases, ${report.failures.length} failures, ${seconds} s\n`);
    for (const note of report.notes) process.stdout.write(`  ${note}\n`);
    for (const why of report.skipped) process.stdout.write(`  skipped: ${why}\n`);
    for (const { tried, seen } of report.failures.slice(0, 20))
      process.stdout.write(`  ✗ ${line(tried)}\n    ${line(seen).replaceAll('\n', '\n    ')}\n`);
    if (report.failures.length > 0)
      process.stdout.write(
        `  again: npm run campaign -- --only "${attack.name}" --seed ${seed}${values.full ? ' --full' : ''}\n`,
      );
  }
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ seed, scale, reports }, null, 2)}\n`);
  const all = Object.values(reports);
  const failures = all.reduce((sum, report) => sum + report.failures.length, 0);
  process.stdout.write(
    `${all.reduce((sum, { cases }) => sum + cases, 0)} cases, ${failures} failures, seed ${seed}\n`,
  );
  return failures === 0 ? 0 : 1;
}
