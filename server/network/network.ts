import { isIP } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Endpoint, NodeAddress } from '../redis/connection/target.ts';
import { halve, type NetworkSettings } from './settings.ts';
import type { Cut } from './proxy.ts';
import type { ThreadTimes } from './thread-times.ts';
import { builtFile } from '../built.ts';
import { endpointOfNode } from '../redis/connection/connect.ts';
import { nodeName } from '../redis/cluster/slot-map.ts';

export interface NetworkTask {
  upstream: Endpoint;
  /** `null`: what comes is handed on at once. */
  settings: NetworkSettings | null;
}

export type ToNetwork =
  | { type: 'tune'; settings: NetworkSettings }
  | { type: 'times' }
  | { type: 'cut' }
  /** End all connections, then the thread. */
  | { type: 'close' };

export type FromNetwork =
  | { type: 'listening'; port: number }
  | { type: 'tuned' }
  | { type: 'times'; times: ThreadTimes }
  | { type: 'cut'; cut: Cut };

/** What has passed a link since it was laid, headers included. */
export interface Traffic {
  packetsOut: number;
  packetsIn: number;
  bytesOut: number;
  bytesIn: number;
}

/** A network between client and server: a TCP proxy in a thread of its own, or a link of the kernel. */
export interface Network {
  /** To connect to in place of the server's. */
  readonly endpoint: Endpoint;
  /**
   * Changes the network under open connections; resolves when it holds. What is on its way already arrives when it
   * would have, and nothing overtakes it. The seed stays that of the beginning for open connections. Throws
   * RangeError; rejects with NetworkEnded.
   */
  tune(settings: NetworkSettings): Promise<void>;
  /** Of each of its threads since it began; none where the kernel does the work. Rejects with NetworkEnded. */
  times(): Promise<readonly ThreadTimes[]>;
  /** Breaks all its connections off, and resolves with what that met. Absent where the kernel does the work. */
  cut?(): Promise<Cut>;
  /** Absent where nobody counts packets. */
  traffic?(): Promise<Traffic>;
  /** Ends all connections at once, and the thread; may be called more than once. */
  close(): Promise<void>;
}

/** The thread of a network has ended, by `close` or because it failed. */
export class NetworkEnded extends Error {
  override readonly name = 'NetworkEnded';
}

const entry = builtFile('server/network/network-worker.js');

/**
 * Puts a network between whoever connects to the returned endpoint and `endpoint` (TCP or Unix socket; TLS passes
 * through untouched). The proxy listens on a free port of 127.0.0.1.
 *
 * `rttMs` is what is added to the way that is there anyway. The proxy's own work, about 0.1 ms on a quiet machine
 * and more on a busy one, comes on top and is not made up for: what counts is measured (`measureRoundTrip`), not
 * asked for. A new connection takes a round trip before its first byte, as a handshake would. A connection holds at
 * most 16 MiB in each direction (less above 16 connections), which bounds its throughput to that per half round trip.
 *
 * Throws RangeError for settings that are no network; rejects with NetworkEnded when there is no port to be had.
 * Whether the server can be reached shows when somebody connects: where it cannot, the connection is reset.
 */
export async function openNetwork(endpoint: Endpoint, settings: NetworkSettings): Promise<Network> {
  halve(settings);
  return openThread(endpoint, settings);
}

/** A port in a thread that hands everything on at once, so that a lane passes one as others have to. */
export const openPassage = (endpoint: Endpoint): Promise<Network> => openThread(endpoint, null);

async function openThread(endpoint: Endpoint, settings: NetworkSettings | null): Promise<Network> {
  const { host, port: serverPort, path, ...access } = endpoint;
  const upstream = {
    ...(host === undefined ? {} : { host }),
    ...(serverPort === undefined ? {} : { port: serverPort }),
    ...(path === undefined ? {} : { path }),
    db: 0,
  };
  const thread = new NetworkThread({ upstream, settings });
  const port = await thread.listening;
  return {
    endpoint: {
      ...access,
      host: '127.0.0.1',
      port,
      ...(access.tls === undefined ? {} : { tls: { ...serverNameFor(host), ...access.tls } }),
    },
    tune: async (next) => {
      halve(next);
      await thread.tune(next);
    },
    times: async () => [await thread.times()],
    cut: () => thread.cut(),
    close: () => thread.close(),
  };
}

