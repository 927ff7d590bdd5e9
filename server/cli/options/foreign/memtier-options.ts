import {
  CannotBeHad,
  cannotBeHad,
  changesNothing,
  differsBy,
  keeps,
  says,
  type ForeignOption,
} from './foreign-tool.ts';
import { counts, keepsCount, placeOfUri, readPort, strict } from './numbers.ts';

/** Families of options that say nothing of the load: where results go, and how the tool starts. */
const ofOutput = [
  ...['--client-stats', '--hdr-file-prefix', '--print-percentiles', '--command-stats-breakdown'],
  ...['--statsd-host', '--statsd-port', '--statsd-prefix', '--statsd-run-label', '--graphite-port'],
];
const ofStart = [
  ...['--connection-timeout', '--max-reconnect-attempts', '--reconnect-backoff-factor'],
  ...['--thread-conn-start-min-jitter-micros', '--thread-conn-start-max-jitter-micros'],
];

/** Options of memtier_benchmark 2.3.1, and of all versions since 1.2. */
export const memtierOptions: readonly ForeignOption[] = [
  { names: ['--server', '-s', '--host', '-h'], takes: true, read: (host, into) => into.at({ host }) },
  {
    names: ['--port', '-p'],
    takes: true,
    read: (port, into, name) => into.at({ port: readPort(port, name) }),
  },
  { names: ['--unix-socket', '-S'], takes: true, read: (socket, into) => into.at({ socket }) },
  { names: ['--ipv4', '-4', '--ipv6', '-6'], read: differsBy('an address of that kind is given by -u') },
  {
    names: ['--authenticate', '-a'],
    takes: true,
    read: (credentials, into) => {
      const [, user, password] = /^(?:([^:]*):)?(.*)$/s.exec(credentials) ?? [];
      into.at({ password: password ?? '', ...(user === undefined ? {} : { user }) });
    },
  },
  { names: ['--uri', '-u'], takes: true, read: (uri, into, name) => into.at(placeOfUri(uri, name)) },
  { names: ['--tls'], read: (_value, into) => into.at({ tls: true }) },
  { names: ['--cacert'], takes: true, read: (file, into) => into.file('ca', file) },
  { names: ['--cert'], takes: true, read: (file, into) => into.file('cert', file) },
  { names: ['--key'], takes: true, read: (file, into) => into.file('key', file) },
  { names: ['--tls-skip-verify'], read: differsBy('certificates are always checked here: give --cacert') },
  {
    names: ['--sni', '--tls-protocols'],
    takes: true,
    read: differsBy('of TLS only ca, cert and key can be given here'),
  },
  { names: ['--cluster-mode'], read: (_value, into) => into.at({ cluster: true }) },
  {
    names: ['--select-db'],
    takes: true,
    read: (value, into, name) => into.at({ database: String(strict(value, name, 0)) }),
  },
  {
    names: ['--protocol', '-P'],
    takes: true,
    read: (protocol, into, name) => {
      if (/^resp[23]$/.test(protocol)) into.say('--resp', protocol.slice(-1));
      else if (protocol !== 'redis') throw new CannotBeHad(`${name} ${protocol}: it is no protocol of Redis`);
    },
  },
  { names: ['--clients', '-c'], takes: true, read: keepsCount('--clients') },
  { names: ['--threads', '-t'], takes: true, read: keepsCount('--threads') },
  {
    names: ['--requests', '-n'],
    takes: true,
    read: (value, into, name) =>
      into.keep('--requests', value === 'allkeys' ? value : String(strict(value, name, 1))),
  },
  { names: ['--rate-limiting'], takes: true, read: keepsCount('--rate-limiting', 0) },
  { names: ['--key-minimum'], takes: true, read: keepsCount('--key-minimum', 0) },
  { names: ['--key-maximum'], takes: true, read: keepsCount('--key-maximum') },
  {
    names: ['--test-time'],
    takes: true,
    read: (value, into, name) => into.say('--duration', `${strict(value, name, 1)}s`),
  },
  { names: ['--ratio'], takes: true, read: keeps('--ratio') },
  { names: ['--key-pattern'], takes: true, read: keeps('--key-pattern') },
  { names: ['--pipeline'], takes: true, read: counts('-P') },
  { names: ['--data-size', '-d'], takes: true, read: counts('-d') },
  { names: ['--data-size-range'], takes: true, read: says('--data-size-range') },
  { names: ['--data-size-list'], takes: true, read: keeps('--data-size-list') },
  { names: ['--random-data', '-R'], read: (_value, into) => into.say('--data', 'random') },
  { names: ['--data-offset'], takes: true, read: keepsCount('--data-offset', 0) },
  { names: ['--data-size-pattern'], takes: true, read: differsBy('sizes are drawn for each command here') },
  { names: ['--key-zipf-exp'], takes: true, read: says('--key-zipf-exp') },
  {
    names: ['--key-stddev', '--key-median'],
    takes: true,
    read: differsBy('--key-pattern G has the middle of the keys here, and a sixth of them as deviation'),
  },
  {
    names: ['--key-prefix'],
    takes: true,
    read: (prefix, into, name) => {
      if (prefix === '') into.leaveOut(name);
      else if (/^[\w:.-]{1,200}$/.test(prefix)) into.say('--key-prefix', prefix);
      else
        into.differs(`${name}: keys are the run’s own, and have letters, digits and _ : . - in their prefix`);
    },
  },
  { names: ['--expiry-range'], takes: true, read: keeps('--expiry-range') },
  { names: ['--multi-key-get'], takes: true, read: keepsCount('--multi-key-get') },
  { names: ['--reconnect-interval'], takes: true, read: keepsCount('--reconnect-interval') },
  { names: ['--command'], takes: true, read: keeps('--command') },
  { names: ['--command-ratio'], takes: true, read: keepsCount('--command-ratio') },
  { names: ['--command-key-pattern'], takes: true, read: keeps('--command-key-pattern') },
  { names: ['--monitor-input'], takes: true, read: keeps('--monitor-input') },
  {
    names: ['--monitor-pattern'],
    takes: true,
    read: differsBy('commands of a log are drawn by their share'),
  },
  { names: ['--run-count', '-x'], takes: true, read: counts('--starts') },
  {
    names: ['--wait-ratio', '--num-slaves', '--wait-timeout'],
    takes: true,
    read: differsBy('there is no WAIT here'),
  },
  {
    names: ['--clients-start', '--clients-step', '--step-duration'],
    takes: true,
    read: differsBy('all connections send from the start here'),
  },
  {
    names: ['--data-import'],
    takes: true,
    read: differsBy('keys and values of a file are not read here: values have -d bytes'),
  },
  { names: ['--data-verify'], read: differsBy('values are not verified after the run here') },
  { names: ['--generate-keys', '--no-expiry'], read: changesNothing },
  {
    names: ['--verify-only'],
    read: cannotBeHad('values are not verified here, and nothing else is asked for'),
  },
  {
    names: ['--scan-incremental-iteration'],
    read: cannotBeHad('SCAN goes over keys of others: only commands with a key are sent'),
  },
  {
    names: ['--scan-incremental-max-iterations'],
    takes: true,
    read: cannotBeHad('SCAN goes over keys of others: only commands with a key are sent'),
  },
  { names: ['--reconnect-on-error'], read: differsBy('a client library reconnects by itself here') },
  {
    names: ['--json-out-file'],
    takes: true,
    read: differsBy('their JSON has another form; --json FILE writes ours'),
  },
  { names: ['--out-file', '-o'], takes: true, read: differsBy('--markdown FILE writes the table') },
  {
    names: ['--hide-histogram', '--show-config', '--print-all-runs', '--debug', '-D'],
    read: changesNothing,
  },
  { names: ['--distinct-client-seed', '--randomize'], read: differsBy('--seed N draws others here') },
  { names: [...ofOutput, ...ofStart], takes: true, read: changesNothing },
  { names: ['--help', '--version', '-v'], read: cannotBeHad('it sends nothing') },
];
