import type { WrittenCommand, WrittenWorkload } from '../../contract/written.ts';
import { writtenLimits } from '../../limits.ts';
import { exchangesOf, type Exchange } from '../exchanges.ts';
import { stagesOf } from '../judge.ts';
import { areSamePlace } from '../places.ts';
import type { TracedCommand, TracedUnit } from '../read-trace.ts';
import { fillLine, formOf, type HeldType } from '../replay/forms.ts';
import { shareTrips, tripsOfEach } from '../replay/placed.ts';
import { allSequences } from '../runs.ts';
import type { PatchRequest } from '../source-evidence.ts';

/** The values of keys that were filled: those of the program are not known. */
const usual = { bytes: 100, elements: 4 };

interface Line {
  /** With `#` in place of the number of a key. */
  text: string;
  number: number;
  trip: number;
  stage: number;
  isPiped: boolean;
}

/** A function as a written unit: its commands in the round trips that it has, and in the stages that it needs. */
export function writtenOf(
  unit: TracedUnit,
  leads: ReadonlyMap<TracedCommand, string>,
  requests: readonly PatchRequest[],
  name: string,
): { written: WrittenWorkload | null; unwritten: string[] } {
  const exchanges = exchangesOf(unit);
  const tripOf = tripsOfEach(exchanges);
  const stageOf = new Map(tripOf);
  for (const { rounds, levels } of sharingIn(exchanges, requests))
    shareTrips(rounds, levels, tripOf, stageOf);
  const keys = new WrittenKeys();
  const unwritten = new Set<string>();
  const lines = exchanges.flatMap((exchange) =>
    exchange.commands.flatMap((command): Line[] => {
      const line = keys.lineOf(command, leads.get(command) ?? '');
      if (!line) unwritten.add(command.n);
      const trip = tripOf.get(exchange) ?? 0;
      const stage = stageOf.get(exchange) ?? trip;
      return line ? [{ ...line, trip, stage, isPiped: exchange.commands.length > 1 }] : [];
    }),
  );
  const stages = stagesIn(lines);
  const letters = stages.flat().reduce((sum, { command }) => sum + command.length, 0);
  const isWithin =
    stages.length <= writtenLimits.stages &&
    stages.every((commands) => commands.length <= writtenLimits.commandsOfStage) &&
    letters <= writtenLimits.letters / 2;
  const setup = keys.setup();
  return {
    unwritten: [...unwritten],
    written:
      lines.length > 0 && isWithin
        ? {
            name: name.slice(0, 80),
            ...(setup.length > 0 ? { setup } : {}),
            units: [{ stages: stages.map((commands) => ({ commands })) }],
          }
        : null,
  };
}

interface Sharing {
  rounds: Exchange[][];
  levels: number[];
}

/** The runs of all sequences that may share round trips, with the stage of each place, from 0. */
function sharingIn(exchanges: readonly Exchange[], requests: readonly PatchRequest[]): Sharing[] {
  return allSequences(exchanges).flatMap((run) =>
    requests.flatMap(({ run: { form, period, exchanges: places }, order }): Sharing[] => {
      if (run.form !== form || (form === 'loop' && run.period !== period)) return [];
      const isAt = (from: number) =>
        places
          .slice(0, period)
          .every(({ site }, place) => areSamePlace(site, run.exchanges[from + place]?.site));
      const from = form === 'loop' ? 0 : run.exchanges.findIndex((_, at) => isAt(at));
      if (from < 0 || !isAt(from)) return [];
      const levels = stagesOf(order).map((stage) => stage - 1);
      const count = form === 'loop' ? Math.ceil(run.exchanges.length / period) : 1;
      const rounds = Array.from({ length: count }, (_, round) =>
        run.exchanges.slice(from + round * period, from + (round + 1) * period),
      );
      return [{ rounds, levels }];
    }),
  );
}

/** Commands by stage. Where each has a round trip of its own, equal ones are one line with a count. */
function stagesIn(lines: readonly Line[]): WrittenCommand[][] {
  const isOneByOne = new Set(lines.map(({ trip }) => trip)).size === lines.length;
  const byStage = new Map<number, Map<string, Line[]>>();
  for (const line of lines.toSorted((one, other) => one.stage - other.stage)) {
    const there = byStage.get(line.stage) ?? new Map<string, Line[]>();
    byStage.set(line.stage, there);
    const alike = isOneByOne ? line.text : `${line.text} ${line.trip} ${line.isPiped}`;
    there.set(alike, [...(there.get(alike) ?? []), line]);
  }
  return [...byStage.values()].map((groups) =>
    [...groups.values()].map(([first, ...others]): WrittenCommand => {
      const { text = '', number = 0, trip = 0, isPiped = false } = first ?? {};
      return {
        command: text.replaceAll('#', others.length > 0 ? '${n}' : String(number)),
        ...(others.length > 0 ? { times: others.length + 1 } : {}),
        ...(isOneByOne ? {} : { trip, ...(isPiped ? { piped: true as const } : {}) }),
      };
    }),
  );
}

/** Names for keys, as the source begins them, and what fills those that are read. */
class WrittenKeys {
  readonly #typeOf = new Map<string, HeldType>();
  readonly #numbers = new Map<string, Map<number, number>>();
  readonly #read = new Set<string>();

  /** `null`: written units have no form for it. */
  lineOf({ n, kn, sent: [count, bytes] }: TracedCommand, lead: string): Pick<Line, 'text' | 'number'> | null {
    const form = formOf(n);
    if (!form || kn === null) return null;
    const prefix = this.#prefixOf(lead, form.type === 'any' ? null : form.type);
    if (form.reads) this.#read.add(prefix);
    const numbers = this.#numbers.get(prefix) ?? new Map<number, number>();
    this.#numbers.set(prefix, numbers);
    const number = numbers.get(kn) ?? numbers.size;
    numbers.set(kn, number);
    const each = form.many === 'pairs' ? 2 : 1;
    const keys = form.many ? Math.max(1, Math.round(count / each)) : 1;
    const payloads = Math.max(1, count - 1);
    const rest = form.rest({
      ...{ args: count - 1, bytes: Math.round(bytes / payloads) },
      ...{ got: usual.elements, gotBytes: usual.bytes },
    });
    const names = Array.from({ length: keys }, (_, at) => [
      at === 0 ? `${prefix}#` : `${prefix}#:${at}`,
      ...rest,
    ]);
    return { text: [n, ...names.flat()].join(' '), number };
  }

  /** Writes the keys that are read, once. */
  setup(): { command: string; times: number }[] {
    return [...this.#read].flatMap((prefix) => {
      const command = fillLine({ type: this.#typeOf.get(prefix) ?? 's', ...usual }, prefix);
      return command === null ? [] : [{ command, times: Math.max(1, this.#numbers.get(prefix)?.size ?? 1) }];
    });
  }

  /** A key of another type cannot have the same name. */
  #prefixOf(lead: string, type: HeldType | null): string {
    const bare = lead.replaceAll(/[^\w:.-]/g, '').slice(0, 40);
    const named = bare === '' ? 'key:' : /[:.\-_]$/.test(bare) ? bare : `${bare}:`;
    const known = this.#typeOf.get(named);
    if (type === null || known === undefined || known === type) {
      if (type !== null) this.#typeOf.set(named, type);
      return named;
    }
    const other = `${type}:${named}`;
    this.#typeOf.set(other, type);
    return other;
  }
}
