import { commandIds, type CommandId } from '../../shared/commands/workload.ts';
import { agentsInRun, limits, type Limit } from '../../shared/limits.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import {
  accesses,
  hashTags,
  keyPatterns,
  persistences,
  scheduleModes,
  serverPrograms,
  sliceOrders,
  splits,
} from '../../shared/contract/enums.ts';

export interface DrawnPlans {
  /** Strategies of the lanes; by default texts of every kind. */
  strategies?: readonly string[];
  /** Whether lanes may differ by more than their way. */
  lanesDiffer?: boolean;
}

/** Plans all over what the schema allows, from a seed: the same ones each time. */
export function* drawnPlans(
  count: number,
  { strategies, lanesDiffer = true }: DrawnPlans = {},
): Generator<PlanInput> {
  const draw = new Draw(7);
  const drawServers = new Draw(11);
  for (let found = 0; found < count;) {
    const drawn = drawPlan(draw, strategies, lanesDiffer);
    const plan = lanesDiffer ? onServers(drawn, drawServers) : drawn;
    if (!fits(plan)) continue;
    found++;
    yield plan;
  }
}

/** Some drawn ones break a rule between two fields. */
function fits(plan: PlanInput): boolean {
  try {
    parsePlan(plan);
    return true;
  } catch {
    return false;
  }
}

function drawPlan(draw: Draw, strategies: readonly string[] | undefined, lanesDiffer: boolean): PlanInput {
  const target = draw.one(['embedded', 'embedded', 'cluster', 'my lab, über=all&#']);
  return {
    ...draw.some({ target }),
    ...draw.rarely({ agents: draw.whole(agentsInRun) }),
    ...draw.some({ server: target === 'embedded' ? drawServer(draw) : undefined }),
    ...draw.some({ network: drawNetwork(draw) }),
    workload: drawWorkload(draw),
    lanes: Array.from({ length: draw.whole({ min: 1, max: 8 }) }, () => ({
      strategy: strategies ? draw.one(strategies) : draw.text(40),
      ...(lanesDiffer
        ? {
            ...draw.rarely({ label: draw.text(80) }),
            ...draw.rarely({ network: drawNetwork(draw) }),
            ...draw.rarely({ workload: drawWorkload(draw) as Record<string, unknown> }),
          }
        : {}),
    })),
    schedule: draw.fields({
      mode: draw.one(scheduleModes),
      sliceMs: draw.whole(limits.sliceMs),
      order: draw.one(sliceOrders),
      ...(lanesDiffer ? { settleMs: draw.whole(limits.settleMs), untilLevel: draw.one([true, false]) } : {}),
    }),
    ...draw.rarely({ bystander: draw.fields({ rps: draw.whole(limits.bystanderRps) }) }),
    ...draw.rarely({ moveSlots: { afterMs: draw.whole(limits.afterMs) } }),
  };
}

const drawNetwork = (draw: Draw) =>
  draw.fields({
    rttMs: draw.real(limits.rttMs),
    jitterMs: draw.real(limits.jitterMs),
    bandwidthMbit: draw.real(limits.bandwidthMbit),
    cutEveryMs: draw.whole(limits.cutEveryMs),
  });

/** Some lanes have a target or a private server of their own. */
const onServers = ({ lanes, ...plan }: PlanInput, draw: Draw): PlanInput => ({
  ...plan,
  lanes: lanes.map((lane) => ({
    ...lane,
    ...draw.rarely({ target: draw.one(['embedded', 'cluster', 'my lab, über=all&#']) }),
    ...draw.rarely({ server: { ...drawServer(draw), ...draw.some({ program: draw.one(serverPrograms) }) } }),
  })),
});

const drawServer = (draw: Draw) =>
  draw.fields({
    persistence: draw.one(persistences),
    ioThreads: draw.whole(limits.ioThreads),
    maxMemoryBytes: draw.whole(limits.maxMemoryBytes),
    tls: draw.one([true, false]),
    access: draw.one(accesses),
  });

