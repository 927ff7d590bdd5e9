import type { Workload } from '../../../shared/contract/workload.ts';
import type { Redis } from 'ioredis';
import { connectionOptions, loadIoredis } from '../../redis/connection/connect.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { keyChooser } from '../workload/key-chooser.ts';
import { KeyNames } from '../workload/key-names.ts';
import type { CommandArgument } from '../workload/prepared-command.ts';
import type { Clock } from './clock.ts';
import type { Recorder } from './recorder.ts';
import { randomFrom } from '../../../shared/statistics/statistics.ts';
import { Versions, type ReadJudge } from './staleness.ts';

/** Not acknowledged yet, at most: what is due beyond them is not written. */
const mostUnderWay = 1000;
const everyMs = 1;

interface KeyWriterParts {
  workload: Workload & { writesPerSecond: number };
  prefix: string;
  clock: Clock;
  /** A write has failed. */
  failed: (error: unknown) => void;
}

/** Another client, that writes the keys of the lane at a rate while it is measured, with a version in each value. */
export class KeyWriter implements ReadJudge {
  readonly #parts: KeyWriterParts;
  readonly #names: KeyNames;
  readonly #choose: () => number;
  readonly #versions: Versions;
  /** Before the version: another writer's are older than all of this one. */
  readonly #mark: string;
  readonly #filler: string;
  #redis: Redis | null = null;
  #version = 0;
  #underWay = 0;
  #rested: (() => void) | null = null;

  constructor(parts: KeyWriterParts) {
    const { workload, prefix } = parts;
    const { keyPattern: pattern, keyspace, zipfExponent, seed, keyPrefix } = workload;
    this.#parts = parts;
    this.#names = new KeyNames(prefix, 'string', keyspace, keyPrefix);
    this.#choose = keyChooser({ pattern, keyspace, zipfExponent, start: 0, random: randomFrom(~seed) });
    this.#versions = new Versions(keyspace);
    this.#mark = `${Math.random().toString(36).slice(2, 7).padEnd(5, '0')}:`;
    this.#filler = 'x'.repeat(workload.dataSize);
  }

  async open(endpoint: Endpoint): Promise<void> {
    this.close();
    const { Redis } = await loadIoredis();
    const redis = new Redis(connectionOptions(endpoint));
    // Heard so that they do not end the process: a write that they hit fails by itself.
    redis.on('error', () => undefined);
    await redis.connect();
    this.#redis = redis;
  }

  close(): void {
    this.#redis?.disconnect();
    this.#redis = null;
  }

  /** Writes from now on; returns what ends it, and resolves when all is acknowledged. */
  begin(recorder: Recorder): () => Promise<void> {
    const { clock, workload } = this.#parts;
    let began = clock.now();
    let written = 0;
    const timer = setInterval(() => {
      const now = clock.now();
      const due = Math.floor(((now - began) * workload.writesPerSecond) / 1000) - written;
      const free = mostUnderWay - this.#underWay;
      for (let left = Math.min(due, free); left > 0; left--) this.#write(recorder);
      written += Math.min(due, free);
      if (due <= free) return;
      began = now;
      written = 0;
    }, everyMs);
    return async () => {
      clearInterval(timer);
      if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#rested = resolve));
    };
  }

  keyOf([key = '']: readonly CommandArgument[]): number {
    return Number(key.slice(this.#names.prefix.length));
  }

  newest(key: number): number {
    return this.#versions.newest(key);
  }

  read(newest: number, reply: unknown, recorder: Recorder, calledAt: number): void {
    if (typeof reply !== 'string' && !(reply instanceof Uint8Array)) return;
    recorder.judged++;
    if (newest === 0) return;
    const text = String(reply);
    const version = text.startsWith(this.#mark) ? Number.parseInt(text.slice(this.#mark.length), 10) : 0;
    if (version < newest) recorder.stale(Math.max(0, calledAt - this.#versions.replacedAt(version, newest)));
  }

  #write(recorder: Recorder): void {
    const key = this.#choose();
    const version = ++this.#version;
    const value = `${this.#mark}${version}:`;
    const { dataSize } = this.#parts.workload;
    this.#underWay++;
    const settled = () => {
      if (--this.#underWay > 0) return;
      this.#rested?.();
      this.#rested = null;
    };
    this.#redis
      ?.set(this.#names.name(key), value + this.#filler.slice(0, Math.max(0, dataSize - value.length)))
      .then(
        () => {
          this.#versions.acknowledged(key, version, this.#parts.clock.now());
          recorder.written++;
          settled();
        },
        (error: unknown) => {
          this.#parts.failed(error);
          settled();
        },
      );
  }
}
