import * as z from 'zod/mini';
import { count, flag, orNull, real, text } from './describe.ts';

const programSchema = z.object({
  name: text('Name of the program.'),
  cores: real('CPU that it took, in cores.'),
});

/** `GET /api/machine`. */
export const machineSchema = z.object({
  lookedMs: real('How long it looked, ms.'),
  cores: count('Cores of this machine.'),
  busy: real('CPU that all programs took, Roundtrip included, in cores.'),
  browser: orNull(z.number(), 'CPU of browsers, this page included, in cores; null where that is not told.'),
  others: orNull(
    z.array(programSchema),
    'Other programs that took 0.05 cores or more, busiest first, without Roundtrip and browsers; null where the system does not tell.',
  ),
  quiet: flag('Whether other programs leave the cores to a run.'),
});
export type MachineLook = z.output<typeof machineSchema>;
