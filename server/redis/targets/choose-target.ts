import type { TargetDescription } from '../../../shared/contract/http.ts';
import { clusterTarget, privateTargets, serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { otherTargets } from '../../../shared/plan/lane-servers.ts';
import { PrivateClusterTarget } from '../cluster/private-cluster-target.ts';
import { readNamedTargets, targetsVariable, type NamedTarget } from './named-targets.ts';
import { openNamedTarget } from './open-named-target.ts';
import { alreadyThere, type OpenedTarget, type ServerWish, type Target } from '../connection/target.ts';
import { isClusterUrl, readTargetUrl } from '../connection/target-url.ts';
import { openTarget } from './open-target.ts';
import { PrivateServer } from '../private/private-server.ts';

/** Which server is to be measured, as a person or a program names it; neither: a private one. */
export interface TargetChoice {
  url: string | null;
  /** What the server at `url` is called; `null` or absent: url. */
  urlName?: string | null;
  /** Of a target in ROUNDTRIP_TARGETS, `embedded` or `cluster`. */
  target: string | null;
  /** Of the private cluster. */
  clusterReplicas?: number | null;
}

/** What is known of a server before it is opened. */
export type ChosenTarget = Pick<TargetDescription, 'id' | 'kind' | 'isCluster'>;

/** A choice that no server answers to: the message says what would be one. */
export class TargetChoiceInvalid extends Error {
  override readonly name = 'TargetChoiceInvalid';
}

/** What is known of the server that was chosen before it is opened. Throws as `openChosenTarget`. */
export function describeChoice({ url, urlName, target: id }: TargetChoice): ChosenTarget {
  if (url !== null) return elsewhere(urlName ?? 'url', url);
  const ours = privateTargets.find((one) => one.id === (id ?? serverPlanTarget));
  if (ours) return ours;
  const named = findNamed(id ?? '');
  return 'private' in named ? { id: named.id, kind: 'embedded' } : elsewhere(named.id, named.url);
}

const elsewhere = (id: string, url: string): ChosenTarget => ({
  ...{ id, kind: 'url' },
  ...(isClusterUrl(url) ? { isCluster: true } : {}),
});

/** Throws TargetUrlInvalid where the server that was chosen has an address that cannot be one. */
export function assertAddress({ url, target: id }: TargetChoice): void {
  const named = readNamedTargets(process.env).find((target) => target.id === id);
  const address = url ?? (named && 'url' in named ? named.url : null);
  if (address !== null) readTargetUrl(address);
}

/** Whether the server that was chosen is known to be a cluster before it is opened. */
export function namesCluster({ url, target: id }: TargetChoice): boolean {
  const named = readNamedTargets(process.env).find((target) => target.id === id);
  const address = url ?? (named && 'url' in named ? named.url : null);
  return address === null ? id === clusterTarget : isClusterUrl(address);
}

/**
 * Opens the server that was chosen, starting a private one as `first` wants it if none was. Throws TargetChoiceInvalid,
 * NamedTargetsInvalid, TargetUrlInvalid, and whatever keeps the server from being opened.
 */
export async function openChosenTarget(choice: TargetChoice, first?: ServerWish): Promise<OpenedTarget> {
  return (await openChosen(choice)) ?? PrivateServer.start({ first });
}

export interface PlanTargets {
  /** With the id of the target that was chosen. */
  plan: Plan;
  target: OpenedTarget;
  others: OpenedTarget[];
  stop: () => Promise<void>;
}

/** Opens them. Throws as `openChosenTarget`, with none left open. */
export async function openPlanTargets(choice: TargetChoice, plan: Plan): Promise<PlanTargets> {
  const target = await openChosenTarget(choice, plan);
  const others: OpenedTarget[] = [];
  const stop = async () => {
    await Promise.all([target, ...others].map((one) => one.stop()));
  };
  // The plan says what was measured: a server that was named is not the private one.
  const measured = { ...plan, target: target.target.description.id };
  try {
    for (const id of otherTargets(measured)) others.push(await openChosenTarget({ url: null, target: id }));
    return { plan: measured, target, others, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server that was named; `null`: a private one like any other. Throws as `openChosenTarget`. */
export async function openChosen({
  url,
  urlName,
  target: id,
  clusterReplicas,
}: TargetChoice): Promise<OpenedTarget | null> {
  if (url !== null) return alreadyThere(called(await openTarget(url), urlName ?? 'url'));
  if (id === null || id === serverPlanTarget) return null;
  if (id === clusterTarget) return openCluster(clusterReplicas ?? 0);
  return openNamedTarget(findNamed(id));
}

const called = (target: Target, id: string): Target => ({
  ...target,
  description: { ...target.description, id },
});

function findNamed(id: string): NamedTarget {
  const targets = readNamedTargets(process.env);
  const found = targets.find((target) => target.id === id);
  if (found) return found;
  const known = [...privateTargets, ...targets].map((target) => target.id).join(', ');
  throw new TargetChoiceInvalid(
    `target: there is no "${id}"; known are ${known}. ${targetsVariable} names targets (docs/targets.md)`,
  );
}

async function openCluster(replicas: number): Promise<OpenedTarget> {
  return PrivateClusterTarget.start({ replicas }).catch((error: unknown) => {
    throw error instanceof RangeError
      ? new TargetChoiceInvalid(`cluster-${error.message}`, { cause: error })
      : error;
  });
}
