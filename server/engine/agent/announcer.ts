import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Redis } from 'ioredis';
import type { AgentStatus } from '../../../shared/contract/agents.ts';
import { announce, announcedEveryMs, readAnnounced, withdraw } from '../agents/announced.ts';
import { readControlClock, type ControlClock } from '../agents/control-clock.ts';
import { leaseMs, within } from '../agents/control.ts';
import { systemClock } from '../lane/clock.ts';

interface AnnouncerParts {
  redis: Redis;
  /** What does not change while the agent lives. */
  about: Omit<AgentStatus, 'load' | 'controlMs' | 'clockAheadMs' | 'targets' | 'run'>;
  /** By name: median of PINGs to it, ms. Rejects when it cannot be reached. */
  targets: ReadonlyMap<string, () => Promise<number>>;
}

/** The clock is asked for again after so many announcements; targets that were not reached are tried again as often. */
const freshFor = 10;

/** Keeps an agent announced on its control Redis, and says whether it is busy. */
export class Announcer {
  readonly #parts: AnnouncerParts;
  readonly #id = randomUUID();
  readonly #pings = new Map<string, number>();
  readonly #beat: NodeJS.Timeout;
  #run: string | null = null;
  #clock: ControlClock | null = null;
  #count = 0;
  #inProgress: Promise<void> | null = null;
  #isDue = false;
  #isOver = false;

  constructor(parts: AnnouncerParts) {
    this.#parts = parts;
    this.#beat = setInterval(() => {
      this.#say();
    }, announcedEveryMs);
    this.#say();
  }

  /** The run that it takes part in; `null`: it waits for one. */
  setRun(run: string | null): void {
    this.#run = run;
    this.#say();
  }

  /** What it measured before a run, ms. */
  setPing(target: string, pingMs: number): void {
    this.#pings.set(target, pingMs);
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    this.#isOver = true;
    clearInterval(this.#beat);
    const leave = async () => {
      await this.#inProgress;
      await withdraw(this.#parts.redis, this.#id);
    };
    await within(leaseMs, leave());
  }

  /** One announcement at a time; a control Redis that does not answer is not asked for more. */
  #say(): void {
    if (this.#isOver) return;
    this.#isDue = this.#inProgress !== null;
    this.#inProgress ??= this.#announce()
      .catch(() => undefined)
      .finally(() => {
        this.#inProgress = null;
        if (this.#isDue) this.#say();
      });
  }

  async #announce(): Promise<void> {
    const { redis, about, targets } = this.#parts;
    // A run has the machine to itself.
    if (this.#run === null && this.#count++ % freshFor === 0) {
      this.#clock = await readControlClock(redis);
      void this.#reachTargets();
    }
    if (!this.#clock) return;
    const { offsetMs, roundTripMs } = this.#clock;
    const now = systemClock.now() + offsetMs;
    const status = {
      ...about,
      load: loadavg()[0] ?? 0,
      controlMs: roundTripMs,
      clockAheadMs: Date.now() - now,
      targets: [...targets.keys()].map((name) => ({ name, pingMs: this.#pings.get(name) ?? null })),
      run: this.#run,
    };
    await announce(redis, this.#id, status, now);
  }

  /** Of a run that others carry out, the server would count these PINGs as well. */
  async #reachTargets(): Promise<void> {
    const missing = [...this.#parts.targets].filter(([name]) => !this.#pings.has(name));
    if (missing.length === 0) return;
    const here = await readAnnounced(this.#parts.redis).catch(() => []);
    if (here.some(({ run }) => run !== null)) return;
    const found = await Promise.all(
      missing.map(async ([name, ping]) => [name, await ping().catch(() => null)] as const),
    );
    for (const [name, pingMs] of found) if (pingMs !== null) this.#pings.set(name, pingMs);
    this.#say();
  }
}
