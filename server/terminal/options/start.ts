import type { HelpedCommand } from './help.ts';
import { helpOption, recordingOptions, urlOption, type CommandOption } from './option.ts';
import type { WordTable } from './option-words.ts';

export const startLine = 'npm start -- --profile -- node app.js';
export const defaultPort = 4173;
export const shortestToken = 8;
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const recorded = 'A program of Node that is recorded while you watch, in the room Profile (docs/profile.md)';

const options: readonly CommandOption[] = [
  {
    name: 'port',
    argument: 'N',
    help: `port to listen on, or PORT; ${defaultPort}, or the next free one if that is taken`,
  },
  {
    name: 'host',
    argument: 'ADDRESS',
    help: 'address to listen on, or ROUNDTRIP_HOST; 127.0.0.1: only this machine. 0.0.0.0: everybody who reaches it may watch; starting, stopping and tuning need the presenter’s token, which is printed with the address at the start',
  },
  urlOption(
    'Redis to measure, or ROUNDTRIP_URL, as in redis://:password@host:6379; a private one by default',
  ),
  {
    name: 'join',
    argument: 'URL',
    help: 'control Redis of load machines (roundtrip agent), or ROUNDTRIP_JOIN: runs may then have agents that have joined it, and the page shows them; see docs/scale.md',
  },
  {
    name: 'history',
    argument: 'FILE',
    help: 'where every run is kept, an SQLite file, or ROUNDTRIP_HISTORY; by default in the folder in which programs of this user keep their data. "off": nothing is kept',
  },
  {
    name: 'trust-proxy',
    help: 'a proxy stands before the server, or ROUNDTRIP_TRUST_PROXY=1: wrong tokens and requests are counted by the address that it adds to X-Forwarded-For. Without a proxy leave it out: anybody could make that header up',
  },
  helpOption,
  {
    name: 'profile',
    group: recorded,
    help: 'run the program behind --. Its output stays as it is; lines of the server go to stderr. The page stays when the program has ended, Ctrl-C ends both. PORT is then the program’s',
  },
  ...recordingOptions.map((option) => ({ ...option, group: recorded })),
  {
    name: 'trace',
    argument: 'FILE',
    group: recorded,
    help: 'keep what was recorded, with its findings: no keys, no values',
  },
];

/** `start`, a program of its own. Its options are read as those of every other command. */
export const start: HelpedCommand & WordTable & { summary: string } = {
  summary: 'serve the page; --profile -- COMMAND shows a program there while it runs',
  usage: `npm start -- [options]
       npm start -- [options] --profile -- COMMAND…`,
  about: 'Serves the Roundtrip page and measures a private Redis, or the one you name.',
  options,
  notes: `Environment:
  ROUNDTRIP_TOKEN          the presenter’s token (at least ${shortestToken} characters) in place of a random one;
                           needed on every address once given. "off": everybody may start, stop and tune.
                           Only for a port that something else guards, such as a container published on
                           127.0.0.1
  ROUNDTRIP_TARGETS        further Redis to choose from: JSON, or the path of a JSON file, as in
                           [{"id": "staging", "label": "Staging", "url": "redis://host:6379"}]; see
                           docs/targets.md
  ROUNDTRIP_ALLOWED_HOSTS  further names this server may be called by, as in "bench.example.org,box:8080"
  ROUNDTRIP_LOG            ${logLevels.join(', ')} (warn); the log goes to stderr`,
  exitCodes: `0 ended by Ctrl-C; with --profile, that of a program that ended by itself; 1 it cannot be served, or the
program could not be started; 2 wrong usage.`,
  helpCommand: 'npm start -- --help',
};
