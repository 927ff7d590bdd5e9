import { resolve, isAbsolute, join } from 'node:path';
import { homedir } from 'node:os';
import { readNamedTargets, type NamedTarget } from '../redis/targets/named-targets.ts';
import { lastOf, readCall, type OptionValues } from '../terminal/options/option-words.ts';
import { defaultPort, logLevels, shortestToken, start, startLine } from '../terminal/options/start.ts';
import { parseDuration, parsePercent, routesIn } from '../terminal/options/values.ts';
import { UsageError } from '../terminal/usage-error.ts';

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
  /** Patterns that name requests where no router does. */
  routes: string[];
  traceFile: string | null;
}

/** Reads the options; `null` when only the help is wanted. Throws UsageError and NamedTargetsInvalid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): ServerOptions | null {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const values = valuesIn(args.slice(0, end));
  if (values.has('help')) return null;
  const profile = readProfile(values, args.slice(end + 1));
  const given = (name: string, variable: string): string | null =>
    lastOf(values, name) ?? nonEmpty(env[variable]) ?? null;
  // Programs listen there as well.
  const port = profile ? lastOf(values, 'port') : given('port', 'PORT');
  return {
    port: port === null ? defaultPort : readPort(port),
    portMayMove: port === null,
    host: readHost(given('host', 'ROUNDTRIP_HOST') ?? '127.0.0.1'),
    url: given('url', 'ROUNDTRIP_URL'),
    join: given('join', 'ROUNDTRIP_JOIN'),
    namedTargets: readNamedTargets(env),
    allowedHosts: (env['ROUNDTRIP_ALLOWED_HOSTS'] ?? '').split(/[\s,]+/).filter((name) => name !== ''),
    token: readToken(nonEmpty(env['ROUNDTRIP_TOKEN'])),
    logLevel: readLogLevel(nonEmpty(env['ROUNDTRIP_LOG'])),
    trustProxy: values.has('trust-proxy') || readSwitch('ROUNDTRIP_TRUST_PROXY', env),
    history: readHistory(given('history', 'ROUNDTRIP_HISTORY'), env),
    profile,
  };
}

const placesOfPrograms = ['read', 'monitor', 'listen', 'listen-cert', 'listen-key', 'listen-password'];
const ofEndedPrograms = ['assert', 'baseline', 'json', 'markdown', 'html'];

/** Refuses options of `roundtrip profile` that make no sense beside a page. Throws UsageError. */
function refuseOfProfile(args: readonly string[]): void {
  for (const word of args) {
    const [, name = ''] = /^--([a-z-]+)/.exec(word) ?? [];
    if (placesOfPrograms.includes(name))
      throw new UsageError(`--${name} is for roundtrip profile: it takes the place of a program`);
    if (ofEndedPrograms.includes(name))
      throw new UsageError(
        `--${name} is for roundtrip profile: it needs a program that has ended. Here --trace FILE keeps what was recorded; then roundtrip profile --read FILE --${name} …`,
      );
  }
}

/** Throws UsageError. */
function valuesIn(args: readonly string[]): OptionValues {
  const isProfile = args.includes('--profile');
  if (isProfile) refuseOfProfile(args);
  const { values, operands } = readCall(args, isProfile ? { ...start, operands: 'files' } : start);
  if (operands.length > 0) throw new UsageError(`a program comes after --, as in ${startLine}`);
  return values;
}

const ofRecording = ['budget', 'ignore', 'route', 'duration', 'trace'];

function readProfile(values: OptionValues, command: string[]): ProfileOptions | null {
  if (!values.has('profile')) {
    const other = ofRecording.find((name) => values.has(name));
    if (other === undefined && command.length === 0) return null;
    throw new UsageError(
      `${other === undefined ? `-- ${command[0] ?? ''}` : `--${other}`} is for a program that is recorded: ${startLine}`,
    );
  }
  if (command.length === 0) throw new UsageError(`--profile: which program? ${startLine}`);
  const duration = lastOf(values, 'duration');
  return {
    command,
    share: parsePercent(lastOf(values, 'budget') ?? '3%', '--budget'),
    durationMs: duration === null ? null : parseDuration(duration, '--duration'),
    ignored: [...(values.get('ignore') ?? [])],
    routes: routesIn(values),
    traceFile: lastOf(values, 'trace'),
  };
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`port: must be a whole number from 0 to 65535, not "${text}"`);
}

/** "localhost" may be two addresses, and a server listens on one. */
function readHost(text: string): string {
  if (text === '' || /[\s/@]/.test(text)) throw new UsageError(`host: must be an address, not "${text}"`);
  return text === 'localhost' ? '127.0.0.1' : text;
}

function readToken(text: string | undefined): string | undefined {
  if (text === undefined || text === 'off') return text;
  if (text.length >= shortestToken && /^[\w.~+/=-]+$/.test(text)) return text;
  throw new UsageError(
    `ROUNDTRIP_TOKEN: must be "off" or at least ${shortestToken} letters, digits and . _ ~ + / = -`,
  );
}

function readSwitch(name: string, env: NodeJS.ProcessEnv): boolean {
  const text = nonEmpty(env[name]) ?? '0';
  if (text === '0' || text === '1') return text === '1';
  throw new UsageError(`${name}: must be 0 or 1, not "${text}"`);
}

function readHistory(text: string | null, env: NodeJS.ProcessEnv): string | null {
  if (text === 'off') return null;
  if (text === '') throw new UsageError('history: must be the path of a file, or "off"');
  return text === null ? defaultHistoryFile(env) : resolve(text);
}

function readLogLevel(text = 'warn'): string {
  if (logLevels.includes(text)) return text;
  throw new UsageError(`ROUNDTRIP_LOG: must be one of ${logLevels.join(', ')}, not "${text}"`);
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
