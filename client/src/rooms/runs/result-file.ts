import type { Result } from '../../../../shared/contract/result.ts';
import { documentVersions } from '../../../../shared/contract/enums.ts';
import { readForeignResult } from '../../../../shared/foreign/foreign-result.ts';
import type { ReadForeign } from '../../../../shared/foreign/reading.ts';
import { asSentence } from '../../../../shared/words/as-sentence.ts';
import { english } from '../../../../shared/words/en/index.ts';
import { embeddedIn } from '../../../../shared/report/embedded.ts';
import type { ForeignWords } from '../../../../shared/words/foreign-words.ts';
import { say } from '../../../../shared/words/words.ts';
import type { Messages } from '../../messages/en.ts';

/** A file that cannot be shown as a run; the message says why, to its reader. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

/** What a file holds: a run of ours, or the figures of another tool. Throws FileRefused. */
export function readDroppedFile(
  text: string,
  words: Messages['runs']['refused'],
  { refused, readInstead }: ForeignWords,
): Result | ReadForeign {
  const foreign = readForeignResult(text);
  if (foreign?.state === 'refused')
    throw new FileRefused(`${asSentence(refused[foreign.why](foreign.tool))} ${readInstead}`);
  return foreign ?? readResultFile(text, words);
}

/** The run in the text of a result file, as `bench --json` or an export writes it, or in an HTML report. Throws FileRefused. */
export function readResultFile(text: string, words: Messages['runs']['refused']): Result {
  const found = parsed(text, words);
  if (!isRecord(found)) throw new FileRefused(words.notAResult);
  if (found['kind'] === 'recipe')
    throw new FileRefused(found['recipe'] === 'load-curve' ? words.loadCurve : words.recipe);
  if ('order' in found && 'points' in found) throw new FileRefused(words.advice);
  const version = found['schema'];
  if (version === undefined) throw new FileRefused(words.notAResult);
  if (typeof version === 'number' && version > documentVersions.run)
    throw new FileRefused(words.newer(version));
  if (version !== documentVersions.run)
    throw new FileRefused(words.otherSchema(JSON.stringify(version), documentVersions.run));
  const missing = shape.filter(([path, fits]) => !fits(at(found, path))).map(([path]) => path);
  const lanes = Array.isArray(found['lanes']) ? (found['lanes'] as unknown[]) : [];
  for (const one of lanes.flatMap((lane, index) => (isLane(lane) ? [] : [`lanes[${index}]`])))
    missing.push(one);
  if (missing.length > 0) throw new FileRefused(words.damaged(missing.slice(0, 5).join(', ')));
  return found as unknown as Result;
}

function parsed(text: string, words: Messages['runs']['refused']): unknown {
  try {
    return JSON.parse(embeddedIn(text) ?? text);
  } catch {
    throw new FileRefused(text.trim() === '' ? words.empty : words.notJson);
  }
}

type Fits = (value: unknown) => boolean;
const isText: Fits = (value) => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether there are words for a finding, and all figures that these take. */
const isSaid =
  (words: object): Fits =>
  (finding) => {
    try {
      return (
        isRecord(finding) && !/undefined|NaN/.test(JSON.stringify(say(finding as never, words as never)))
      );
    } catch {
      return false;
    }
  };
const areSaid: Fits = (warnings) => Array.isArray(warnings) && warnings.every(isSaid(english.warning));
const isFilled: Fits = (value) => Array.isArray(value) && value.length > 0;
const isNumber: Fits = (value) => typeof value === 'number';
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);

/** What the page reads of a result; the server's schema, which knows all, would be a third of the page. */
const shape: readonly [path: string, fits: Fits][] = [
  ['id', isText],
  ['startedAt', isText],
  ['state', (value) => value === 'completed' || value === 'stopped' || value === 'failed'],
  ['plan.workload.commands', isFilled],
  ['plan.workload.clients', isNumber],
  ['plan.workload.pipeline', isNumber],
  ['plan.workload.dataSize', isNumber],
  ['plan.schedule.mode', (value) => value === 'turns' || value === 'race'],
  [
    'plan.lanes',
    (value) =>
      Array.isArray(value) && value.every((lane) => isText(at(lane, 'id')) && isRecord(at(lane, 'workload'))),
  ],
  ['environment.server.name', isText],
  ['environment.node', isText],
  ['environment.client', isText],
  ['environment.network', isText],
  ['lanes', isFilled],
  [
    'comparisons',
    (value) =>
      Array.isArray(value) &&
      value.every((one) => at(one, 'latency') === undefined || isNumber(at(one, 'latency.ratio'))),
  ],
  ['warnings', areSaid],
  ['tunings', Array.isArray],
];

/** Latencies of one command of a mix. */
const isOfCommand = (one: unknown) =>
  isText(at(one, 'command')) && orNull((value) => isNumber(at(value, 'p50')))(at(one, 'latencyMs'));

const laneShape: readonly [path: string, fits: Fits][] = [
  ['id', isText],
  ['label', isText],
  ['failed', isNumber],
  [
    'throughput',
    orNull(
      (value) =>
        isNumber(at(value, 'estimate')) && isNumber(at(value, 'median')) && isFilled(at(value, 'slices')),
    ),
  ],
  ['latencyMs.command', orNull((value) => isNumber(at(value, 'p50')) && isNumber(at(value, 'p99')))],
  ['byCommand', (value) => value === undefined || (Array.isArray(value) && value.every(isOfCommand))],
  ['latencySlices', (value) => value === undefined || Array.isArray(at(value, 'p50Ms'))],
  ['server', isRecord],
  ['client', isRecord],
  ['verdict', isSaid(english.verdict)],
  ['warnings', areSaid],
];

const isLane = (lane: unknown) => laneShape.every(([path, fits]) => fits(at(lane, path)));

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
