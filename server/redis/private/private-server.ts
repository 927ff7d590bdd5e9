import { defaultServer } from '../../../shared/contract/private-server.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { ServerPlan } from '../../../shared/contract/plan.ts';
import { startEmbedded, type EmbeddedOptions, type EmbeddedServer } from './embedded.ts';
import type { OpenedTarget, ServerWish, Target } from '../connection/target.ts';
import { settingsOf, type ServerSettings } from './server-settings.ts';

export interface PrivateServerOptions extends Omit<EmbeddedOptions, 'settings'> {
  /** A name, and settings that no plan changes; without, each plan says its own. */
  fixed?: { id: string; label: string | undefined; settings: ServerSettings };
  /** What the first run wants, so that the server need not be started twice. */
  first?: ServerWish | undefined;
  /** Told, in a sentence, at the moment the server ends though nobody asked for it. */
  warn?: (text: string) => void;
}

/**
 * A private server that is there for every run: with the settings that the run's plan asks for, and started again
 * when it has died.
 */
export class PrivateServer implements OpenedTarget {
  readonly #options: PrivateServerOptions;
  readonly #label: string;
  #server: EmbeddedServer;
  /** What it was started for, as JSON. */
  #startedFor: string;
  /** How it ended though nobody asked for it. */
  #died: string | null = null;
  #endedByUs = false;
  #preparing: Promise<unknown> | null = null;
  #stopped = false;

  private constructor(server: EmbeddedServer, options: PrivateServerOptions) {
    this.#options = options;
    this.#server = server;
    this.#startedFor = essence(options.first);
    const { label } = server.target.description;
    // What a plan asks for is said of the plan; the server's name stays.
    this.#label = options.fixed ? (options.fixed.label ?? label) : label.replace(/ \(.*\)$/, '');
    this.#watch(server);
  }

  /** Throws as `startEmbedded`. */
  static async start(options: PrivateServerOptions = {}): Promise<PrivateServer> {
    return new PrivateServer(await startFor(options, options.first), options);
  }

  get target(): Target {
    const { target } = this.#server;
    const id = this.#options.fixed?.id ?? target.description.id;
    return { ...target, description: { ...target.description, id, label: this.#label } };
  }

  /** Starts the server anew when it has ended, or when the plan wants it otherwise. Throws as `startEmbedded`. */
  async prepare(wish?: ServerWish): Promise<Warning[]> {
    if (this.#server.end === null && essence(wish) === this.#startedFor) return [];
    const preparing = this.#startAnew(wish);
    this.#preparing = preparing.catch(() => undefined);
    await preparing;
    const died = this.#died;
    this.#died = null;
    return died === null ? [] : [{ code: 'server-restarted', ended: died }];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endedByUs = true;
    await this.#preparing;
    await this.#server.stop();
  }

  async #startAnew(wish: ServerWish | undefined): Promise<void> {
    this.#endedByUs = true;
    await this.#server.stop();
    if (this.#stopped) throw new Error('the private server is needed no longer');
    this.#server = await startFor(this.#options, wish);
    this.#startedFor = essence(wish);
    this.#endedByUs = this.#stopped;
    this.#watch(this.#server);
  }

  #watch(server: EmbeddedServer): void {
    void server.ended.then(() => {
      if (this.#endedByUs || this.#server !== server) return;
      this.#died = server.end ?? 'for no known reason';
      const { label } = this.target.description;
      this.#options.warn?.(`${label} has ended (${this.#died}). It is started again for the next run.`);
    });
  }
}

const serverOf = ({ server = defaultServer }: ServerWish): ServerPlan => server;
const wantsLink = ({ network }: ServerWish) => network?.by === 'kernel';

function essence(wish: ServerWish = {}): string {
  const { program, persistence, ioThreads, maxMemoryBytes, tls, access } = serverOf(wish);
  return JSON.stringify([program, persistence, ioThreads, maxMemoryBytes, tls, access, wantsLink(wish)]);
}

function startFor(options: PrivateServerOptions, wish: ServerWish = {}): Promise<EmbeddedServer> {
  const { root, choosePort, fixed } = options;
  return startEmbedded({
    ...(root === undefined ? {} : { root }),
    ...(choosePort === undefined ? {} : { choosePort }),
    settings: fixed?.settings ?? {
      ...settingsOf(serverOf(wish)),
      ...(wish.besides === undefined ? {} : { besides: wish.besides }),
      ...(wantsLink(wish) ? { kernelLink: true } : {}),
    },
  });
}
