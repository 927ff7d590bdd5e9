import { startEmbedded } from '../redis/embedded.ts';
import { readNamedTargets, targetsVariable } from '../redis/named-targets.ts';
import { openNamedTarget, type OpenedTarget } from '../redis/open-named-target.ts';
import { openTarget } from '../redis/open-target.ts';
import { UsageError } from './usage-error.ts';

/** Which server a command is about, as named on the command line; neither: a private one. */
export interface TargetChoice {
  url: string | null;
  /** Of a target in ROUNDTRIP_TARGETS, or `embedded`. */
  target: string | null;
}

/**
 * Opens the server that was chosen, starting a private one if none was. Throws UsageError, NamedTargetsInvalid,
 * TargetUrlInvalid, and whatever keeps the server from being opened.
 */
export async function openBenchTarget(
  choice: TargetChoice,
  env: NodeJS.ProcessEnv = process.env,
): Promise<OpenedTarget> {
  return (await openChosen(choice, env)) ?? startEmbedded();
}

/** The server that was named; `null`: a private one like any other. Throws as `openBenchTarget`. */
export async function openChosen(
  { url, target: id }: TargetChoice,
  env: NodeJS.ProcessEnv = process.env,
): Promise<OpenedTarget | null> {
  if (url !== null) return { target: await openTarget(url), stop: () => Promise.resolve() };
  if (id === null || id === 'embedded') return null;
  const targets = readNamedTargets(env);
  const found = targets.find((target) => target.id === id);
  if (found) return openNamedTarget(found);
  const known = ['embedded', ...targets.map((target) => target.id)].join(', ');
  throw new UsageError(
    `--target: there is no "${id}"; known are ${known}. ${targetsVariable} names targets (docs/targets.md)`,
  );
}
