import {
  blocksOn,
  type Block,
  type Check,
  type ItemsBlock,
  type Report,
  type TableBlock,
  type TestCase,
} from '../../shared/report/block.ts';
import { checksInWords, notJudged } from '../../shared/report/checks.ts';
import { cellAsData } from '../../shared/report/cell.ts';
import { asSentence } from '../../shared/words/as-sentence.ts';
import { junitXml, type Suite } from './junit-xml.ts';
import { reportOf } from './report-of.ts';
import type { Reporter } from './reporter.ts';

/**
 * A suite with a test case for each lane, claim or step, and one with a case for each check. A lane fails when it did
 * not measure what it was to (exit code 1); a claim that does not hold is a failure here, though not one of the command.
 * Commands that failed are figures like others: a check says whether they may. Figures are properties of the first
 * suite, under the names of assertions (`pipeline.p99`): not every reader knows properties of a case.
 */
export const junit = {
  id: 'junit',
  help: 'a test case for each lane and each check as JUnit XML',
  report(document, write) {
    const report = reportOf(document);
    const blocks = blocksOn(report.blocks, 'junit');
    const found = blocks.filter((block) => block.type === 'items');
    const items: ItemsBlock[] = found.length > 0 ? found : [{ type: 'items', title: '', items: [] }];
    const suites = items.map((block, index) =>
      suiteOf(block, index === 0 ? propertiesIn(blocks) : [], report),
    );
    const checks = blocks.flatMap((block) => (block.type === 'checks' ? block.checks : []));
    const all = checks.length > 0 ? [...suites, checkSuite(checks, report)] : suites;
    write(junitXml(all, report.tookMs));
  },
} satisfies Reporter;

function suiteOf(
  { title, items, suite }: ItemsBlock,
  properties: Suite['properties'],
  report: Report,
): Suite {
  return {
    ...{ name: suite?.name ?? (title || report.title), timeMs: suite?.timeMs ?? 0 },
    startedAt: report.startedAt,
    ...(properties && properties.length > 0 ? { properties } : {}),
    cases: items.map(
      ({ name, text, because, notes, test }): TestCase =>
        test ?? {
          ...{ name: name ?? text, classname: `roundtrip.${report.kind}`, timeMs: 0 },
          output: [text, because ?? '', ...notes.map((note) => note.text)]
            .filter((line) => line !== '')
            .join('\n'),
        },
    ),
  };
}

type Properties = NonNullable<Suite['properties']>;

/** The headline, doubts by number, facts under their names, and what each row of a table for machines has, under the row's. */
const propertiesIn = (blocks: readonly Block[]): Properties =>
  blocks.flatMap((block): Properties => {
    switch (block.type) {
      case 'details':
        return propertiesIn(block.blocks);
      case 'facts':
        return block.facts.map(([name, value]) => [name.toLowerCase(), value]);
      case 'headline':
        return [['headline', [asSentence(block.text), ...block.more].join(' ')]];
      case 'doubts':
        return block.doubts.map((doubt, index) => [`doubt.${index + 1}`, doubt]);
      case 'table':
        return block.isData ? figuresIn(block) : [];
      default:
        return [];
    }
  });

const figuresIn = ({ columns, rows }: TableBlock): Properties =>
  rows.flatMap((row) =>
    columns.slice(1).flatMap((column, index): Properties => {
      const value = cellAsData(row[index + 1] ?? null, column);
      const name = cellAsData(row[0] ?? null, { unit: 'text' });
      return value === null ? [] : [[`${name ?? ''}.${column.label}`, value]];
    }),
  );

/** A test case for each check. */
const checkSuite = (checks: readonly Check[], { startedAt }: Report): Suite => ({
  ...{ name: 'checks', startedAt, timeMs: 0, properties: [['checks', checksInWords(checks)]] },
  cases: checks.map(({ name, passed, message }) => ({
    ...{ name, classname: 'roundtrip.check', timeMs: 0, output: message },
    failure: passed === false ? { type: 'check', message } : null,
    ...(passed === null ? { skipped: notJudged(message) } : {}),
  })),
});
