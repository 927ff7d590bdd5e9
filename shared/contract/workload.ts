import * as z from 'zod/mini';
import { bytesPerCommand, maxBytesInFlight } from '../limits.ts';
import { ownShapeOf, shapeOf } from '../settings/schema.ts';
import { workloadManual, workloadSettings } from '../settings/workload.ts';
import { commands } from '../commands/workload.ts';
import { ownLines, payloadsIn } from '../commands/custom-words.ts';
import { describe } from './describe.ts';
import { failure } from './parse.ts';
import type { ProblemReason } from './problem-reason.ts';

const shape = shapeOf(workloadSettings, workloadManual());

/**
 * What is sent: one command, or several with weights (`ratio`). A lane stops after `requests` commands where given,
 * else after `durationMs` of counted slices.
 */
export const workloadSchema = z.strictObject(shape).check((context) => {
  // A number that is out of range already is not worth a second complaint.
  if (context.issues.length > 0) return;
  const workload = context.value;
  const fail = (path: string, reason: ProblemReason) =>
    context.issues.push(failure([path], reason, workload));
  const valueBytes = workload.dataSizeRange?.[1] ?? workload.dataSize;
  const payloads = [
    ...workload.commands.map((id) => (commands[id].payload ? commands[id].keys : 1)),
    ...ownLines(workload).map(payloadsIn),
  ].reduce((most, count) => Math.max(most, count), 1);
  const atOnce = workload.callers ?? workload.clients * workload.pipeline;
  const inFlight = atOnce * (valueBytes * payloads + bytesPerCommand);
  if (inFlight > maxBytesInFlight)
    fail('pipeline', {
      code: 'too-many-bytes-in-flight',
      bytes: inFlight,
      most: maxBytesInFlight,
      perCommand: bytesPerCommand,
    });
  if (workload.threads > workload.clients)
    fail('threads', {
      code: 'more-threads-than-clients',
      threads: workload.threads,
      clients: workload.clients,
    });
  if (workload.callers !== undefined && workload.callers < workload.clients)
    fail('callers', {
      code: 'fewer-callers-than-clients',
      callers: workload.callers,
      clients: workload.clients,
    });
  if (workload.dataSizeRange && workload.dataSizeRange[0] > workload.dataSizeRange[1])
    fail('dataSizeRange', { code: 'sizes-reversed', sizes: workload.dataSizeRange });
  if (workload.ratio && workload.ratio.length !== workload.commands.length)
    fail('ratio', {
      code: 'weights-unlike-commands',
      commands: workload.commands.length,
      weights: workload.ratio.length,
    });
  const custom = workload.commands.filter((id) => id === 'custom').length;
  const lines = workload.customCommands?.length;
  if (lines !== undefined && workload.customCommand !== undefined)
    fail('customCommands', { code: 'custom-command-twice' });
  else if (lines !== undefined && lines !== custom)
    fail('customCommands', { code: 'lines-unlike-commands', commands: custom, lines });
  else if (lines === undefined && custom > 0 !== (workload.customCommand !== undefined))
    fail('customCommand', { code: 'custom-command-alone' });
  if (workload.arrivals === 'poisson' && workload.rps === undefined)
    fail('arrivals', { code: 'arrivals-without-rate' });
});
export type Workload = z.output<typeof workloadSchema>;

/** Fields of a workload that differ in one lane; the others are those of its plan. */
export const laneWorkloadSchema = z.strictObject(ownShapeOf(workloadSettings, workloadManual()));

/** A whole workload, every default filled in. Bounds that only a plan must keep are not checked again. */
export const completeWorkload = (description: string) => describe(z.object(shape), description);
