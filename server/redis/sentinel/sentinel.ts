import { isIP } from 'node:net';
import { addressOf, type Endpoint, type Target } from '../connection/target.ts';
import { openAdmin } from '../connection/connect.ts';
import type { SentinelAddress } from '../connection/target-url.ts';
import { TargetUnusable } from '../connection/target-unusable.ts';

const answerWithinMs = 2000;

/**
 * Asks Sentinels, one after the other, where their master is now. Throws TargetUnusable with what each of them
 * said when none knows.
 */
export async function findMaster(address: SentinelAddress): Promise<Endpoint> {
  const { sentinels, master, username, password, db, ofSentinels, tls } = address;
  const tlsTo = (host: string) =>
    tls === undefined ? {} : { tls: { ...tls, ...(isIP(host) ? {} : { servername: host }) } };
  const answers: string[] = [];
  for (const { host, port } of sentinels) {
    const sentinel = { host, port, db: 0, ...ofSentinels, ...tlsTo(host) };
    const answer = await askForMaster(sentinel, master).catch((error: unknown) => whyNot(error, sentinel));
    if (typeof answer !== 'string')
      return {
        ...answer,
        ...tlsTo(answer.host),
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
        db,
      };
    answers.push(answer);
  }
  const asked = sentinels.map(addressOfSentinel).join(', ');
  throw new TargetUnusable(
    'unreachable',
    asked,
    `No Sentinel told where the master "${master}" is. Asked: ${asked}.\n${answers.join('\n')}`,
  );
}

const addressOfSentinel = ({ host, port }: { host: string; port: number }) =>
  addressOf({ host, port, db: 0 });

function whyNot(error: unknown, sentinel: Endpoint): string {
  if (!(error instanceof TargetUnusable)) return error instanceof Error ? error.message : String(error);
  if (error.reason !== 'password') return error.message;
  return sentinel.password === undefined
    ? `The Sentinel at ${error.address} needs a password of its own: …/MASTER?sentinel-password=PASSWORD`
    : `The Sentinel at ${error.address} does not accept its user name and password.`;
}

/** The master's address, or in words why there is none. */
async function askForMaster(
  endpoint: Endpoint,
  master: string,
): Promise<{ host: string; port: number } | string> {
  const at = addressOf(endpoint);
  const description = { id: 'sentinel', label: at, kind: 'url' } as const;
  const target: Target = { description, endpoint, isPrivate: false };
  const redis = await openAdmin(target, answerWithinMs);
  try {
    const found: unknown = await redis.call('SENTINEL', 'get-master-addr-by-name', master);
    if (Array.isArray(found)) return { host: String(found[0]), port: Number(found[1]) };
    const known: unknown = await redis.call('SENTINEL', 'masters');
    return `The Sentinel at ${at} knows no master of this name; it knows ${namesOf(known)}.`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/unknown command/i.test(reason))
      return `What listens at ${at} is no Sentinel (its port is 26379 by default).`;
    return `The Sentinel at ${at} says: ${reason}`;
  } finally {
    redis.disconnect();
  }
}

/** SENTINEL masters answers with lists of fields and values; in RESP3 with maps. */
function namesOf(answer: unknown): string {
  const masters: unknown[] = Array.isArray(answer) ? answer : [];
  const names = masters.map((fields) => {
    if (Array.isArray(fields)) return String(fields[fields.indexOf('name') + 1]);
    return typeof fields === 'object' && fields !== null && 'name' in fields ? String(fields.name) : '?';
  });
  return names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');
}
