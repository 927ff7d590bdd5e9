import { keyRoot, runPrefixOf } from '../../engine/workload/key-names.ts';
import type { Cleaned } from '../../redis/keys/crashed-runs.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../options/option.ts';
import { lastOf, refuseBoth } from '../options/option-words.ts';

export const command: CliCommand = {
  usage: 'roundtrip clean --url URL | --target ID',
  about: `Removes the keys that crashed runs have left on a server: those named ${keyRoot}<run>:…, and no others. A run in
progress renews a key of its own every 3 s; nothing of it is touched.`,
  options: [
    {
      name: 'url',
      short: 'u',
      argument: 'URL',
      help: 'the server: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://',
    },
    { name: 'target', argument: 'ID', help: 'the server of this name in ROUNDTRIP_TARGETS' },
    {
      name: 'prefix',
      argument: keyRoot,
      help: `what the keys of the runs begin with, where bench was given --prefix (${keyRoot}); without a run's id behind it nothing is removed`,
    },
    helpOption,
  ],
  exitCodes: '0 nothing of a crashed run is left; 1 the server could not be cleaned; 2 wrong usage.',
  helpCommand: 'roundtrip clean --help',

  async run({ values }, terminal) {
    refuseBoth(values, 'url', 'target', 'where');
    const root = lastOf(values, 'prefix') ?? keyRoot;
    if (root === '') throw new UsageError('--prefix needs what the keys of the runs begin with');
    const { openChosen } = await import('../../redis/targets/choose-target.ts');
    const opened = await openChosen({ url: lastOf(values, 'url'), target: lastOf(values, 'target') });
    if (opened === null || opened.target.isPrivate) {
      await opened?.stop();
      throw new UsageError('clean needs a server, by --url or --target: a private one leaves nothing behind');
    }
    const { findMasters } = await import('../../redis/cluster/find-masters.ts');
    const { probeTarget } = await import('../../redis/targets/probe.ts');
    const { openBookkeeping } = await import('../../redis/keys/bookkeeping.ts');
    const { removeCrashedRuns } = await import('../../redis/keys/crashed-runs.ts');
    const target = await findMasters(opened.target);
    await probeTarget(target);
    const bookkeeping = await openBookkeeping(target);
    try {
      const cleaned = await removeCrashedRuns(
        bookkeeping,
        { root, runPrefixOf: (key) => runPrefixOf(key, root) },
        (runs) => {
          terminal.stderr(`Looking for up to 10 s whether ${runs.join(', ')} is still in progress.\n`);
        },
      );
      terminal.stdout(describe(cleaned, root, target.description.label));
      return exitCodes.done;
    } finally {
      bookkeeping.close();
    }
  },
};

function describe({ removed, crashed, running, foreign }: Cleaned, root: string, label: string): string {
  const lines = [
    crashed === 0
      ? `${label}: no crashed run has left anything.`
      : `${label}: ${count(removed, 'key')} of ${count(crashed, 'crashed run')} removed.`,
    ...running.map((run) => `Left alone, for a run is in progress: ${run}*`),
    ...(foreign === 0
      ? []
      : [`Left alone, for no run writes such keys: ${count(foreign, 'other key')} under ${root}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
