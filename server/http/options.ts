import { parseArgs } from 'node:util';
import { resolve, isAbsolute, join } from 'node:path';
import { homedir } from 'node:os';
import { readDuration, readPercent, Unreadable } from '../../shared/settings/notation.ts';
import { readNamedTargets, type NamedTarget } from '../redis/targets/named-targets.ts';

/** How the server is to be run, from the command line and the environment. */
export interface ServerOptions {
  port: number;
  /** Whether the next free port may be taken in its place. */
  portMayMove: boolean;
  host: string;
  /** A Redis to measure; `null`: a private one is started. */
  url: string | null;
  /** The control Redis of the agents that runs may have; `null`: they have none. */
  join: string | null;
  /** Further ones to choose from. */
  namedTargets: NamedTarget[];
  allowedHosts: string[];
  /** As given: a token, `off`, or nothing. */
  token: string | undefined;
  logLevel: string;
  /** Whether X-Forwarded-For of a proxy before the server is believed. */
  trustProxy: boolean;
  /** The file in which the history is kept; `null`: none is. */
  history: string | null;
  /** What is recorded beside the page; `null`: nothing is. */
  profile: ProfileOptions | null;
}

export interface ProfileOptions {
  /** The program and its words. */
  command: string[];
  /** Of a core, what recording may take. */
  share: number;
  durationMs: number | null;
  /** Paths of which nothing is said. */
  ignored: string[];
  traceFile: string | null;
}

/** The command line or the environment says something that cannot be meant. */
export class ServerOptionsError extends Error {
  override readonly name = 'UsageError';
}

const defaultPort = 4173;
const shortestToken = 8;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const profileLine = 'npm start -- --profile -- node app.js';

export const help = `Usage: npm start -- [options]
       npm start -- [options] --profile -- COMMAND…

Serves the Roundtrip page and measures a private Redis, or the one you name.

Options (environment variable)
  --port N       (PORT)            port to listen on; ${defaultPort}, or the next free one if that is taken
  --host ADDRESS (ROUNDTRIP_HOST)  address to listen on; 127.0.0.1: only this machine. 0.0.0.0: everybody who
                                   reaches it may watch; starting, stopping and tuning need the presenter's
                                   token, which is printed with the address at the start
  --url URL      (ROUNDTRIP_URL)   Redis to measure, as in redis://:password@host:6379; a private one by default
  --join URL     (ROUNDTRIP_JOIN)  control Redis of load machines (roundtrip agent): runs may then have agents that have
                                   joined it, and the page shows them; see docs/scale.md
  --history FILE (ROUNDTRIP_HISTORY) where every run is kept, an SQLite file; by default in the folder in which programs
                                   of this user keep their data. "off": nothing is kept
  --trust-proxy  (ROUNDTRIP_TRUST_PROXY=1) a proxy stands before the server: wrong tokens and requests are counted by
                                   the address that it adds to X-Forwarded-For. Without a proxy leave it out:
                                   anybody could make that header up
  --help

A program of Node that is recorded while you watch, in the room Profile (docs/profile.md)
  --profile -- COMMAND…            runs it. Its output stays as it is; lines of the server go to stderr. The page stays
                                   when the program has ended, Ctrl-C ends both. PORT is then the program's
  --budget 3%                      of a core, what recording may take
  --ignore PATH                    say nothing of sites in this file or folder; repeatable
  --duration 30s                   ask the program to end (SIGTERM) after this long
  --trace FILE                     keep what was recorded, with its findings: no keys, no values

Exit codes: 0 ended by Ctrl-C; with --profile, that of a program that ended by itself; 1 it cannot be served, or the
program could not be started; 2 wrong usage.

Environment
  ROUNDTRIP_TOKEN          the presenter's token (at least ${shortestToken} characters) in place of a random one; needed on
                           every address once given. "off": everybody may start, stop and tune. Only for a
                           port that something else guards, such as a container published on 127.0.0.1
  ROUNDTRIP_TARGETS        further Redis to choose from: JSON, or the path of a JSON file, as in
                           [{"id": "staging", "label": "Staging", "url": "redis://host:6379"}]; see docs/targets.md
  ROUNDTRIP_ALLOWED_HOSTS  further names this server may be called by, as in "bench.example.org,box:8080"
  ROUNDTRIP_LOG            ${logLevels.join(', ')} (warn); the log goes to stderr
`;

/** Reads the options; `null` when only the help is wanted. Throws UsageError and NamedTargetsInvalid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): ServerOptions | null {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flags = parseFlags(args.slice(0, end));
  if (flags.help) return null;
  const profile = readProfile(flags, args.slice(end + 1));
  // Programs listen there as well.
  const port = flags.port ?? (profile ? undefined : nonEmpty(env['PORT']));
  const host = flags.host ?? nonEmpty(env['ROUNDTRIP_HOST']) ?? '127.0.0.1';
  return {
    port: port === undefined ? defaultPort : readPort(port),
    portMayMove: port === undefined,
    host: readHost(host),
    url: flags.url ?? nonEmpty(env['ROUNDTRIP_URL']) ?? null,
    join: flags.join ?? nonEmpty(env['ROUNDTRIP_JOIN']) ?? null,
    namedTargets: readNamedTargets(env),
    allowedHosts: (env['ROUNDTRIP_ALLOWED_HOSTS'] ?? '').split(/[\s,]+/).filter((name) => name !== ''),
    token: readToken(nonEmpty(env['ROUNDTRIP_TOKEN'])),
    logLevel: readLogLevel(nonEmpty(env['ROUNDTRIP_LOG'])),
    trustProxy: flags['trust-proxy'] ?? readSwitch('ROUNDTRIP_TRUST_PROXY', env),
    history: readHistory(flags.history ?? nonEmpty(env['ROUNDTRIP_HISTORY']), env),
    profile,
  };
}

const placesOfPrograms = ['read', 'monitor', 'listen', 'listen-cert', 'listen-key', 'listen-password'];
const ofEndedPrograms = ['assert', 'baseline', 'json', 'markdown', 'html'];

/** Options of `roundtrip profile` that make no sense beside a page. Throws UsageError. */
function refuseOfProfile(args: readonly string[]): void {
  for (const word of args) {
    const [, name = ''] = /^--([a-z-]+)/.exec(word) ?? [];
    if (placesOfPrograms.includes(name))
      throw new ServerOptionsError(`--${name} is for roundtrip profile: it takes the place of a program`);
    if (ofEndedPrograms.includes(name))
      throw new ServerOptionsError(
        `--${name} is for roundtrip profile: it needs a program that has ended. Here --trace FILE keeps what was recorded; then roundtrip profile --read FILE --${name} …`,
      );
  }
}

