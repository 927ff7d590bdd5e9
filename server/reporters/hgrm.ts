import { percentileTable } from '../engine/latency/hdr-export.ts';
import type { Reporter } from './reporter.ts';

/** Percentile tables of command latency, for HdrHistogram's plotter: one file a lane. */
export const hgrm = {
  id: 'hgrm',
  help: 'percentiles of command latency as HdrHistogram’s plotter reads them, a file for each lane',
  perLane: true,
  report(_report, write, lane) {
    const encoded = lane?.histograms.command;
    if (encoded) write(percentileTable(encoded));
  },
} satisfies Reporter;
