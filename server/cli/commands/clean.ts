import { keyRoot } from '../../engine/workload/key-names.ts';
import type { LeftBehind } from '../../redis/keys/crashed-runs.ts';
import { runPrefixOf } from '../../redis/keys/run-id.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption, urlOption } from '../../terminal/options/option.ts';
import { lastOf, refuseBoth } from '../../terminal/options/option-words.ts';

export const command: CliCommand = {
  usage: 'roundtrip clean --url URL | --target ID',
  about: `Removes the keys that crashed runs have left on a server. A run records on the server below which prefixes it writes
(${keyRoot}<run>:run); keys that no such record names are left alone, whatever their names. A run in progress renews a
key of its own every 3 s; nothing of it is touched.`,
  options: [
    urlOption('the server: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://'),
    { name: 'target', argument: 'ID', help: 'the server of this name in ROUNDTRIP_TARGETS' },
    {
      name: 'prefix',
      argument: keyRoot,
      help: `what the keys of the runs begin with, where bench was given --prefix (${keyRoot}); another one than that is only looked at without --yes`,
    },
    { name: 'yes', help: `remove also under another prefix than ${keyRoot}` },
    helpOption,
  ],
  exitCodes:
    '0 nothing of a crashed run is left; 1 the server could not be cleaned, or --yes is missing; 2 wrong usage.',
  helpCommand: 'roundtrip clean --help',

  async run({ values }, terminal) {
    refuseBoth(values, 'url', 'target', 'where');
    const { keyRootIn } = await import('../activities/key-root.ts');
    const root = keyRootIn(values);
    const mayRemove = values.has('yes') || root === keyRoot;
    const { openChosen } = await import('../../redis/targets/choose-target.ts');
    const opened = await openChosen({ url: lastOf(values, 'url'), target: lastOf(values, 'target') });
    if (opened === null || opened.target.isPrivate) {
      await opened?.stop();
      throw new UsageError('clean needs a server, by --url or --target: a private one leaves nothing behind');
    }
    const { findMasters } = await import('../../redis/cluster/find-masters.ts');
    const { probeTarget } = await import('../../redis/targets/probe.ts');
    const { openBookkeeping } = await import('../../redis/keys/bookkeeping.ts');
    const { findCrashedRuns } = await import('../../redis/keys/crashed-runs.ts');
    const { removeLaneKeys, removeRecord } = await import('../../redis/keys/remove-runs.ts');
    const target = await findMasters(opened.target);
    await probeTarget(target);
    const bookkeeping = await openBookkeeping(target);
    try {
      const left = await findCrashedRuns(bookkeeping, root, (runs) => {
        terminal.stderr(`Looking for up to 10 s whether ${runs.join(', ')} is still in progress.\n`);
      });
      const { label } = target.description;
      const records = left.crashed.map(({ record }) => record);
      terminal.stdout(describe(left, root, label));
      if (records.length === 0) return exitCodes.done;
      if (!mayRemove) {
        terminal.stdout('Nothing was removed: add --yes if all of these may go.\n');
        return exitCodes.notMeasured;
      }
      const removed = await removeLaneKeys(bookkeeping, records);
      for (const record of records) await removeRecord(bookkeeping, record);
      terminal.stdout(
        `${label}: ${count(removed, 'key')} of ${count(records.length, 'crashed run')} removed.\n`,
      );
      return exitCodes.done;
    } finally {
      bookkeeping.close();
    }
  },
};

function describe(
  { crashed, running, damaged, unreadable, foreign }: LeftBehind,
  root: string,
  label: string,
): string {
  const lines = [
    ...(crashed.length === 0 ? [`${label}: no crashed run has left anything.`] : []),
    ...crashed.map(
      ({ record, keys }) =>
        `Left by the crashed run ${runPrefixOf(record)} ${count(keys, 'key')} below ${record.lanes.join(', ')}`,
    ),
    ...running.map((run) => `Left alone, for a run is in progress: ${run}*`),
    ...damaged.map((key) => `Left alone, for it is no record of a run: ${key}`),
    ...unreadable.map((key) => `Left alone, for this user may not read it: ${key}`),
    ...(foreign === 0
      ? []
      : [`Left alone, for no run under ${root} has recorded them: ${count(foreign, 'other key')}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
