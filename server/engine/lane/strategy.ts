import type { StrategyDescription, ClientDescription } from '../../../shared/contract/http.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { LaneClient } from './batch.ts';
import type { SocketMeter } from './socket-meter.ts';
import type { UnexpectedReply } from '../workload/reply-kind.ts';
import type { CommandSource } from '../workload/command-source.ts';
import type { PreparedCommand } from '../workload/prepared-command.ts';

/** A way in which commands reach Redis. Everything the CLI, the API and the page know of it is in here. */
export interface Strategy extends Omit<StrategyDescription, 'clients'> {
  /** It is our own code on a socket, or sends nothing: no client library carries it out. */
  bare?: true;
  /** Opens one connection and makes it ready to send. Rejects when that fails. */
  connect(context: ConnectionContext): Promise<LaneClient>;
  /** Opens what stands in its place when the endpoint is a cluster: a connection to each master. */
  connectCluster(context: ConnectionContext): Promise<LaneClient>;
  /** Under which name the server counts such a command, where that is not its own. */
  serverCommand?(command: PreparedCommand): string;
}

export interface ConnectionContext {
  endpoint: Endpoint;
  workload: Workload;
  source: CommandSource;
  /** Every socket of the lane is handed to it. */
  meter: SocketMeter;
  /** The link is cut: the library reconnects, waits and gives up as it does by default. */
  reconnects?: boolean;
  /** Called when what came over a connection cannot be replies to what was sent: the lane ends. */
  fault: (error: UnexpectedReply) => void;
  /** Called when the server says that what a cache holds has changed. */
  invalidated?: () => void;
}

export type Carrier = Pick<Strategy, 'connect'> & Partial<Pick<Strategy, 'connectCluster'>>;

/** How one client library carries out strategies: our code for it. Says nothing that needs the library itself. */
export interface ClientBinding extends Omit<ClientDescription, 'label' | 'version'> {
  /** Where its lanes run: a library that works in threads of its own has a process, whose CPU time is the lane’s. */
  runsIn: 'thread' | 'process';
  /** Whether its sockets are Node’s, so that writes and bytes can be counted. */
  metersWrites: boolean;
  /** Ids of the strategies that it can carry out. */
  strategies: readonly string[];
  /** Those where one failed command makes the call of its batch reject: the program gets no other reply of it. */
  rejectsWhole: readonly string[];
  /** By strategy; loads the library. Called in the thread or process of a lane alone. */
  load(): Promise<Readonly<Record<string, Carrier>>>;
  /** Removes the files that the library leaves behind when this process of a lane has ended. */
  removeLeft?(pid: number): void;
}
