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

/** Sentences of an earlier page that were not tried again. */
export interface EarlierPage {
  page: string;
  /** Names of all sentences, in order. */
  names: readonly string[];
}

/**
 * docs/calibration.md. What was not tried stays as an earlier page has it. Throws where that was written with other
 * trials or another seed.
 */
export function markdownPage({ trials, seed, sentences }: CalibrationReport, earlier?: EarlierPage): string {
  const written = `Written by \`npm run calibrate -- --write\`: ${trials.toLocaleString('en-US')} runs a case, seed ${seed}. A rate over its bound by less than chance explains (1 in 100) counts as kept.`;
  if (earlier && !earlier.page.includes(written))
    throw new Error('the page was written with other trials or another seed: write all of it');
  const tried = new Map(sentences.map((sentence) => [sentence.name, sentence]));
  const names = earlier?.names ?? [...tried.keys()];
  const parts = names.flatMap((name) => {
    const sentence = tried.get(name);
    const part = sentence ? partOf(sentence) : earlier && partIn(earlier.page, name);
    return part ? [part] : [];
  });
  return [
    '# How often Roundtrip is wrong',
    '',
    'Synthetic runs whose truth is known go through the code that judges real ones. For each type of sentence the',
    'table says what makes it false, and how often that happened: in the worst case that was tried, and how often it was',
    'said where it is true. [How Roundtrip measures](measurement.md) has the rules themselves.',
    '',
    'What is tried is what a run shows. The rate of a lane is its estimate, from one fit over all lanes and rounds: each two lanes are compared in the rounds that they share, by the median of the means of every two of the logarithms of their ratios (Hodges & Lehmann 1963), and averages over the lanes make these comparisons agree (compatible contrasts: Lehmann 1964). A ratio is the quotient of two estimates, so that ratios multiply; its interval is that of the pairs, widened where it does not hold the ratio.',
    '',
    written,
    '',
    'Slices are drawn around a true rate and take turns in the order of a real schedule. _quiet_: coefficient of variation (CV) 5 %; _usual_: 8 %; _noisy_: 15 %; _wild_: 30 %; _correlated_: CV 10 %, each slice correlated with the next in time by 0.3; _strongly_: by 0.6; _within a lane_: each slice with the one before of the same lane, by 0.3; _drifting_: CV 5 %, the machine slows by 30 % over the run; _with outliers_: CV 5 %, one slice in 20 slowed to 30–70 %; _heavy-tailed_: CV 10 %, Student’s t with 3 degrees of freedom.',
    '',
    ...table(
      ['sentence', 'false when', 'false, worst case', 'found, worst case', 'bounds kept'],
      parts.map(({ row }) => row),
    ),
    '',
    '## Every case',
    '',
    ...parts.flatMap(({ section }) => section),
  ].join('\n');
}

/** What the page has of a sentence. */
interface PagePart {
  row: string[];
  section: string[];
}

const headingOf = (name: string) => `### ${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;

function partOf(sentence: SentenceReport): PagePart {
  const { name, falseWhen, cases } = sentence;
  const { mostFalse, leastFound } = worstOf(sentence);
  const cell = (one: CaseReport | undefined) =>
    one
      ? `${percent(one.rate)} (${one.type === 'false' ? '≤' : '≥'} ${percent(one.bound)}): ${one.name}`
      : '–';
  const missed = missedOf(sentence);
  const held = missed === 0 ? 'yes' : `no: ${missed} of ${cases.length} cases`;
  return {
    row: [name, falseWhen, cell(mostFalse), cell(leastFound), held],
    section: [
      headingOf(name),
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
    ],
  };
}

/** `null`: the page does not have the sentence. */
function partIn(page: string, name: string): PagePart | null {
  const lines = page.split('\n');
  const row = lines
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .find(([first]) => first === name);
  const from = lines.indexOf(headingOf(name));
  if (!row || from < 0) return null;
  const until = lines.findIndex((line, at) => at > from && line.startsWith('### '));
  return { row, section: lines.slice(from, until < 0 ? lines.length : until) };
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
