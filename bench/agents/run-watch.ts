import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { controlRoot } from '../../server/engine/agents/agents-place.ts';
import { streamsOf } from '../../server/engine/agents/control.ts';
import { readStreams } from '../../server/engine/agents/message-stream.ts';
import type { AgentHello, SentMessage, SentSample } from '../../server/engine/agents/from-agent.ts';
import type { ToAgent } from '../../server/engine/agents/messages.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import type { EmbeddedServer } from '../../server/redis/private/embedded.ts';

/** A slice as the messages of its run show it; moments by the control Redis's clock, ms. */
export interface WatchedSlice {
  lane: number;
  /** Its round. */
  slice: number;
  /** When its agents were told to prepare. */
  saidAt: number;
  /** When they were to begin; `null`: they have not all settled. */
  goAt: number | null;
  /** The last sample of each agent that has ended it. */
  ends: SentSample[];
}

/** Reads what the coordinator and the agents of a run say to one another, as a third party. */
export class RunWatch {
  /** Agents that have answered, by share. */
  readonly hellos = new Map<number, AgentHello>();
  readonly slices: WatchedSlice[] = [];
  /** The coordinator lets lanes go: no slice comes after this. */
  isClosing = false;
  run = '';
  readonly #agents: number;
  readonly #opened: Redis[] = [];
  readonly #over = new AbortController();
  #onMessage: () => void = () => undefined;

  private constructor(agents: number) {
    this.#agents = agents;
  }

  /** Of the next run on this control Redis, which has one thread on each of its agents. */
  static async begin({ target }: EmbeddedServer, agents: number): Promise<RunWatch> {
    const watch = new RunWatch(agents);
    watch.#opened.push(await openAdmin(target), await openAdmin(target));
    for (const redis of watch.#opened) redis.on('error', () => undefined);
    void watch.#read().catch(() => undefined);
    return watch;
  }

  /** Whether all agents have ended it. */
  isOver({ ends }: WatchedSlice): boolean {
    return ends.length === this.#agents;
  }

  /** Resolves at the message that makes this hold. */
  when(holds: (watch: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = () => {
        if (!holds(this)) return;
        this.#onMessage = () => undefined;
        resolve();
      };
      this.#onMessage();
    });
  }

  end(): void {
    this.#over.abort();
    for (const redis of this.#opened) redis.disconnect();
  }

  /** Until the control Redis is gone, or the watch ends. */
  async #read(): Promise<void> {
    const [redis, reader] = this.#opened;
    if (!redis || !reader) return;
    const found = new RegExp(`^${controlRoot}:run:(.+):all$`);
    while (this.run === '') {
      const keys = await redis.keys(`${controlRoot}:run:*:all`);
      this.run = found.exec(keys[0] ?? '')?.[1] ?? '';
      if (this.run === '') await sleep(5);
    }
    this.#onMessage();
    const { toAll, to, back } = streamsOf(this.run);
    const toEach = Array.from({ length: this.#agents }, (_, share) => to(share));
    await readStreams(
      reader,
      [toAll, ...toEach, back],
      (message, stream) => {
        if (stream === back) this.#onStreamMessage(message as { share: number; message: SentMessage } | null);
        else this.#overhear(message as { at: number; messages: ToAgent[] });
        this.#onMessage();
      },
      this.#over.signal,
    );
  }

  #onStreamMessage(said: { share: number; message: SentMessage } | null): void {
    if (said?.message.type === 'hello') this.hellos.set(said.share, said.message.hello);
    if (said?.message.type !== 'sample') return;
    const { lane, sample } = said.message;
    const slice = this.slices.findLast((one) => one.lane === lane && one.slice === sample.slice);
    if (sample.endsSlice) slice?.ends.push(sample);
  }

  #overhear({ at, messages }: { at: number; messages: ToAgent[] }): void {
    for (const message of messages) {
      const last = this.slices.at(-1);
      if (message.type === 'stop') this.isClosing = true;
      if (message.type === 'go' && last) last.goAt = message.at;
      if (message.type !== 'start') continue;
      const { lane, message: start } = message;
      // One that is void is run again under the same number.
      if (!last || last.lane !== lane || last.slice !== start.slice || this.isOver(last))
        this.slices.push({ lane, slice: start.slice, saidAt: at, goAt: null, ends: [] });
    }
  }
}
