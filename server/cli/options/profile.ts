import { reportersOf } from '../../reporters/index.ts';
import { listed, type Branch } from './branch.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';
import {
  helpOption,
  recordingOptions,
  urlOption,
  type CommandOption,
} from '../../terminal/options/option.ts';
import { optionFor } from './output.ts';

const helps: Readonly<Record<string, string>> = {
  json: 'the profile as JSON',
  markdown: 'tables and sentences as Markdown',
  html: 'one page that opens offline',
  sarif: 'the findings as SARIF 2.1.0, for code scanning',
  patch: 'a unified diff that sends together what the findings name, for git apply',
};

/** Reports that are made of a profile. */
export const profileReporters = reportersOf.profile;

export const profileOptions: readonly CommandOption[] = [
  {
    name: 'read',
    argument: 'FILE',
    group: 'Program',
    help: 'report what --trace or --json wrote, - for stdin, in place of running a program',
  },
  {
    name: 'monitor',
    argument: 'FILE',
    group: 'Program',
    help: 'read a log of redis-cli MONITOR in place of running a program, - for stdin: commands, and sequences by client',
  },
  ...recordingOptions.map((option) => ({ ...option, group: 'Program' })),
  {
    name: 'listen',
    argument: '127.0.0.1:6380',
    group: 'Proxy, for programs in any language',
    help: 'pass on what clients send here to the server of -u, and report at Ctrl-C (or after --duration)',
  },
  {
    ...urlOption(
      'the server: redis://HOST:PORT, rediss:// (?ca=FILE), redis+sentinel:// or unix://, without a password: the program signs in',
    ),
    group: 'Proxy, for programs in any language',
  },
  {
    name: 'listen-cert',
    argument: 'FILE',
    group: 'Proxy, for programs in any language',
    help: 'speak TLS to clients by this certificate (PEM)',
  },
  {
    name: 'listen-key',
    argument: 'FILE',
    group: 'Proxy, for programs in any language',
    help: 'the key of --listen-cert (PEM)',
  },
  {
    name: 'listen-password',
    argument: 'PASSWORD',
    group: 'Proxy, for programs in any language',
    help: 'let in only clients that say it by AUTH or HELLO (ROUNDTRIP_LISTEN_PASSWORD); needed, with TLS, for addresses that others can reach',
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
  {
    name: 'allow-not-judged',
    group: 'Gate',
    help: 'exit with 0 also where a condition holds only because something was not recorded; else that makes 99',
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

const names = profileOptions.map(({ name }) => name);
const outputs = [...profileReporters.map(({ id }) => id), 'quiet', 'help'];
/** Reports of lines of a source. */
const ofLines = ['sarif', 'patch'];
const ofProxy = ['listen', 'listen-cert', 'listen-key', 'listen-password', 'url'];

/** A program of Node. */
const ofProgram: Branch = {
  called: 'profile -- COMMAND',
  takes: names.filter((name) => !['read', 'monitor', ...ofProxy].includes(name)),
  refuses: (others) =>
    `${listed(others)} is for --listen: a program of Node is watched as it runs. Leave it out, or add --listen`,
};
const ofListen: Branch = {
  called: 'profile --listen',
  takes: names.filter((name) => !['read', 'monitor', 'ignore', 'route', ...ofLines].includes(name)),
  refuses: (others) => `--listen sees no lines of a source: leave out ${listed(others)}`,
};
const ofFile: Branch = {
  called: 'profile --read',
  takes: ['read', 'assert', 'baseline', 'allow-not-judged', ...outputs],
  refuses: (others) => `--read reads what was recorded and runs no program: leave out ${listed(others)}`,
};
const ofLog: Branch = {
  called: 'profile --monitor',
  takes: ['monitor', ...outputs.filter((name) => !ofLines.includes(name))],
  refuses: (others) =>
    others.every(({ name }) => ofLines.includes(name))
      ? `${listed(others)} needs lines of a source, and a log has none: leave it out`
      : `--monitor reads a log and runs no program: leave out ${listed(others)}`,
};

export const profileBranches = { ofProgram, ofListen, ofFile, ofLog };

/** The way of `profile` that these options choose. */
export function profileBranch(values: OptionValues): Branch {
  if (values.has('monitor')) return ofLog;
  if (values.has('read')) return ofFile;
  return values.has('listen') ? ofListen : ofProgram;
}
