import { formatBytes, formatCount, formatDuration } from '../../../../shared/words/format.ts';
import type { Difference } from '../../../../shared/comparison/differences.ts';
import type { NetworkPlan } from '../../../../shared/contract/schemas.ts';
import { describeServer, type ServerPlan } from '../../../../shared/plan/server-plan.ts';
import { messages } from '../../messages/index.ts';
import { describeMix } from '../../plan/describe-differences.ts';
import { networkInWords } from '../../plan/network-in-words.ts';
import { fieldNames } from '../../plan/plan-fields.ts';

/** A kind of field: what it is called (empty: its values say it), and how a value of it is written. */
interface FieldWords {
  label: string;
  write?: (value: unknown) => string;
}

/** In what two runs differ, in the words of the page: "Payload 100 B → 4.9 KiB", "Lua: Batch size 16 → 64". */
export function differenceInWords({ field, was, is }: Difference, labelOf: (lane: string) => string): string {
  return ofField(field, [was, is], labelOf);
}

/** A setting by itself: "Payload 100 B", "Lua: Batch size 16". */
export const settingInWords = (
  { field, value }: { field: string; value: unknown },
  labelOf: (lane: string) => string,
): string => ofField(field, [value], labelOf);

function ofField(field: string, values: readonly unknown[], labelOf: (lane: string) => string): string {
  const [, lane, ofLane] = /^lanes\.([^.]+)\.(.+)$/.exec(field) ?? [];
  const { label, write = written } = fieldWords(ofLane ?? field, labelOf);
  const said = `${label === '' ? '' : `${label} `}${values.map(write).join(' → ')}`;
  return lane === undefined ? said : `${labelOf(lane)}: ${said}`;
}

function fieldWords(path: string, labelOf: (lane: string) => string): FieldWords {
  const { plan, mix, outcome, cluster, lane } = messages;
  const name = path.split('.').at(-1) ?? path;
  switch (path) {
    case 'target':
      return { label: plan.target };
    case 'network':
      return {
        label: outcome.network('').trim(),
        write: (value) => networkInWords(value as NetworkPlan | undefined),
      };
    case 'server':
      return {
        label: plan.server,
        write: (value) => describeServer(value as ServerPlan | undefined) || plan.serverAsUsual,
      };
    case 'server.persistence':
      return { label: plan.persistence, write: choiceOf(plan.persistences) };
    case 'server.access':
      return { label: plan.access, write: choiceOf(plan.accesses) };
    case 'server.tls':
      return { label: plan.encryption, write: (tls) => plan.encryptions[tls === true ? 'tls' : 'plain'] };
    case 'server.version':
      return { label: 'Redis' };
    case 'workload.commands':
      return {
        label: mix.title,
        write: (value) => (isList(value) ? describeMix(value.map(String)) : written(value)),
      };
    case 'workload.ratio':
      return { label: mix.title, write: (value) => (isList(value) ? value.join(':') : written(value)) };
    case 'workload.hashTag':
      return { label: cluster.hashTag, write: choiceOf(cluster.hashTags) };
    case 'workload.dataSizeRange':
      return { label: plan.others.dataSizeRange, write: listOf(writerOf('dataSize')) };
    case 'bystander':
    case 'bystander.rps':
      return { label: lane.bystander, write: ownField('rps') };
    case 'moveSlots':
    case 'moveSlots.afterMs':
      return { label: plan.others.moveSlots, write: ownField('afterMs') };
    case 'schedule.mode':
      return { label: plan.schedule, write: (mode) => (mode === 'race' ? plan.race : plan.turns) };
    case 'lanes':
      return {
        label: lane.lanes,
        write: (ids) => (isList(ids) ? ids.map((id) => labelOf(String(id))).join(', ') : written(ids)),
      };
    case 'cores':
      return { label: '', write: (value) => outcome.cores(Number(value)) };
    case 'memoryBytes':
      return { label: plan.maxMemoryBytes.label, write: writerOf(path) };
    case 'sharedMachine':
      return {
        label: '',
        write: (shared) => (typeof shared === 'boolean' ? outcome[shared ? 'shared' : 'apart'] : '–'),
      };
    case 'node':
      return { label: 'Node' };
    case 'roundtrip':
      return { label: messages.name };
    case 'cpuModel':
    case 'platform':
    case 'client':
    case 'server.name':
      return { label: '' };
    default:
      return { label: labelOfSetting(name) ?? path, write: writerOf(name) };
  }
}

function labelOfSetting(name: string): string | undefined {
  const { plan } = messages;
  const others: Record<string, string> = plan.others;
  const control = fieldNames.find((one) => one === name);
  return control ? plan[control].label : others[name];
}

/** A part of the plan with one field, or that field by itself; `undefined`: there is no such part. */
const ownField = (name: string) => (value: unknown) =>
  writerOf(name)(
    typeof value === 'object' ? (value as Partial<Record<string, unknown>> | null)?.[name] : value,
  );

const listOf = (write: (value: unknown) => string) => (value: unknown) =>
  isList(value) ? value.map(write).join(', ') : write(value);

/** By the unit that a field's name ends in. */
function writerOf(name: string): (value: unknown) => string {
  return (value) => {
    if (value === undefined) return name in messages.plan ? messages.plan.none : '–';
    if (typeof value !== 'number') return written(value);
    if (name === 'dataSize' || name.endsWith('Bytes')) return formatBytes(value);
    if (name === 'bandwidthMbit') return `${value} Mbit/s`;
    if (name === 'rps') return `${written(value)} ${messages.plan.rps.unit}`;
    if (name.endsWith('Ms')) return value < 1000 ? `${value} ms` : formatDuration(value);
    return written(value);
  };
}

const choiceOf = (names: Record<string, string>) => (value: unknown) =>
  (typeof value === 'string' ? names[value] : undefined) ?? written(value);

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function written(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatCount(value);
  if (typeof value === 'boolean') return messages.anatomy.semantics[value ? 'yes' : 'no'];
  return isList(value) ? value.map(written).join(', ') : JSON.stringify(value);
}