/** The certificate is the server's, not the proxy's. (A server known by its IP address has no name to ask for.) */
const serverNameFor = (host: string | undefined) =>
  host === undefined || isIP(host) ? {} : { servername: host };

class NetworkThread {
  /** Resolves with the port. */
  readonly listening: Promise<number>;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #ended: NetworkEnded | null = null;
  #waiting: { resolve: (message: FromNetwork) => void; reject: (error: NetworkEnded) => void }[] = [];

  constructor(workerData: NetworkTask) {
    this.#worker = new Worker(entry, { workerData, execArgv: [], name: 'network' });
    this.#worker.on('error', (error) => this.#end('The network has failed', error));
    this.#exited = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        this.#end('The network is closed');
        resolve();
      }),
    );
    this.listening = new Promise((resolve, reject) => {
      this.#waiting.push({
        resolve: (message) => {
          if (message.type === 'listening') resolve(message.port);
        },
        reject,
      });
      this.#worker.on('message', (message: FromNetwork) => {
        this.#waiting.shift()?.resolve(message);
      });
    });
  }

  async tune(settings: NetworkSettings): Promise<void> {
    await this.#ask({ type: 'tune', settings });
  }

  async times(): Promise<ThreadTimes> {
    const answer = await this.#ask({ type: 'times' });
    return answer.type === 'times' ? answer.times : { cpuMs: null, coreWaitMs: null };
  }

  async cut(): Promise<Cut> {
    const answer = await this.#ask({ type: 'cut' });
    return answer.type === 'cut' ? answer.cut : { connections: 0, bytes: 0 };
  }

  /** Answers come in the order of what was asked. */
  #ask(message: ToNetwork): Promise<FromNetwork> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(this.#ended);
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  async close(): Promise<void> {
    this.#worker.postMessage({ type: 'close' } satisfies ToNetwork);
    await this.#exited;
  }

  #end(what: string, cause?: unknown): void {
    const reason = cause instanceof Error ? `${what}: ${cause.message}` : what;
    this.#ended ??= new NetworkEnded(reason, { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }
}

/**
 * A network in front of any endpoint. In front of a cluster, whose masters have to be known, it is one way to each of
 * them and of the replicas that are read from, each with the whole bandwidth: a client is told where a node's way begins in place of the node's own address.
 * Throws and rejects as `openNetwork`, with none left open.
 */
export async function openNetworkTo(endpoint: Endpoint, settings: NetworkSettings): Promise<Network> {
  const { cluster } = endpoint;
  if (!cluster) return openNetwork(endpoint, settings);
  const nodes = [...cluster.nodes, ...(cluster.replicas ?? [])];
  const opened = await Promise.allSettled(
    nodes.map((node) => openNetwork(endpointOfNode(endpoint, node), settings)),
  );
  const ways = opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const close = async () => {
    await Promise.all(ways.map((way) => way.close()));
  };
  const failure = opened.find((outcome) => outcome.status === 'rejected');
  const [first] = ways;
  if (failure || !first) {
    await close();
    throw failure?.reason ?? new Error('a cluster needs nodes');
  }
  const through = Object.fromEntries(
    nodes.flatMap((node, index): [string, NodeAddress][] => {
      const way = ways[index]?.endpoint;
      return way ? [[nodeName(node), { host: way.host ?? '127.0.0.1', port: way.port ?? 0 }]] : [];
    }),
  );
  return {
    endpoint: { ...first.endpoint, cluster: { ...cluster, through } },
    tune: async (next) => {
      await Promise.all(ways.map((way) => way.tune(next)));
    },
    times: async () => (await Promise.all(ways.map((way) => way.times()))).flat(),
    close,
  };
}
