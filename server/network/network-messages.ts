import type { Endpoint } from '../redis/connection/target.ts';
import type { NetworkSettings } from './settings.ts';
import type { ThreadTimes } from './thread-times.ts';

/** What the thread of a network is made with. Plain JSON. */
export interface NetworkTask {
  /** Where the connections go. */
  upstream: Endpoint;
  settings: NetworkSettings;
}

export type ToNetwork =
  | { type: 'tune'; settings: NetworkSettings }
  | { type: 'times' }
  /** End all connections, then the thread. */
  | { type: 'close' };

export type FromNetwork =
  { type: 'listening'; port: number } | { type: 'tuned' } | { type: 'times'; times: ThreadTimes };
