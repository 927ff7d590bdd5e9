import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from './certificate.ts';
import { openAdmin } from '../connection/connect.ts';
import { endWithProcess } from './end-with-process.ts';
import { findServer, serverVersion, type ServerVersion } from './find-server.ts';
import { numberIn, readInfo } from '../info/info.ts';
import { freePort } from './free-port.ts';
import { makeFolder, sweepLeftovers } from './leftovers.ts';
import { serverArguments, socketPathOf, type ServerPlace } from './server-arguments.ts';
import { checkSettings, describeSettings, type ServerSettings } from './server-settings.ts';
import { inOwnNamespace, layKernelLink } from './kernel-link.ts';
import type { Endpoint, KernelLink, Target } from '../connection/target.ts';

export interface EmbeddedServer {
  readonly target: Target;
  readonly pid: number;
  /** Its temporary folder; gone after `stop`. */
  readonly folder: string;
  /** How the process ended, as in `killed by SIGKILL`; `null` until it ends. */
  readonly end: string | null;
  /** Resolves when the process has ended, by whatever. */
  readonly ended: Promise<void>;
  /** Ends the server and removes its folder; may be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where its folder is made; the system's folder for temporary files by default. */
  root?: string;
  /** A free port on 127.0.0.1; asked again when somebody else was faster. */
  choosePort?: () => Promise<number>;
  /** What the server does otherwise than usual. */
  settings?: ServerSettings;
  /** Further words of its command line. */
  words?: readonly string[];
  /** Path of the program that is started, in place of what the settings name. */
  program?: string;
}

/** The private redis-server would not start. The message ends with the last lines of its log. */
export class EmbeddedServerFailed extends Error {
  override readonly name = 'EmbeddedServerFailed';
}

const portAttempts = 5;
const readyWithinMs = 5000;

/**
 * Starts a private redis-server on a free port of 127.0.0.1: no persistence, no configuration file, a temporary
 * folder, unless the settings say otherwise. It ends with this process at the latest, and what a killed Roundtrip has
 * left is removed first. Throws RangeError for settings that cannot be, RedisServerMissing and EmbeddedServerFailed.
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const { root = tmpdir(), choosePort = freePort, settings = {}, words = [] } = options;
  checkSettings(settings);
  const program = options.program ?? findServer(process.env, settings.program);
  const version = await serverVersion(program);
  await sweepLeftovers(root).catch((error: unknown) => {
    throw cannotMakeFolder(root, error);
  });
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort();
    const outcome = await startOn(port, { program, version, root, settings, words });
    if (outcome.state === 'ready') return outcome.server;
    if (attempt === portAttempts || !/in use|EADDRINUSE/i.test(outcome.log))
      throw new EmbeddedServerFailed(
        `The private redis-server (${program} ${version.version}) did not start on 127.0.0.1:${port}:\n${outcome.log}`,
      );
  }
}

type Outcome = { state: 'ready'; server: EmbeddedServer } | { state: 'failed'; log: string };

interface StartOrder {
  program: string;
  version: ServerVersion;
  root: string;
  settings: ServerSettings;
  words: readonly string[];
}

async function startOn(
  port: number,
  { program, version, root, settings, words }: StartOrder,
): Promise<Outcome> {
  const { place, log, output, args } = furnishFolder(port, { version, root, settings });
  const { folder } = place;
  // In a process group of its own, so that Ctrl-C in the terminal reaches Roundtrip alone.
  const [first, ...others] = [...(settings.kernelLink ? inOwnNamespace : []), program, ...args, ...words];
  const child = spawn(first, others, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const forget = endWithProcess(() => remove(child, folder));
  const stop = async () => {
    // Its end is awaited: without this, Node would not stay alive for it.
    child.ref();
    child.kill('SIGKILL');
    await ended;
    forget();
    rmSync(folder, { recursive: true, force: true });
  };
  const target: Target = {
    description: {
      id: 'embedded',
      label: labelOf(version, settings),
      kind: 'embedded',
      version: version.version,
    },
    endpoint: endpointOf(place, settings),
    isPrivate: true,
  };
  const { pid } = child;
  if (pid !== undefined) {
    const link = settings.kernelLink ? await layLinkTo(pid, place, stop) : undefined;
    if (await becomesReady(child, target))
      return {
        state: 'ready',
        server: running(child, { target: { ...target, ...(link && { link }) }, pid, folder, ended, stop }),
      };
  }
  const lastLines = lastLinesOf(log);
  await stop();
  return { state: 'failed', log: lastLines };
}

/** Without a link the server is of no use. Rejects with EmbeddedServerFailed. */
async function layLinkTo(
  pid: number,
  { port, certificate }: ServerPlace,
  stop: () => Promise<void>,
): Promise<KernelLink> {
  try {
    const tls = certificate && { ca: certificate.cert, servername: 'localhost' };
    return { ...(await layKernelLink(pid)), port, ...(tls && { tls }) };
  } catch (error) {
    await stop();
    const why = error instanceof Error ? error.message : String(error);
    throw new EmbeddedServerFailed(`The kernel laid no link to the private redis-server: ${why}`);
  }
}

