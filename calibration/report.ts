import type { CalibrationReport, CaseReport, SentenceReport } from './calibrate.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** The highest rate of false sentences and the lowest of found ones, each with its case. */
function worstOf({ cases }: SentenceReport): {
  mostFalse: CaseReport | undefined;
  leastFound: CaseReport | undefined;
} {
  const of = (type: CaseReport['type']) => cases.filter((one) => one.type === type);
  return {
    mostFalse: of('false').toSorted((a, b) => b.rate - b.bound - (a.rate - a.bound))[0],
    leastFound: of('found').toSorted((a, b) => a.rate - a.bound - (b.rate - b.bound))[0],
  };
}

const missedOf = ({ cases }: SentenceReport) => cases.filter(({ held }) => !held).length;

/** A sentence with its worst rates, for the terminal. */
export function summaryLine(sentence: SentenceReport): string {
  const { mostFalse, leastFound } = worstOf(sentence);
  const rate = (one: CaseReport | undefined) => (one ? percent(one.rate) : '–');
  return `${missedOf(sentence) === 0 ? '✓' : '✗'} ${sentence.name}: false up to ${rate(mostFalse)}, found at least ${rate(leastFound)}`;
}

/** A line for each case. */
export const caseLines = ({ cases }: SentenceReport): string[] =>
  cases.map(
    ({ type, name, bound, rate, held }) =>
      `  ${held ? ' ' : '✗'} ${type.padEnd(5)} ${percent(rate).padStart(8)}  ${type === 'false' ? '≤' : '≥'} ${percent(bound).padStart(6)}  ${name}\n`,
  );

/** docs/calibration.md. */
export function markdownPage({ trials, seed, sentences }: CalibrationReport): string {
  const rows = sentences.map((sentence) => {
    const { mostFalse, leastFound } = worstOf(sentence);
    const cell = (one: CaseReport | undefined) =>
      one
        ? `${percent(one.rate)} (${one.type === 'false' ? '≤' : '≥'} ${percent(one.bound)}): ${one.name}`
        : '–';
    const missed = missedOf(sentence);
    const held = missed === 0 ? 'yes' : `no: ${missed} of ${sentence.cases.length} cases`;
    return [sentence.name, sentence.falseWhen, cell(mostFalse), cell(leastFound), held];
  });
  return [
    '# How often Roundtrip is wrong',
    '',
    'Synthetic runs whose truth is known go through the code that judges real ones. For each type of sentence the',
    'table says what makes it false, and how often that happened: in the worst case that was tried, and how often it was',
    'said where it is true. [How Roundtrip measures](measurement.md) has the rules themselves.',
    '',
    `Written by \`npm run calibrate -- --write\`: ${trials.toLocaleString('en-US')} runs a case, seed ${seed}. A rate over its bound by less than chance explains (1 in 100) counts as kept.`,
    '',
    'Slices are drawn around a true rate and take turns in the order of a real schedule. _quiet_: coefficient of variation (CV) 5 %; _usual_: 8 %; _noisy_: 15 %; _wild_: 30 %; _correlated_: CV 10 %, each slice correlated with the next in time by 0.3; _strongly_: by 0.6; _within a lane_: each slice with the one before of the same lane, by 0.3; _drifting_: CV 5 %, the machine slows by 30 % over the run; _with outliers_: CV 5 %, one slice in 20 slowed to 30–70 %; _heavy-tailed_: CV 10 %, Student’s t with 3 degrees of freedom.',
    '',
    ...table(['sentence', 'false when', 'false, worst case', 'found, worst case', 'bounds kept'], rows),
    '',
    '## Every case',
    '',
    ...sentences.flatMap(({ name, cases }) => [
      `### ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
      '',
      ...table(
        ['', 'case', 'rate', 'bound', 'kept'],
        cases.map((one) => [
          one.type,
          one.name,
          percent(one.rate),
          `${one.type === 'false' ? '≤' : '≥'} ${percent(one.bound)}`,
          one.held ? 'yes' : '**no**',
        ]),
      ),
      '',
    ]),
  ].join('\n');
}

/** Padded as prettier pads it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
