import { traceVersion, type TracedCommandLine } from '../../../shared/contract/profile-trace.ts';
import type { Budget } from '../process/budget.ts';
import { ValueNumbers } from '../process/value-numbers.ts';
import { Origins } from '../process/origins.ts';

/** Commands of one connection with no pause between them. */
export interface Burst {
  readonly startedMs: number;
  readonly origins: Origins;
  readonly commands: TracedCommandLine[];
}

type KeptBurst = Pick<Burst, 'startedMs' | 'commands'>;

/** Bursts of one client with the same shapes of commands. */
interface Group {
  client: string;
  /** `GET cart:`, in the order in which they came first. */
  shapes: string[];
  count: number;
  bursts: KeptBurst[];
}

/** The number of bursts that are kept of a group; with a budget, those beyond it replace others at random. */
const mostBursts = 200;
const mostGroups = 300;
const mostCommands = 100_000;
const mostShapesSeen = 10_000;
/** Of a burst, for its name. */
const mostShapes = 4;
/** The number of keys that must have had the first word of a key before it is written. */
const fewestKeys = 3;

/** Keeps a part of the bursts of all connections, bounded, and writes them as a trace: no keys, no values. */
export class Bursts {
  readonly #budget: Budget;
  readonly #salt = (Math.random() * 2 ** 32) >>> 0;
  readonly #groups = new Map<string, Group>();
  readonly #keysOf = new Map<string, Set<number>>();
  #kept = 0;
  #lastId = 0;
  #isFull = false;
  readonly keys = new ValueNumbers();
  readonly arguments = new ValueNumbers();
  commands = 0;
  /** A reply has said that keys are elsewhere. */
  isCluster = false;
  recorded = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  /** A key with a number after its first word, as `cart:42` has: the word is then no name of somebody. */
  seeKey(command: Pick<TracedCommandLine, 'n' | 'key' | 'kn'>): void {
    if (command.kn === null || command.key === null) return;
    const shape = shapeOf(command);
    const keys = this.#keysOf.get(shape) ?? new Set<number>();
    if (this.#keysOf.size < mostShapesSeen) this.#keysOf.set(shape, keys);
    if (keys.size < fewestKeys) keys.add(command.kn);
  }

  /** `null`: it is not recorded, as that would cost too much. */
  begin(startedMs: number): Burst | null {
    if (!this.#budget.allows || this.#isFull) return null;
    return { startedMs, origins: new Origins(this.#salt), commands: [] };
  }

  spend(sinceMs: number): void {
    this.#budget.spend(sinceMs);
  }

  get spentMs(): number {
    return this.#budget.spentMs;
  }

  end({ startedMs, origins, commands }: Burst, client: string): void {
    origins.forget();
    if (commands.length === 0) return;
    this.recorded += commands.length;
    const shapes = [...new Set(commands.map(shapeOf))];
    const key = [client, ...shapes].join('\0');
    let group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size >= mostGroups) {
        this.#isFull = true;
        return;
      }
      group = { client, shapes, count: 0, bursts: [] };
      this.#groups.set(key, group);
    }
    group.count++;
    this.#keep(group, { startedMs, commands });
  }

  #keep(group: Group, burst: KeptBurst): void {
    const place =
      group.bursts.length < mostBursts || this.#budget.isWhole
        ? group.bursts.length
        : Math.floor(Math.random() * group.count);
    if (place >= mostBursts && !this.#budget.isWhole) return;
    this.#kept += burst.commands.length - (group.bursts[place]?.commands.length ?? 0);
    group.bursts[place] = burst;
    if (this.#kept >= mostCommands) this.#isFull = true;
  }

  /** The first word of its keys, once so many had it, each with a number after it. */
  #patternOf(shape: string): string | null {
    const [, prefix = ''] = shape.split(' ');
    return prefix !== '' && (this.#keysOf.get(shape)?.size ?? 0) >= fewestKeys ? `${prefix}*` : null;
  }

  #saidOf(shape: string): string {
    const [name = ''] = shape.split(' ');
    const pattern = this.#patternOf(shape);
    return pattern === null ? name : `${name} ${pattern}`;
  }

  #nameOf({ client, shapes }: Group): string {
    const said = [...new Set(shapes.slice(0, mostShapes).map((shape) => this.#saidOf(shape)))];
    return `${client}: ${said.join(', ')}${shapes.length > mostShapes ? ', …' : ''}`;
  }

  /** One JSON a line, as of a program. */
  trace(): string {
    const lines: unknown[] = [
      {
        k: 'meta',
        v: traceVersion,
        node: process.version.slice(1),
        source: 'proxy',
        budget: 0,
        pid: process.pid,
      },
    ];
    const counts = new Map<string, number>();
    const sites = new Map<string, number>();
    for (const group of this.#groups.values()) {
      const name = this.#nameOf(group);
      counts.set(name, (counts.get(name) ?? 0) + group.count);
      for (const { startedMs, commands } of group.bursts) {
        const u = this.nextId();
        let endedMs = startedMs;
        for (const command of commands) {
          const shape = shapeOf(command);
          const place = `${group.client}\0${shape}`;
          const s = sites.get(place) ?? this.nextId();
          if (!sites.has(place)) {
            sites.set(place, s);
            // A place in no file: what the client is called, and a number for each shape of its commands.
            lines.push({ k: 'site', id: s, frames: [[group.client, 0, s, '']], owner: 'app' });
          }
          lines.push({ ...command, u, s, key: this.#patternOf(shape) });
          endedMs = Math.max(endedMs, command.t1 ?? command.t0);
        }
        lines.push({ k: 'unit', id: u, kind: 'burst', name, t0: startedMs, t1: endedMs });
      }
    }
    lines.push({
      ...{ k: 'count', units: [...counts].map(([name, count]) => ['burst', name, count]) },
      ...{ commands: this.commands, recorded: this.recorded, full: this.#isFull },
      ...{ spentMs: this.#budget.spentMs, tookMs: performance.now() },
    });
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

const shapeOf = ({ n, key }: Pick<TracedCommandLine, 'n' | 'key'>): string => `${n} ${key ?? ''}`;
