import { programUnit } from '../../../shared/contract/profile-trace.ts';
import {
  lineOf,
  traceOf,
  TraceSection,
  wholeProgram,
  type ReadSection,
  type Trace,
  type TracedUnit,
} from '../../../shared/profile/read-trace.ts';
import type { ChosenUnit } from '../../../shared/profile/timeline.ts';
import type { TracePiece } from './trace-folder.ts';

/** Of these names the slowest and the newest unit are kept. */
const mostNames = 300;

export interface LiveTraceBounds {
  /** In units that have ended. */
  commands: number;
  /** That a process has sent outside of units. */
  outside: number;
}

/** Commands that are judged while a program runs. */
const liveBounds: LiveTraceBounds = { commands: 5000, outside: 2000 };

/** The newest of what a program records: whole units, up to a number of commands. */
export class LiveTrace {
  readonly #bounds: LiveTraceBounds;
  readonly #sections = new Map<string, TraceSection>();
  readonly #kept: { unit: TracedUnit; section: TraceSection }[] = [];
  readonly #chosen = new Map<string, { slowest: TracedUnit; newest: TracedUnit }>();
  #commandsKept = 0;
  #commandsSeen = 0;
  #unitsSeen = 0;
  #isOfNewest = false;

  constructor(bounds = liveBounds) {
    this.#bounds = bounds;
  }

  /** Whether something was left out. */
  get isOfNewest(): boolean {
    return this.#isOfNewest;
  }

  /** Requests, jobs and marks that have ended, recorded or not. */
  get units(): number {
    const counted = [...this.#sections.values()]
      .flatMap(({ count }) => count?.units ?? [])
      .reduce((sum, [kind, , count]) => sum + (kind === 'program' ? 0 : count), 0);
    return Math.max(counted, this.#unitsSeen);
  }

  add({ file, text }: TracePiece): void {
    const section = this.#sections.get(file) ?? new TraceSection(this.#sections.size);
    this.#sections.set(file, section);
    for (const written of text.split('\n')) {
      const line = lineOf(written);
      if (!line) continue;
      const unit = section.add(line);
      if (unit) this.#keep(unit, section);
      if (line.k !== 'cmd') continue;
      this.#commandsSeen++;
      if (line.u === programUnit) this.#boundOutside(section);
    }
  }

  get trace(): Trace {
    const trace = traceOf([...this.#sections.values()].map(withoutUnfinished));
    const recorded = Math.max(trace.recorded, this.#commandsSeen);
    const commands = Math.max(trace.commands, recorded);
    // While it runs, a unit may end yet; and what is kept is less than what was recorded.
    const leftOut = trace.leftOut.filter(
      (why) => why !== 'unfinished' && (why !== 'sampled' || recorded < commands),
    );
    return { ...trace, recorded, commands, leftOut };
  }

  /** Of each name, in this order, the slowest unit that there was, and the newest. */
  chosen(names: readonly string[]): ChosenUnit[] {
    return names.flatMap((name): ChosenUnit[] => {
      const { slowest, newest } = this.#chosen.get(name) ?? {};
      if (slowest && newest)
        return [
          { which: 'slowest', unit: slowest },
          ...(newest === slowest ? [] : [{ which: 'newest' as const, unit: newest }]),
        ];
      const unit = this.#outside(name);
      return unit ? [{ which: 'newest', unit }] : [];
    });
  }

  /** What a process sends outside of units, by the name of the program. */
  #outside(name: string): TracedUnit | undefined {
    return [...this.#sections.values()]
      .map((section) =>
        wholeProgram((section.open.get(programUnit) ?? []).slice(-shownOutside), section.count),
      )
      .findLast((unit) => unit.name === name && unit.commands.length > 0);
  }

  #keep(unit: TracedUnit, section: TraceSection): void {
    this.#unitsSeen++;
    this.#choose(unit);
    this.#kept.push({ unit, section });
    this.#commandsKept += unit.commands.length;
    // An empty unit takes room as well.
    while (this.#commandsKept > this.#bounds.commands || this.#kept.length > this.#bounds.commands) {
      const oldest = this.#kept.shift();
      // Units of a section end in this order.
      oldest?.section.units.shift();
      this.#commandsKept -= oldest?.unit.commands.length ?? 0;
      this.#isOfNewest = true;
    }
  }

  #choose(unit: TracedUnit): void {
    if (unit.commands.length === 0) return;
    const known = this.#chosen.get(unit.name);
    if (!known && this.#chosen.size >= mostNames) return;
    const isSlower = !known || unit.durationMs > known.slowest.durationMs;
    this.#chosen.set(unit.name, { slowest: isSlower ? unit : known.slowest, newest: unit });
  }

  #boundOutside({ open }: TraceSection): void {
    const commands = open.get(programUnit) ?? [];
    if (commands.length <= 2 * this.#bounds.outside) return;
    open.set(programUnit, commands.slice(-this.#bounds.outside));
    this.#isOfNewest = true;
  }
}

/** On a line of time. */
const shownOutside = 200;

/** Lines of a unit come before its own: until that is there, they look like those of the program. */
function withoutUnfinished({ units, open, count, source, faults, place }: TraceSection): ReadSection {
  const outside = open.get(programUnit);
  return { units, count, source, faults, place, open: new Map(outside ? [[programUnit, outside]] : []) };
}
