import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { profileLine } from '../../../shared/profile/open-profile.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';
import { RecordingProxy, type ProxyOptions } from '../../profile/proxy/proxy.ts';
import { openAdmin } from '../../redis/connection/connect.ts';
import { addressOf, type Endpoint } from '../../redis/connection/target.ts';
import { explainFailure, TargetUnusable } from '../../redis/connection/target-unusable.ts';
import { readTlsFiles } from '../../redis/connection/tls-files.ts';
import { openTarget } from '../../redis/targets/open-target.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { lastOf, type CommandCall, type OptionValues } from '../../terminal/options/option-words.ts';
import { requestsIn } from '../options/output.ts';
import { profileReporters } from '../options/profile.ts';
import { parseDuration } from '../../terminal/options/values.ts';
import { Outputs } from '../output/outputs.ts';
import type { Terminal } from '../output/terminal.ts';
import { isPassed, judgeOf, reportProfile, shareIn } from './profile-report.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const passwordVariable = 'ROUNDTRIP_LISTEN_PASSWORD';

/**
 * Profiles programs in any language, between them and their server, until Ctrl-C or for a time. Resolves with the exit
 * code. Throws UsageError before anything listens, and what keeps the server from being reached.
 */
export async function profileByProxy({ values, operands }: CommandCall, terminal: Terminal): Promise<number> {
  if (operands.length > 0)
    throw new UsageError('--listen starts no program: start it by itself, and let it connect to the proxy');
  const gate = judgeOf(values);
  const outputs = new Outputs(requestsIn(values, profileReporters), terminal.stdout);
  const duration = lastOf(values, 'duration');
  const durationMs = duration === null ? null : parseDuration(duration, '--duration');
  const options = optionsIn(values);
  const endpoint = await upstreamIn(values);
  const proxy = new RecordingProxy({
    ...options,
    upstream: endpoint,
    warn: (text) => {
      terminal.stderr(`roundtrip: ${text}\n`);
    },
  });
  const { host } = options.listen;
  const port = await proxy.listen().catch((error: unknown) => {
    throw new Error(`cannot listen at ${host}:${options.listen.port}: ${messageOf(error)}`, { cause: error });
  });
  const startedAt = new Date().toISOString();
  const start = { ms: performance.now(), cpu: process.cpuUsage() };
  const stopping = stopOnSignal(terminal.stderr);
  try {
    const delayMs = await proxy.measureDelay().catch(() => null);
    const at = addressOf({ host, port, db: 0 });
    terminal.stderr(
      `Listening at ${at}, passing on to ${addressOf(endpoint)}. Let the program connect here; Ctrl-C ends and reports.\n`,
    );
    await (durationMs === null
      ? until(stopping.signal)
      : sleep(durationMs, null, { signal: stopping.signal }).catch(() => null));
    await proxy.close();
    const tookMs = performance.now() - start.ms;
    const { user, system } = process.cpuUsage(start.cpu);
    const text = proxy.trace();
    const { connections, unread, isCluster } = proxy;
    const profile = profileOf(
      readTrace(text),
      {
        ...{ startedAt, program: addressOf(endpoint), tookMs, isCluster },
        proxy: { connections, unread, delayMs, cpu: (user + system) / 1000 / tookMs },
      },
      withoutSource('proxy'),
    );
    const traceFile = lastOf(values, 'trace');
    if (traceFile !== null) writeFileSync(traceFile, text + profileLine(profile), { mode: 0o600 });
    const stream = outputs.takeStdout ? 'stderr' : 'stdout';
    const checks = reportProfile(profile, { gate, outputs, quiet: values.has('quiet'), stream }, terminal);
    return isPassed(checks) ? exitCodes.done : exitCodes.assertionFailed;
  } finally {
    stopping.forget();
  }
}

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });

/** Throws UsageError. */
function optionsIn(
  values: OptionValues,
): Pick<ProxyOptions, 'listen' | 'certificate' | 'password' | 'share'> {
  const listen = addressIn(lastOf(values, 'listen') ?? '');
  const [cert, key] = [lastOf(values, 'listen-cert'), lastOf(values, 'listen-key')];
  const files = { ...(cert === null ? {} : { cert }), ...(key === null ? {} : { key }) };
  const tls = readTlsFiles(files, (reason) => new UsageError(`--listen-cert, --listen-key: ${reason}`));
  const certificate =
    tls.cert !== undefined && tls.key !== undefined ? { cert: tls.cert, key: tls.key } : null;
  const password = lastOf(values, 'listen-password') ?? process.env[passwordVariable] ?? null;
  if (password === '') throw new UsageError('--listen-password is empty');
  if (!isLoopback(listen.host) && (certificate === null || password === null))
    throw new UsageError(
      `--listen ${listen.host}: others can reach this address, so it needs TLS (--listen-cert FILE --listen-key FILE) and --listen-password; or listen at 127.0.0.1`,
    );
  return { listen, certificate, password, share: shareIn(values) };
}

/** `127.0.0.1:6380`, `[::1]:6380`, `:6380` or `6380`. */
function addressIn(text: string): { host: string; port: number } {
  const [, six, host = six ?? '127.0.0.1', digits = ''] =
    /^(?:\[([\da-f:.]+)\]:|([^:[\]]+):|:)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535)
    throw new UsageError(`--listen takes HOST:PORT, as in 127.0.0.1:6380, not "${text}"`);
  return { host, port };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Where bytes go to. Throws UsageError for what cannot be passed on to, and TargetUnusable. */
async function upstreamIn(values: OptionValues): Promise<Endpoint> {
  const url = lastOf(values, 'url');
  if (url === null)
    throw new UsageError('--listen passes on to a server: name it, as in -u redis://localhost:6379');
  const { endpoint } = await openTarget(url);
  if (endpoint.cluster) throw new UsageError(`-u: ${clusterReason}`);
  if (endpoint.username !== undefined || endpoint.password !== undefined)
    throw new UsageError(
      '-u holds a password: the proxy signs in nowhere. The program does, through it: leave it out here',
    );
  if (endpoint.db !== 0)
    throw new UsageError(
      '-u names a database: the program selects its own, through the proxy. Leave it out here',
    );
  await refuseCluster(endpoint);
  return endpoint;
}

const clusterReason =
  'a cluster cannot be profiled through one address: its nodes send a client on to each other, past the proxy. A program of Node can be profiled in process: roundtrip profile -- node app.js';

/** A server that wants a password does not say what it is: then its replies will. */
async function refuseCluster(endpoint: Endpoint): Promise<void> {
  const admin = await openAdmin({ endpoint }, 3000).catch((error: unknown) => {
    if (error instanceof TargetUnusable && error.reason === 'password') return null;
    throw error;
  });
  if (!admin) return;
  try {
    const info = await admin.info('cluster').catch((error: unknown) => {
      const failure = explainFailure(error, endpoint);
      if (['password', 'not-allowed'].includes(failure.reason)) return '';
      throw failure;
    });
    if (/^cluster_enabled:1/m.test(info)) throw new UsageError(`-u ${addressOf(endpoint)}: ${clusterReason}`);
  } finally {
    admin.disconnect();
  }
}