/** Makes the folder of a server and writes what it needs to start; leaves none when it cannot. */
function furnishFolder(
  port: number,
  { version, root, settings }: Pick<StartOrder, 'version' | 'root' | 'settings'>,
) {
  let folder: string | null = null;
  try {
    folder = makeFolder(root);
    const place: ServerPlace = { port, folder, certificate: settings.tls ? makeCertificate() : null };
    const args = serverArguments(place, version, settings);
    const log = join(folder, 'server.log');
    return { place, args, log, output: openSync(log, 'a') };
  } catch (error) {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    throw cannotMakeFolder(root, error);
  }
}

/** Errors of the file system become a sentence; others stay as they are. */
function cannotMakeFolder(root: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new EmbeddedServerFailed(
    `A private redis-server needs a temporary folder, and none can be made in ${root}: ${error.message}. Let TMPDIR name a folder that can be written to and has space.`,
  );
}

const running = (child: ChildProcess, parts: Omit<EmbeddedServer, 'end'>): EmbeddedServer => ({
  ...parts,
  get end() {
    if (child.signalCode !== null) return `killed by ${child.signalCode}`;
    return child.exitCode === null ? null : `ended with exit code ${child.exitCode}`;
  },
});

function labelOf({ name, version }: ServerVersion, settings: ServerSettings): string {
  const unusual = describeSettings(settings);
  return `Private ${name}-server ${version}${unusual === '' ? '' : ` (${unusual})`}`;
}

function endpointOf({ port, folder, certificate }: ServerPlace, settings: ServerSettings): Endpoint {
  const { user, password, unixSocket, kernelLink } = settings;
  const bySocket = unixSocket || kernelLink;
  return {
    ...(bySocket ? { path: socketPathOf(folder) } : { host: '127.0.0.1', port }),
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    db: 0,
    ...(certificate === null || bySocket ? {} : { tls: { ca: certificate.cert } }),
  };
}

/** Waits until it is this very server that answers at the port: another one may have been faster to take it. */
async function becomesReady(child: ChildProcess, target: Target): Promise<boolean> {
  const deadline = performance.now() + readyWithinMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
    const pid = await askPid(target);
    if (pid === child.pid) return true;
    await sleep(10);
  }
  return false;
}

async function askPid(target: Target): Promise<number | null> {
  try {
    const redis = await openAdmin(target, 1000);
    const info = await readInfo(redis, 'server').finally(() => redis.disconnect());
    return numberIn(info, 'process_id');
  } catch {
    return null;
  }
}

function remove(child: ChildProcess, folder: string): void {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

function lastLinesOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').slice(-8).join('\n');
  } catch {
    return '(no log)';
  }
}
