import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { addressOf, type Endpoint } from '../../redis/connection/target.ts';
import { connectionOptions, openAdmin, loadIoredis } from '../../redis/connection/connect.ts';
import { TargetUrlInvalid, explainFailure, TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { AgentsUnavailable, controlRoot, controlUser } from './agents-place.ts';
import { openTarget } from '../../redis/targets/open-target.ts';

export const runsQueue = 'runs';
export const sharesQueue = 'shares';

/** A lease lasts so long without a sign of life, ms: of an agent, and of the coordinator of a run. */
export const leaseMs = 3000;
/** An agent renews its lock, by which the coordinator sees that it is alive, so often, ms. */
export const lockRenewedEveryMs = leaseMs / 3;
export const renewedEveryMs = 500;
/** Keys of a run on the control Redis live so long after its last process, s. */
const streamsLastS = 15;

export const streamsOf = (run: string) => ({
  toAll: `${controlRoot}:run:${run}:all`,
  to: (share: number) => `${controlRoot}:run:${run}:to:${share}`,
  back: `${controlRoot}:run:${run}:back`,
});

/** Makes keys of a run on the control Redis last a little longer, so that none stays for good. */
export const prolong = (redis: Redis, ...keys: readonly string[]) =>
  keys.map((key) => redis.expire(key, streamsLastS));

export class ControlUnusable extends AgentsUnavailable {
  override readonly name = 'ControlUnusable';
}

/** Where a control Redis is. Throws TargetUrlInvalid, and ControlUnusable for a cluster. */
export async function controlFromUrl(url: string): Promise<Endpoint> {
  const { endpoint } = await openTarget(url).catch((error: unknown) => {
    if (error instanceof TargetUrlInvalid) error.message = `--join: ${error.message}`;
    throw error;
  });
  if (endpoint.cluster)
    throw new ControlUnusable('The control Redis is a single server: a cluster cannot be one.');
  return endpoint;
}

const loopback = /^(localhost|127\..*|::1)$/;

/**
 * Refuses a control Redis without authentication: anyone who reaches it can command its agents. One that only this
 * machine reaches may have none. Throws ControlUnusable, TargetUnusable.
 */
export async function assertGuarded(endpoint: Endpoint): Promise<void> {
  if (endpoint.path !== undefined || loopback.test(endpoint.host ?? 'localhost')) return;
  const { username: _user, password: _password, ...stranger } = endpoint;
  const letsIn = await openAdmin({ endpoint: stranger }, leaseMs).then(
    async (redis) => {
      redis.on('error', () => undefined);
      const answer = await redis.ping().catch(() => null);
      redis.disconnect();
      return answer !== null;
    },
    (error: unknown) => {
      if (error instanceof TargetUnusable && ['password', 'not-allowed'].includes(error.reason)) return false;
      throw error;
    },
  );
  if (letsIn)
    throw new ControlUnusable(
      `The control Redis at ${addressOf(endpoint)} needs no password: anyone who reaches it can command its agents. ` +
        `Give it a password or a user (${controlUser}), and name it as redis://USER:PASSWORD@HOST.`,
    );
}

/** A connection whose commands fail when the control Redis does not answer in time. Throws TargetUnusable. */
export async function openControl(endpoint: Endpoint): Promise<Redis> {
  const redis = await openAdmin({ endpoint }, leaseMs);
  redis.on('error', () => undefined);
  return redis;
}

/** A connection as BullMQ wants it, with those that it makes of it. */
export interface QueueConnection {
  redis: Redis;
  /** None of them comes back after this. */
  close: () => void;
}

/** It comes back by itself, and waits as long as a command takes. Throws TargetUnusable. */
export async function openForQueue(endpoint: Endpoint): Promise<QueueConnection> {
  const { Redis } = await loadIoredis();
  let isClosed = false;
  const redis = new Redis({
    ...connectionOptions(endpoint),
    enableOfflineQueue: true,
    // Else what was on its way when the connection was lost is never answered, and BullMQ waits for it.
    autoResendUnfulfilledCommands: true,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isClosed ? null : Math.min(100 * times, 1000)),
  });
  redis.on('error', () => undefined);
  const failed = new Promise<never>((_, reject) => redis.once('error', reject));
  failed.catch(() => undefined);
  const close = () => {
    isClosed = true;
    redis.disconnect();
  };
  await Promise.race([failed, redis.connect()]).catch((error: unknown) => {
    close();
    throw explainFailure(error, endpoint);
  });
  return { redis, close };
}

/** Waits for this, but no longer than so; never rejects. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(ms, null, { signal: late.signal })]).catch(() => undefined);
  late.abort();
}
