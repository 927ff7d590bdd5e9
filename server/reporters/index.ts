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
import { patch } from './patch.ts';
import type { Reporter } from './reporter.ts';
import { sarif } from './sarif.ts';

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
  sarif,
  patch,
];

/** The reporters of each kind of document. foreign: a result of another tool. */
export const reportersOf: Readonly<
  Record<Exclude<ReportedDocument['kind'], 'blocks'> | 'foreign' | 'profile', readonly Reporter[]>
> = {
  run: reporters.filter((one) => one !== sarif && one !== patch),
  profile: [json, markdown, html, sarif, patch],
  recipe: [json, csv, markdown, junit, html],
  comparison: [json, markdown],
  trend: [json, csv, markdown, html],
  search: [json],
  foreign: [json, csv, markdown, html],
};
