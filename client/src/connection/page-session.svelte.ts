import type { MachineLook } from '../../../shared/contract/machine.ts';
import type { AgentList } from '../../../shared/contract/agents.ts';
import type { ClientId, ExportFormat, Installation } from '../../../shared/contract/enums.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { laneIdOf } from '../../../shared/plan/lane-ids.ts';
import { laneSuffix, type SuffixedLane } from '../../../shared/plan/lane-suffix.ts';
import { withSuffix } from '../../../shared/words/lane-labels.ts';
import type {
  ClientDescription,
  ServerProgramDescription,
  Session,
  StrategyDescription,
  TargetDescription,
} from '../../../shared/contract/http.ts';
import { inReadersWords, summaryWith, targetForReader } from '../messages/for-reader.ts';
import type { Messages } from '../messages/en.ts';
import type { Api } from './api.ts';
import type { Feed } from './feed.svelte.ts';

interface NamedLane extends SuffixedLane {
  id: string;
  strategy: string;
  label?: string | undefined;
}

/** The connection to the server: what the server offers, and what this reader may do. Asked with each connection. */
export class PageSession {
  readonly feed: Feed;
  readonly #api: Api;
  readonly #messages: Messages;
  readonly #follows: () => boolean;
  readonly #listeners: ((error: unknown) => void)[] = [];
  #strategies = $state.raw<readonly StrategyDescription[]>([]);
  #clients = $state.raw<readonly ClientDescription[]>([]);
  #servers = $state.raw<readonly ServerProgramDescription[]>([]);
  /** By strategy. */
  #englishLabels = $state.raw<ReadonlyMap<string, string>>(new Map());
  #targets = $state.raw<readonly TargetDescription[]>([]);
  #rights = $state.raw<Session | null>(null);
  #wasAnswered = $state(false);

