import { serverSettings } from '../settings/server.ts';
import { defaultsOf } from '../settings/setting.ts';

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
export const defaultServer = defaultsOf(serverSettings);
