import { Subject, type RunningSubject } from '../../campaign/subject.ts';
import { startEmbedded, type EmbeddedServer } from '../../server/redis/private/embedded.ts';
import { addressOf, type Target } from '../../server/redis/connection/target.ts';

/** The name of the measured server, as agents know it. */
export const shop = 'shop';

export const urlOf = ({ target }: EmbeddedServer) => `redis://${addressOf(target.endpoint)}`;

/** A control Redis, a server to measure, and agents: each a process of this machine. */
export class LoadMachines {
  readonly target: EmbeddedServer;
  readonly subject = new Subject();
  readonly agents = new Map<string, RunningSubject>();
  #control: EmbeddedServer;

  private constructor(control: EmbeddedServer, target: EmbeddedServer) {
    this.#control = control;
    this.target = target;
  }

  /** With agents of these names. */
  static async start(...names: readonly string[]): Promise<LoadMachines> {
    const machines = new LoadMachines(await startEmbedded(), await startEmbedded());
    await Promise.all(names.map((name) => machines.join(name)));
    return machines;
  }

  /** The measured server as a coordinator in this process names it: as that of others, on which runs are recorded. */
  get shop(): Target {
    const { target } = this.target;
    return { ...target, isPrivate: false, description: { ...target.description, id: shop, kind: 'url' } };
  }

  get control(): EmbeddedServer {
    return this.#control;
  }

  /** Starts an agent; resolves when it waits for runs. */
  async join(name: string, env: NodeJS.ProcessEnv = {}): Promise<RunningSubject> {
    const agent = this.subject.start(['agent', ...this.#where, '--name', name], env);
    this.agents.set(name, agent);
    await agent.shows(/has joined/);
    return agent;
  }

  /** Starts a run by so many agents. */
  bench(agents: number, ...words: readonly string[]): RunningSubject {
    return this.subject.start(['bench', '--agents', String(agents), ...this.#where, ...words]);
  }

  /** Another control Redis at the same address, when the first was killed. */
  async restartControl(): Promise<void> {
    const { port = 0 } = this.#control.target.endpoint;
    await this.#control.stop();
    this.#control = await startEmbedded({ choosePort: () => Promise.resolve(port) });
  }

  async close(): Promise<void> {
    this.subject.remove();
    await Promise.all([...this.agents.values()].map(({ ended }) => ended));
    await Promise.all([this.#control.stop(), this.target.stop()]);
  }

  get #where(): string[] {
    return ['--join', urlOf(this.#control), '--target', `${shop}=${urlOf(this.target)}`];
  }
}