  /** `follows`: whether this page goes along with a presenter, who starts and stops for all. */
  constructor(api: Api, feed: Feed, messages: Messages, follows: () => boolean) {
    this.#api = api;
    this.feed = feed;
    this.#messages = messages;
    this.#follows = follows;
    feed.onConnected(() => void this.#ask());
  }

  /** Until the server has answered for the first time, or could not be reached. */
  get isOpening(): boolean {
    return !this.#wasAnswered && this.feed.connection !== 'lost';
  }

  /** Called after each asking, with what went wrong, or `null`. */
  onAnswer(listener: (error: unknown) => void): void {
    this.#listeners.push(listener);
  }

  /** Those that a reader may choose. */
  get strategies(): readonly StrategyDescription[] {
    return this.#strategies.filter((strategy) => !strategy.hidden);
  }

  /** Client libraries that lanes may use, the default first. */
  get clients(): readonly ClientDescription[] {
    return this.#clients;
  }

  /** Programs that private servers can be. */
  get servers(): readonly ServerProgramDescription[] {
    return this.#servers;
  }

  get targets(): readonly TargetDescription[] {
    return this.#targets;
  }

  /** What this reader may do; `null`: not known yet. */
  get rights(): Session | null {
    return this.#rights;
  }

  /** How the server was installed: how its commands are called. */
  get installation(): Installation {
    return this.#rights?.installation ?? 'package';
  }

  /** Whether this reader may start, stop, and change what is kept: not while they follow a presenter. */
  get mayControl(): boolean {
    return this.#rights?.mayControl === true && !this.#follows();
  }

  /** Whether this page goes along with a presenter, who moves everything. */
  get follows(): boolean {
    return this.#follows();
  }

  /** Whether this reader may only watch; `false` also while that is not known. */
  get onlyWatches(): boolean {
    return this.#rights !== null && !this.mayControl;
  }

  /** Whether this reader has the presenter's token, where the server asks for one. */
  get holdsToken(): boolean {
    return this.#rights?.needsToken === true && this.#rights.mayControl;
  }

  /** Why this reader cannot start or stop anything now; `null`: they can. */
  get blockedReason(): string | null {
    const { run: text, connection } = this.#messages;
    if (this.feed.connection === 'connecting') return connection.connecting;
    if (this.feed.connection === 'lost') return text.noConnection;
    if (this.#rights === null) return null;
    if (this.#rights.mayControl) return this.#follows() ? text.follows : null;
    return this.#rights.needsToken ? text.needsToken : text.mayNot;
  }

  /** Load machines that have joined the control Redis of the server. Rejects with ApiError. */
  agents(): Promise<AgentList> {
    return this.#api.agents();
  }

  /** Two seconds of the server's machine. Rejects with ApiError. */
  machine(): Promise<MachineLook> {
    return this.#api.machine();
  }

  /** A result as a file of this format. Rejects with ApiError. */
  exported(result: Result, format: ExportFormat): Promise<Blob> {
    return this.#api.exported(result, format, this.#rights?.mayControl !== false);
  }

  describe(strategy: string): StrategyDescription | undefined {
    return this.#strategies.find(({ id }) => id === strategy);
  }

  summaryOf({ strategy, client }: { strategy: string; client?: ClientId | undefined }): string {
    return summaryWith(this.describe(strategy)?.summary ?? '', client);
  }

  /** Nothing until the server has named them. */
  readonly labelOf = (strategy: string): string =>
    this.describe(strategy)?.label ?? (this.#wasAnswered ? strategy : '');

  /** Whether it hands over more than one command at a time. */
  readonly batches = (strategy: string): boolean => this.describe(strategy)?.batching !== 'none';

  /**
   * The name of a lane: its own, else that of its strategy, of a client library that is not the default and of its own
   * server.
   */
  nameOf(lane: NamedLane): string {
    return lane.label ?? this.#nameMade(lane, laneSuffix(lane));
  }

  /** Numbered where the name comes more than once. */
  #nameMade({ id, strategy }: { id: string; strategy: string }, suffix: readonly string[]): string {
    const name = withSuffix(this.labelOf(strategy), suffix, this.#messages.words.numbers.list);
    const number = /^-(\d+)$/.exec(id.slice(laneIdOf(strategy, suffix).length))?.[1];
    return number === undefined ? name : `${name} ${number}`;
  }

  /**
   * The name of a lane that was measured: its own, else its strategy's in the reader's language. What was kept has the
   * strategy's English label where the lane had no name of its own.
   */
  nameOfMeasured({
    label,
    ...lane
  }: {
    id: string;
    strategy: string;
    /** Of a plan; a result has figures of these names. */
    client?: unknown;
    target?: unknown;
    server?: unknown;
    label?: string | undefined;
  }): string {
    const english = this.#englishLabels.get(lane.strategy) ?? '';
    // Only a plan's lane has no label.
    if (label === undefined) return this.nameOf(lane as NamedLane);
    // What was kept says library and server in the label alone.
    const suffix = label.startsWith(english) ? /^(?: \((.+)\))?$/.exec(label.slice(english.length)) : null;
    return suffix ? this.#nameMade(lane, suffix[1]?.split(', ') ?? []) : label;
  }

  async #ask(): Promise<void> {
    let error: unknown = null;
    try {
      const [strategies, clients, servers, targets, rights] = await Promise.all([
        this.#api.strategies(),
        this.#api.clients(),
        this.#api.servers(),
        this.#api.targets(),
        this.#api.session(),
      ]);
      this.#englishLabels = new Map(strategies.map(({ id, label }) => [id, label]));
      this.#clients = clients;
      this.#servers = servers;
      this.#strategies = strategies.map((one) => inReadersWords(one, this.#messages));
      this.#targets = targets.map((one) => targetForReader(one, this.#messages));
      this.#rights = rights;
    } catch (reason) {
      error = reason;
    }
    this.#wasAnswered = true;
    for (const listener of this.#listeners) listener(error);
  }
}
