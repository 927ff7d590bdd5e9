import { limits } from '../limits.ts';

/** The target that a plan's `server` is for: Roundtrip sets up no other. */
export const serverPlanTarget = 'embedded';
/** The private cluster. */
export const clusterTarget = 'cluster';

/** The targets that Roundtrip starts itself. */
export const privateTargets = [
  { id: serverPlanTarget, kind: 'embedded' },
  { id: clusterTarget, kind: 'cluster' },
] as const;

/** How a private server runs where a plan says nothing. */
export const defaultServer = {
  persistence: 'off',
  ioThreads: limits.ioThreads.default,
  tls: false,
  access: 'open',
} as const;
