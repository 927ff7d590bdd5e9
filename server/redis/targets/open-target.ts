import { addressOf, type Endpoint, type Target } from '../connection/target.ts';
import { readTargetUrl, type SentinelAddress, type TargetAddress } from '../connection/target-url.ts';
import { findMaster } from '../sentinel/sentinel.ts';

/** What Sentinels are to be shown besides what the URL holds. */
export interface GivenBeside {
  tls?: NonNullable<Endpoint['tls']>;
  ofSentinels?: SentinelAddress['ofSentinels'];
}

/**
 * The target that a URL names. Sentinels are asked where their master is; otherwise nothing is connected yet. Throws
 * TargetUrlInvalid, and TargetUnusable when no Sentinel knows.
 */
export const openTarget = async (url: string): Promise<Target> => openAddress(readTargetUrl(url));

/** The same for an address that was read. */
export async function openAddress(read: TargetAddress, given: GivenBeside = {}): Promise<Target> {
  if (read.type !== 'sentinel') return targetAt(read);
  const address = {
    ...read.address,
    ofSentinels: { ...read.address.ofSentinels, ...given.ofSentinels },
    ...(read.address.tls ? { tls: { ...read.address.tls, ...given.tls } } : {}),
  };
  const endpoint = await findMaster(address);
  return targetCalled(`${address.master} at ${addressOf(endpoint)}${databaseOf(endpoint)}`, endpoint);
}

/** The target at an address that needs no Sentinel; nothing is connected yet. */
export function targetAt({ type, endpoint }: Exclude<TargetAddress, { type: 'sentinel' }>): Target {
  const at = addressOf(endpoint);
  if (type === 'cluster') return targetCalled(`cluster at ${at}`, endpoint, { isCluster: true });
  const scheme = endpoint.path === undefined ? (endpoint.tls ? 'rediss' : 'redis') : 'unix';
  return targetCalled(`${scheme}://${at}${databaseOf(endpoint)}`, endpoint);
}

const targetCalled = (label: string, endpoint: Endpoint, more: { isCluster?: true } = {}): Target => ({
  description: { id: 'url', label, kind: 'url', ...more },
  endpoint,
  isPrivate: false,
});

const databaseOf = ({ db }: Endpoint) => (db === 0 ? '' : ` (database ${db})`);
