import type { Difference } from '../../../../shared/comparison/differences.ts';
import type { Plan, ServerPlan } from '../../../../shared/contract/plan.ts';
import { describeServer, settingLabel, settingValue } from '../../../../shared/words/settings.ts';
import type { Messages } from '../../messages/en.ts';

/** What a field is called (empty: its values say it), and how a value of it is written. */
interface FieldWords {
  label: string;
  write?: (value: unknown) => string;
}

/** Settings, and in what two runs differ, in the words of the page. `labelOf` names a lane. */
export class SettingWords {
  readonly #messages: Messages;
  readonly #labelOf: (lane: string) => string;
  /** Whole parts of a plan, and what a run says of its place. */
  readonly #others: Partial<Record<string, FieldWords>>;

  constructor(messages: Messages, labelOf: (lane: string) => string) {
    this.#messages = messages;
    this.#labelOf = labelOf;
    const { plan, outcome, lane, settings, name, words } = messages;
    const itself: FieldWords = { label: '' };
    this.#others = {
      network: { label: outcome.network('').trim() },
      server: {
        label: plan.server,
        write: (server) => describeServer(server as ServerPlan | undefined, words) || plan.serverDefault,
      },
      lanes: {
        label: lane.lanes,
        write: (ids) => (Array.isArray(ids) ? words.numbers.list(ids.map((id) => labelOf(String(id)))) : '–'),
      },
      cores: { label: '', write: (cores) => outcome.cores(Number(cores)) },
      memoryBytes: {
        label: settings.labels.maxMemoryBytes.label,
        write: (bytes) => words.numbers.bytes(Number(bytes)),
      },
      sharedMachine: {
        label: '',
        write: (shared) => (typeof shared === 'boolean' ? outcome[shared ? 'shared' : 'apart'] : '–'),
      },
      node: { label: 'Node' },
      roundtrip: { label: name },
      'server.version': { label: 'Redis' },
      written: {
        label: '',
        write: (written) => (written as Plan['written'])?.name ?? settings.labels.commands,
      },
      ...{ 'written.name': itself, cpuModel: itself, platform: itself, client: itself },
      ...{ 'server.name': itself, 'server.allocator': itself, 'server.program': itself },
    };
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
    const path = ofLane ?? field;
    if (path.startsWith('written.') && path !== 'written.name') return this.#messages.runs.otherUnits;
    const other = this.#others[path];
    const label = other?.label ?? settingLabel(path, this.#messages);
    const write = other?.write ?? ((value: unknown) => settingValue(path, value, this.#messages));
    const said = `${label} ${values.map(write).join(' → ')}`.trim();
    return lane === undefined ? said : this.#messages.words.numbers.named(this.#labelOf(lane), said);
  }
}
