/**
 * Files without `.slow.` in their names that take 12 s or more on two busy cores, the longest first. A clean clone has no
 * times to go by, and would start the small ones of them last.
 */
export const longestFiles: readonly string[] = [
  'tests/engine/strategies/strategies.real.test.ts',
  'tests/engine/run/by-command.real.test.ts',
  'tests/cli/commands/command-lanes.real.test.ts',
  'tests/cli/remedies.real.test.ts',
  'tests/engine/agents/forged-jobs.real.test.ts',
  'tests/http/history/history-routes.real.test.ts',
  'tests/engine/run/run.real.test.ts',
  'tests/http/activity/search-routes.real.test.ts',
  'tests/redis/cluster/foreign-cluster.real.test.ts',
  'tests/engine/run/lane-fails-alone.real.test.ts',
  'tests/engine/agents/forged-messages.real.test.ts',
  'tests/engine/run/live-commands.real.test.ts',
  'tests/engine/strategies/replica-reads.real.test.ts',
  'tests/redis/keys/foreign-keys.real.test.ts',
  'tests/engine/agents/tls.real.test.ts',
  'tests/engine/run/unusual-servers.real.test.ts',
  'tests/engine/sweep/sweep.real.test.ts',
  'tests/engine/run/lane-keys.real.test.ts',
  'tests/engine/run/live-commands-in-cluster.real.test.ts',
];
