import { cannotBeHad, changesNothing, differsBy, keeps, type ForeignOption } from './foreign-tool.ts';
import { lenient, placeOfUri, readPort } from './numbers.ts';
import type { EqualLine } from './equal-line.ts';

/** A count that is at least `least` in the tool, whatever was typed. */
const counts =
  (option: string, least: number) =>
  (value: string, into: EqualLine, name: string): void =>
    into.say(option, String(Math.max(least, lenient(value, name, into))));

const keepsCount =
  (as: string) =>
  (value: string, into: EqualLine, name: string): void =>
    into.keep(as, String(lenient(value, name, into)));

const seconds =
  (option: string) =>
  (value: string, into: EqualLine, name: string): void =>
    into.say(option, `${lenient(value, name, into)}s`);

const ofTls = 'of TLS only ca, cert and key can be given here';
const plainTcp = 'connections are plain TCP here';
const fuzzer = 'it sends commands that are drawn at random, and measures none';

/** Options of redis-benchmark 8, and of all versions since 2.6. */
export const redisBenchmarkOptions: readonly ForeignOption[] = [
  { names: ['-h'], takes: true, read: (host, into) => into.at({ host }) },
  { names: ['-p'], takes: true, read: (port, into, name) => into.at({ port: readPort(port, name) }) },
  { names: ['-s'], takes: true, read: (socket, into) => into.at({ socket }) },
  { names: ['-a'], takes: true, read: (password, into) => into.at({ password }) },
  { names: ['--user'], takes: true, read: (user, into) => into.at({ user }) },
  { names: ['-u'], takes: true, read: (uri, into, name) => into.at(placeOfUri(uri, name)) },
  { names: ['-c'], takes: true, read: counts('-c', 0) },
  { names: ['-n'], takes: true, read: counts('-n', 0) },
  { names: ['-d'], takes: true, read: counts('-d', 1) },
  { names: ['-P'], takes: true, read: counts('-P', 1) },
  { names: ['-r'], takes: true, read: keepsCount('-r') },
  { names: ['-t'], takes: true, read: keeps('-t') },
  {
    names: ['-k'],
    takes: true,
    read: (value, into, name) => into.say('--keepalive', lenient(value, name, into) === 0 ? '0' : '1'),
  },
  {
    names: ['--dbnum'],
    takes: true,
    read: (value, into, name) => into.at({ database: String(lenient(value, name, into)) }),
  },
  { names: ['-3'], read: (_value, into) => into.say('--resp', '3') },
  { names: ['--threads'], takes: true, read: keepsCount('--threads') },
  { names: ['--cluster'], read: (_value, into) => into.at({ cluster: true }) },
  { names: ['-q'], read: (_value, into) => into.say('-q') },
  { names: ['--csv'], read: (_value, into) => into.say('--csv', '-') },
  { names: ['--tls'], read: (_value, into) => into.at({ tls: true }) },
  { names: ['--cacert'], takes: true, read: (file, into) => into.file('ca', file) },
  { names: ['--cert'], takes: true, read: (file, into) => into.file('cert', file) },
  { names: ['--key'], takes: true, read: (file, into) => into.file('key', file) },
  { names: ['--seed'], takes: true, read: counts('--seed', 0) },
  { names: ['--precision'], takes: true, read: differsBy('theirs is digits; latencies have three here') },
  { names: ['-l'], read: differsBy('theirs never ends; give --duration') },
  { names: ['-e'], read: differsBy('theirs has no effect; failed commands are counted and shown here') },
  {
    names: ['-x'],
    read: (_value, into, name) => into.keep('-x', name),
  },
  {
    names: ['--enable-tracking'],
    read: differsBy('client tracking is not switched on; lane cached does so'),
  },
  { names: ['--insecure'], read: differsBy('certificates are always checked here: give --cacert') },
  {
    names: ['--sni', '--cacertdir', '--tls-ciphers', '--tls-ciphersuites'],
    takes: true,
    read: differsBy(ofTls),
  },
  { names: ['-I'], read: cannotBeHad('it opens idle connections and sends nothing') },
  { names: ['--help', '--version', '-v'], read: cannotBeHad('it sends nothing') },
];

/** Further options of valkey-benchmark 9. */
export const valkeyBenchmarkOptions: readonly ForeignOption[] = [
  ...redisBenchmarkOptions,
  { names: ['--duration'], takes: true, read: seconds('--duration') },
  { names: ['--warmup'], takes: true, read: seconds('--warmup') },
  { names: ['--rps'], takes: true, read: keepsCount('--rps') },
  { names: ['--sequential'], read: (_value, into) => into.say('--key-pattern', 'S') },
  {
    names: ['--rfr'],
    takes: true,
    read: (value, into, name) => {
      if (value === 'no') return;
      into.say('--read-from', 'replica');
      if (value === 'all') into.differs(`${name} all: reads go to replicas alone here`);
    },
  },
  { names: ['--mptcp', '--rdma'], read: differsBy(plainTcp) },
  { names: ['--num-functions', '--num-keys-in-fcall'], takes: true, read: changesNothing },
  { names: ['--dataset', '--maxdocs'], takes: true, read: cannotBeHad('values of a file are not read here') },
  { names: ['--fuzz'], read: cannotBeHad(fuzzer) },
  { names: ['--fuzz-mode', '--fuzz-loglevel'], takes: true, read: cannotBeHad(fuzzer) },
];
