import { readPercent } from '../../../shared/settings/notation.ts';
import { reporters } from '../../reporters/index.ts';
import { helpOption, type CommandOption } from './option.ts';
import { optionFor } from './output.ts';
import { reading } from './values.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the profile as JSON',
  markdown: 'tables and sentences as Markdown',
  html: 'one page that opens offline',
};

/** Reports that are made of a profile. */
export const profileReporters = reporters.filter(({ id }) => id in helps);

export const readShare = reading(readPercent);

export const profileOptions: readonly CommandOption[] = [
  {
    name: 'duration',
    argument: '30s',
    group: 'Program',
    help: 'ask the program to end (SIGTERM) after this long; else it ends by itself, or by Ctrl-C',
  },
  {
    name: 'budget',
    argument: '3%',
    group: 'Program',
    help: 'of a core, what recording may take: whole units are left out beyond it; 100% records all (3%)',
  },
  {
    name: 'ignore',
    argument: 'PATH',
    group: 'Program',
    help: 'say nothing of sites in this file or folder; in the source, a line with // roundtrip-ignore does the same',
    repeatable: true,
  },
  {
    name: 'assert',
    argument: '"…"',
    group: 'Gate',
    help: `exit with 99 unless this holds, as in "profile.independent == 0" or "profile.tripsPerUnit['GET /cart/:id'] <= 3"`,
    repeatable: true,
  },
  {
    name: 'baseline',
    argument: 'FILE',
    group: 'Gate',
    help: 'exit with 99 for an independent sequence that this earlier profile (--json) has not',
  },
  ...profileReporters.map(({ id }) => ({
    ...optionFor({ id, help: helps[id] ?? id }),
    help: helps[id] ?? id,
  })),
  {
    name: 'trace',
    argument: 'FILE',
    group: 'Output',
    help: 'what was recorded, one JSON a line: no keys, no values',
  },
  { name: 'quiet', short: 'q', group: 'Output', help: 'no report, only checks that fail' },
  { ...helpOption, group: 'Output' },
];
