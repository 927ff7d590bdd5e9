import { bencher } from './bencher.ts';
import { csv } from './csv.ts';
import { biggerIsBetter, smallerIsBetter } from './github-benchmark.ts';
import { hgrm } from './hgrm.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { ndjson } from './ndjson.ts';
import type { EventReporter, Reporter } from './reporter.ts';

/** Every reporter of a result that writes to a file, by the name of its option. */
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
];

/** Those that write during the run. */
export const eventReporters: readonly EventReporter[] = [ndjson];
