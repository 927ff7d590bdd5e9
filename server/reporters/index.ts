import type { ReportedDocument } from '../../shared/report/document.ts';
import { bencher } from './bencher.ts';
import { csv } from './csv.ts';
import { biggerIsBetter, smallerIsBetter } from './github-benchmark.ts';
import { hgrm } from './hgrm.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import type { Reporter } from './reporter.ts';

/** Every reporter, by the name of its option. */
export const reporters: readonly Reporter[] = [
  json,
  csv,
  markdown,
  junit,
  html,
  hgrm,
  bencher,
  biggerIsBetter,
  smallerIsBetter,
  ndjson,
];

/** The reporters of each kind of document but a run, which has all of them. foreign: a result of another tool. */
export const reportersOf: Readonly<
  Record<Exclude<ReportedDocument['kind'], 'run' | 'blocks'> | 'foreign', readonly Reporter[]>
> = {
  recipe: [json, csv, markdown, junit, html],
  comparison: [json, markdown],
  search: [json],
  foreign: [json, csv, markdown, html],
};
