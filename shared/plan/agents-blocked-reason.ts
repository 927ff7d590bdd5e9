import type { AgentStatus } from '../contract/agents.ts';

/** Why an agent takes no part in a run on a target; `null`: it is free for one. */
export function agentsBlockedReason(
  { roundtrip, targets, run }: Pick<AgentStatus, 'roundtrip' | 'targets' | 'run'>,
  { target, version }: { target: string; version: string },
): 'busy' | 'version' | 'target' | null {
  if (roundtrip !== version) return 'version';
  if (!targets.some(({ name }) => name === target)) return 'target';
  return run === null ? null : 'busy';
}
