import type { Difference } from '../../../../shared/comparison/differences.ts';
import type { NetworkPlan, ServerPlan } from '../../../../shared/contract/plan.ts';
import { describeServer } from '../../../../shared/words/server.ts';
import type { Messages } from '../../messages/en.ts';
import { describeMix } from '../../plan/describe-differences.ts';
import { networkForReader } from '../../messages/for-reader.ts';
import { fieldNames } from '../../plan/plan-fields.ts';

/** A kind of field: what it is called (empty: its values say it), and how a value of it is written. */
interface FieldWords {
  label: string;
  write?: (value: unknown) => string;
}

/** Settings, and in what two runs differ, in the words of the page. `labelOf` names a lane. */
export class SettingWords {
  readonly #messages: Messages;
  readonly #labelOf: (lane: string) => string;

  constructor(messages: Messages, labelOf: (lane: string) => string) {
    this.#messages = messages;
    this.#labelOf = labelOf;
  }

  /** In what two runs differ: "Payload 100 B → 4.9 KiB", "Lua: Batch size 16 → 64". */
  difference({ field, was, is }: Difference): string {
    return this.#ofField(field, [was, is]);
  }

  /** A setting by itself: "Payload 100 B", "Lua: Batch size 16". */
  setting({ field, value }: { field: string; value: unknown }): string {
    return this.#ofField(field, [value]);
  }

  #ofField(field: string, values: readonly unknown[]): string {
    const [, lane, ofLane] = /^lanes\.([^.]+)\.(.+)$/.exec(field) ?? [];
    const { label, write = this.#written } = this.#fieldWords(ofLane ?? field);
    const said = `${label === '' ? '' : `${label} `}${values.map(write).join(' → ')}`;
    return lane === undefined ? said : `${this.#labelOf(lane)}: ${said}`;
  }

  #fieldWords(path: string): FieldWords {
    const { plan, mix, outcome, cluster, lane, name: ownName } = this.#messages;
    const name = path.split('.').at(-1) ?? path;
    switch (path) {
      case 'target':
        return { label: plan.target };
      case 'network':
        return {
          label: outcome.network('').trim(),
          write: (value) => networkForReader(value as NetworkPlan | undefined, this.#messages),
        };
      case 'server':
        return {
          label: plan.server,
          write: (value) =>
            describeServer(value as ServerPlan | undefined, this.#messages.words.server) ||
            plan.serverDefault,
        };
      case 'server.persistence':
        return { label: plan.persistence, write: this.#choiceOf(plan.persistences) };
      case 'server.access':
        return { label: plan.access, write: this.#choiceOf(plan.accesses) };
      case 'server.tls':
        return { label: plan.encryption, write: (tls) => plan.encryptions[tls === true ? 'tls' : 'plain'] };
      case 'server.version':
        return { label: 'Redis' };
      case 'workload.commands':
        return {
          label: mix.title,
          write: (value) => (isList(value) ? describeMix(value.map(String)) : this.#written(value)),
        };
      case 'workload.ratio':
        return {
          label: mix.weights,
          write: (value) => (isList(value) ? value.join(':') : this.#written(value)),
        };
      case 'workload.hashTag':
        return { label: cluster.hashTag, write: this.#choiceOf(cluster.hashTags) };
      case 'workload.dataSizeRange':
        return { label: plan.others.dataSizeRange, write: this.#listOf(this.#writerOf('dataSize')) };
      case 'bystander':
      case 'bystander.rps':
        return { label: lane.bystander, write: this.#ownField('rps') };
      case 'moveSlots':
      case 'moveSlots.afterMs':
        return { label: plan.others.moveSlots, write: this.#ownField('afterMs') };
      case 'schedule.mode':
        return { label: plan.schedule, write: (mode) => (mode === 'race' ? plan.race : plan.turns) };
      case 'lanes':
        return {
          label: lane.lanes,
          write: (ids) =>
            isList(ids) ? ids.map((id) => this.#labelOf(String(id))).join(', ') : this.#written(ids),
        };
      case 'cores':
        return { label: '', write: (value) => outcome.cores(Number(value)) };
      case 'memoryBytes':
        return { label: plan.maxMemoryBytes.label, write: this.#writerOf(path) };
      case 'sharedMachine':
        return {
          label: '',
          write: (shared) => (typeof shared === 'boolean' ? outcome[shared ? 'shared' : 'apart'] : '–'),
        };
      case 'node':
        return { label: 'Node' };
      case 'roundtrip':
        return { label: ownName };
      case 'cpuModel':
      case 'platform':
      case 'client':
      case 'server.name':
      case 'server.allocator':
      case 'server.program':
        return { label: '' };
      default:
        return { label: this.#labelOfSetting(name) ?? path, write: this.#writerOf(name) };
    }
  }

  #labelOfSetting(name: string): string | undefined {
    const { plan } = this.#messages;
    const others: Record<string, string> = plan.others;
    const control = fieldNames.find((one) => one === name);
    return control ? plan[control].label : others[name];
  }

  /** A part of the plan with one field, or that field by itself; `undefined`: there is no such part. */
  #ownField = (name: string) => (value: unknown) =>
    this.#writerOf(name)(
      typeof value === 'object' ? (value as Partial<Record<string, unknown>> | null)?.[name] : value,
    );

  #listOf = (write: (value: unknown) => string) => (value: unknown) =>
    isList(value) ? value.map(write).join(', ') : write(value);

  /** By the unit that a field's name ends in. */
  #writerOf(name: string): (value: unknown) => string {
    const { numbers } = this.#messages.words;
    return (value) => {
      if (value === undefined) return name in this.#messages.plan ? this.#messages.plan.none : '–';
      if (typeof value !== 'number') return this.#written(value);
      if (name === 'dataSize' || name.endsWith('Bytes')) return numbers.bytes(value);
      if (name === 'bandwidthMbit')
        return `${numbers.count(value)} ${this.#messages.plan.bandwidthMbit.unit}`;
      if (name === 'rps') return `${this.#written(value)} ${this.#messages.plan.rps.unit}`;
      if (name.endsWith('Ms'))
        return value < 1000 ? `${numbers.count(value)} ${numbers.unit('ms')}` : numbers.duration(value);
      return this.#written(value);
    };
  }

  #choiceOf = (names: Record<string, string>) => (value: unknown) =>
    (typeof value === 'string' ? names[value] : undefined) ?? this.#written(value);

  #written = (value: unknown): string => {
    if (value === undefined || value === null) return '–';
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return this.#messages.words.numbers.count(value);
    if (typeof value === 'boolean') return this.#messages.anatomy[value ? 'yes' : 'no'];
    return isList(value) ? value.map(this.#written).join(', ') : JSON.stringify(value);
  };
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