function drawWorkload(draw: Draw): object {
  const commands = draw.one([undefined, ['custom' as const], drawCommands(draw)]);
  const custom = commands?.includes('custom') ?? false;
  const mixed = commands && (commands.length > 1 || draw.one([true, false]));
  const size = draw.whole({ min: 1, max: 2000 });
  return {
    ...draw.fields({
      clients: draw.whole({ min: 1, max: 100 }),
      pipeline: draw.whole({ min: 1, max: 1000 }),
      gatherMs: draw.real(limits.gatherMs),
      writesPerSecond: draw.whole(limits.writesPerSecond),
      maxBatch: draw.whole(limits.maxBatch),
      maxBatchBytes: draw.whole(limits.maxBatchBytes),
      dataSize: draw.whole({ min: 1, max: 4000 }),
      dataSizeRange: [size, size + draw.whole({ min: 0, max: 2000 })] as [number, number],
      data: draw.one(['text', 'random'] as const),
      keyspace: draw.whole(limits.keyspace),
      keyPrefix: draw.one(['12', 'true', '-a:b.c_', 'user:']),
      keyPattern: draw.one(keyPatterns),
      hashTag: draw.one(hashTags),
      splitBy: draw.one(splits),
      zipfExponent: draw.real(limits.zipfExponent),
      warmupMs: draw.whole(limits.warmupMs),
      rps: draw.whole(limits.rps),
      backlog: draw.whole(limits.backlog),
      ttlSeconds: draw.whole(limits.ttlSeconds),
      seed: draw.whole(limits.seed),
      keepalive: draw.one([true, false]),
      resp: draw.one([2, 3] as const),
      timeoutMs: draw.whole(limits.timeoutMs),
    }),
    ...draw.some({ [draw.one(['durationMs', 'requests'])]: draw.whole(limits.durationMs) }),
    ...(commands ? { commands } : {}),
    ...(mixed ? { ratio: commands.map(() => draw.whole(limits.weight)) } : {}),
    ...(custom ? drawLines(commands ?? [], draw) : {}),
  };
}

/** One line for all commands of one's own, or each has its own. */
function drawLines(commands: readonly CommandId[], draw: Draw) {
  const customCommands = commands.filter((id) => id === 'custom').map(() => draw.text(200));
  return customCommands.length > 1 && draw.one([true, false])
    ? { customCommands }
    : { customCommand: draw.text(200) };
}

const drawCommands = (draw: Draw): CommandId[] =>
  Array.from({ length: draw.whole({ min: 1, max: 8 }) }, () => draw.one(commandIds));

/** Marsaglia's xorshift32. */
class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 2 ** 32;
  }

  one<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }

  whole({ min, max }: Pick<Limit, 'min' | 'max'>): number {
    return this.one([min, max, min + Math.floor(this.next() * (max - min + 1))]);
  }

  /** Also such as are written with an exponent. */
  real({ min, max }: Limit): number {
    const value = min + this.next() * (max - min);
    return this.one([min, max, value, Math.round(value), Math.max(min, value * 1e-9)]);
  }

  /** Letters, and what addresses and shells trip over. */
  text(most: number): string {
    const letters = [
      'a',
      'Z',
      '0',
      ' ',
      '-',
      '+',
      '%',
      '&',
      '=',
      '#',
      ',',
      ';',
      '"',
      "'",
      '\\',
      '$',
      '`',
      '!',
      '\n',
      'é',
      '页',
      '🙂',
    ];
    const length = this.whole({ min: 1, max: Math.floor(most / 2) });
    return Array.from({ length }, () => this.one(letters)).join('');
  }

  some<T extends object>(fields: T): Partial<T> {
    return this.next() < 0.5 ? this.#known(fields) : {};
  }

  rarely<T extends object>(fields: T): Partial<T> {
    return this.next() < 0.2 ? this.#known(fields) : {};
  }

  /** Each field or not. */
  fields<T extends object>(fields: T): Partial<T> {
    return Object.fromEntries(Object.entries(fields).filter(() => this.next() < 0.3)) as Partial<T>;
  }

  #known<T extends object>(fields: T): Partial<T> {
    return Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    ) as Partial<T>;
  }
}