function parseFlags(args: readonly string[]) {
  const options = {
    port: { type: 'string' },
    host: { type: 'string' },
    url: { type: 'string' },
    join: { type: 'string' },
    history: { type: 'string' },
    'trust-proxy': { type: 'boolean' },
    profile: { type: 'boolean' },
    budget: { type: 'string' },
    ignore: { type: 'string', multiple: true },
    duration: { type: 'string' },
    trace: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  if (args.includes('--profile')) refuseOfProfile(args);
  try {
    const { values, tokens } = parseArgs({ args: [...args], options, tokens: true });
    refuseRepeated(tokens.flatMap((token) => (token.kind === 'option' && token.value ? token.name : [])));
    return values;
  } catch (error) {
    if (error instanceof ServerOptionsError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ServerOptionsError(
      code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' && args.includes('--profile')
        ? `a program comes after --, as in ${profileLine}`
        : message,
    );
  }
}

/** One of two values would be dropped. Throws UsageError. */
function refuseRepeated(names: readonly string[]): void {
  const twice = names.find((name, index) => name !== 'ignore' && names.indexOf(name) < index);
  if (twice !== undefined)
    throw new ServerOptionsError(`--${twice} is given more than once, and takes one value: give one of them`);
}

const ofRecording = ['budget', 'ignore', 'duration', 'trace'] as const;

function readProfile(flags: ReturnType<typeof parseFlags>, command: string[]): ProfileOptions | null {
  if (!flags.profile) {
    const other = ofRecording.find((name) => flags[name] !== undefined);
    if (other === undefined && command.length === 0) return null;
    throw new ServerOptionsError(
      `${other === undefined ? `-- ${command[0] ?? ''}` : `--${other}`} is for a program that is recorded: ${profileLine}`,
    );
  }
  if (command.length === 0) throw new ServerOptionsError(`--profile: which program? ${profileLine}`);
  return {
    command,
    share: reading('--budget', readPercent)(flags.budget ?? '3%'),
    durationMs: flags.duration === undefined ? null : reading('--duration', readDuration)(flags.duration),
    ignored: flags.ignore ?? [],
    traceFile: flags.trace ?? null,
  };
}

const reading =
  <Value>(option: string, read: (text: string) => Value) =>
  (text: string): Value => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      throw new ServerOptionsError(`${option} takes ${error.message}`);
    }
  };

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ServerOptionsError(`port: must be a whole number from 0 to 65535, not "${text}"`);
}

/** "localhost" may be two addresses, and a server listens on one. */
function readHost(text: string): string {
  if (text === '' || /[\s/@]/.test(text))
    throw new ServerOptionsError(`host: must be an address, not "${text}"`);
  return text === 'localhost' ? '127.0.0.1' : text;
}

function readToken(text: string | undefined): string | undefined {
  if (text === undefined || text === 'off') return text;
  if (text.length >= shortestToken && /^[\w.~+/=-]+$/.test(text)) return text;
  throw new ServerOptionsError(
    `ROUNDTRIP_TOKEN: must be "off" or at least ${shortestToken} letters, digits and . _ ~ + / = -`,
  );
}

function readSwitch(name: string, env: NodeJS.ProcessEnv): boolean {
  const text = nonEmpty(env[name]) ?? '0';
  if (text === '0' || text === '1') return text === '1';
  throw new ServerOptionsError(`${name}: must be 0 or 1, not "${text}"`);
}

function readHistory(text: string | undefined, env: NodeJS.ProcessEnv): string | null {
  if (text === 'off') return null;
  if (text === '') throw new ServerOptionsError('history: must be the path of a file, or "off"');
  return text === undefined ? defaultHistoryFile(env) : resolve(text);
}

function readLogLevel(text = 'warn'): string {
  if (logLevels.includes(text)) return text;
  throw new ServerOptionsError(`ROUNDTRIP_LOG: must be one of ${logLevels.join(', ')}, not "${text}"`);
}

const name = 'history.sqlite';

/** Where the history lies unless somebody says otherwise: the folder in which programs of a user keep their data. */
export function defaultHistoryFile(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = nonEmpty(env['HOME']) ?? homedir();
  switch (platform) {
    case 'win32':
      return join(nonEmpty(env['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'), 'Roundtrip', name);
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Roundtrip', name);
    default: {
      const data = nonEmpty(env['XDG_DATA_HOME']);
      // The specification has relative paths ignored.
      const folder = data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share');
      return join(folder, 'roundtrip', name);
    }
  }
}
