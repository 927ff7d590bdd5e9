import type { ClientDescription } from '../../../shared/contract/http.ts';
import type { Strategy } from '../lane/strategy.ts';

/** How a client library carries out one strategy. */
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
