import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { calibrate } from './calibrate.ts';
import { caseLines, markdownPage, summaryLine } from './report.ts';
import { sentences } from './sentences/index.ts';

/**
 * Puts synthetic runs whose truth is known through the code that judges real ones, and counts false sentences:
 * `npm run calibrate` takes minutes (10,000 runs a case). `--trials N` and `--seed N` draw others, `--only TEXT` takes the
 * sentences with that text in their names, `--json FILE` and `--write` (docs/calibration.md) keep what was found. With
 * `--only`, the page keeps what it has of the others.
 * Ends with 1 where a bound is not kept.
 */
const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [trials, seed] = [Number(values.trials), Number(values.seed)];
const chosen = sentences.filter(({ name }) => name.includes(values.only));

if (!Number.isSafeInteger(trials) || trials < 1 || !Number.isSafeInteger(seed) || chosen.length === 0) {
  const known = sentences.map(({ name }) => `  ${name}\n`).join('');
  process.stderr.write(`--trials and --seed take whole numbers; --only takes a part of:\n${known}`);
  process.exitCode = 2;
} else {
  const report = calibrate(chosen, { trials, seed }, (one) => {
    process.stdout.write(`${summaryLine(one)}\n${caseLines(one).join('')}`);
  });
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.write) {
    const file = 'docs/calibration.md';
    const isPart = chosen.length < sentences.length;
    const earlier = {
      page: isPart ? readFileSync(file, 'utf8') : '',
      names: sentences.map(({ name }) => name),
    };
    writeFileSync(file, markdownPage(report, isPart ? earlier : undefined));
  }
  const missed = report.sentences.flatMap(({ cases }) => cases.filter(({ held }) => !held)).length;
  process.stdout.write(missed === 0 ? 'Every bound is kept.\n' : `${missed} bounds are not kept.\n`);
  process.exitCode = missed === 0 ? 0 : 1;
}
