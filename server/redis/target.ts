import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { TargetDescription } from '../../shared/terms.ts';

/** Where and how to connect; says nothing of a client library. Plain JSON, so that it can go to a worker. */
export interface Endpoint {
  /** TCP: host and port; Unix socket: path. */
  host?: string;
  port?: number;
  path?: string;
  username?: string;
  password?: string;
  db: number;
  tls?: Pick<TlsOptions, 'servername' | 'rejectUnauthorized'> & { ca?: string; cert?: string; key?: string };
}

/** A Redis that can be measured. */
export interface Target {
  description: TargetDescription;
  endpoint: Endpoint;
  /** Started by Roundtrip, so that nobody else uses it: only then do its counters speak of us alone. */
  isPrivate: boolean;
}
