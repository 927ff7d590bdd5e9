import { keyRoot, runPrefixOf } from '../../engine/workload/key-names.ts';
import { openBookkeeping } from '../../redis/keys/bookkeeping.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { removeCrashedRuns, type Cleaned } from '../../redis/keys/crashed-runs.ts';
import { probeTarget } from '../../redis/targets/probe.ts';
import { openChosen } from '../../redis/targets/choose-target.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';

/** `roundtrip clean`: resolves with the exit code. Throws UsageError, and what keeps the server from being cleaned. */
export async function clean({ values }: CommandCall, terminal: Terminal): Promise<number> {
  const url = values.get('url')?.at(-1) ?? null;
  const id = values.get('target')?.at(-1) ?? null;
  if (url !== null && id !== null)
    throw new UsageError('--url and --target are two ways to name the server: give one of them');
  const opened = await openChosen({ url, target: id });
  if (opened === null || opened.target.isPrivate) {
    await opened?.stop();
    throw new UsageError('clean needs a server, by --url or --target: a private one leaves nothing behind');
  }
  const target = await findMasters(opened.target);
  await probeTarget(target);
  const bookkeeping = await openBookkeeping(target);
  try {
    const cleaned = await removeCrashedRuns(bookkeeping, { root: keyRoot, runPrefixOf }, (runs) => {
      terminal.stderr(`Looking for up to 10 s whether ${runs.join(', ')} is still in progress.\n`);
    });
    terminal.stdout(describe(cleaned, target.description.label));
    return exitCodes.done;
  } finally {
    bookkeeping.close();
  }
}

function describe({ removed, crashed, running, foreign }: Cleaned, label: string): string {
  const lines = [
    crashed === 0
      ? `${label}: no crashed run has left anything.`
      : `${label}: ${count(removed, 'key')} of ${count(crashed, 'crashed run')} removed.`,
    ...running.map((run) => `Left alone, for a run is in progress: ${run}*`),
    ...(foreign === 0
      ? []
      : [`Left alone, for no run writes such keys: ${count(foreign, 'other key')} under ${keyRoot}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
