import { mostKeysToFill } from '../../../../shared/limits.ts';
import type { EqualLine, ForeignOption, ForeignTool } from './equal-line.ts';

const nothing = (why: string) => (_value: string, into: EqualLine) => into.differs(why);
const to = (option: string) => (value: string, into: EqualLine) => into.say(option, value);
/** Kept under their own names until all is read: what they say depends on each other. */
const keep = (name: string) => (value: string, into: EqualLine) => into.say(`memtier${name}`, value);

function readPattern(value: string, into: EqualLine): void {
  const [sets = 'R', gets = sets] = value.toUpperCase().split(':');
  const ours = sets === 'P' ? 'S' : sets;
  into.say('--key-pattern', ours);
  if (sets !== gets)
    into.differs(`their --key-pattern has one for SET and one for GET; both are ${ours} here`);
  if (sets === 'P')
    into.differs('their P gives each connection a range of its own; S goes through all keys in turn');
}

const options: ForeignOption[] = [
  { names: ['-s', '--server', '-h', '--host'], takes: true, read: (host, into) => into.at({ host }) },
  { names: ['-p', '--port'], takes: true, read: (port, into) => into.at({ port }) },
  { names: ['-S', '--unix-socket'], takes: true, read: (socket, into) => into.at({ socket }) },
  { names: ['-4', '--ipv4', '-6', '--ipv6'], read: () => undefined },
  {
    names: ['-a', '--authenticate'],
    takes: true,
    read: (credentials, into) => {
      const [, user, password] = /^(?:([^:]*):)?(.*)$/s.exec(credentials) ?? [];
      into.at({ password: password ?? '', ...(user === undefined ? {} : { user }) });
    },
  },
  { names: ['--tls'], read: (_value, into) => into.at({ tls: true }) },
  { names: ['--cacert'], takes: true, read: (file, into) => into.file('ca', file) },
  { names: ['--cert'], takes: true, read: (file, into) => into.file('cert', file) },
  { names: ['--key'], takes: true, read: (file, into) => into.file('key', file) },
  { names: ['--tls-skip-verify'], read: nothing('certificates are always checked: give --cacert') },
  {
    names: ['--sni', '--tls-protocols'],
    takes: true,
    read: nothing('of TLS only ca, cert and key can be given'),
  },
  { names: ['--cluster-mode'], read: (_value, into) => into.at({ cluster: true }) },
  { names: ['--select-db'], takes: true, read: (database, into) => into.at({ database }) },
  {
    names: ['-P', '--protocol'],
    takes: true,
    read: (protocol, into) => {
      if (/^resp[23]$/.test(protocol)) into.say('--resp', protocol.slice(-1));
      else if (protocol !== 'redis') into.differs(`there is no protocol ${protocol} here`);
    },
  },
  { names: ['-c', '--clients'], takes: true, read: keep('-c') },
  { names: ['-t', '--threads'], takes: true, read: keep('-t') },
  { names: ['-n', '--requests'], takes: true, read: keep('-n') },
  { names: ['--rate-limiting'], takes: true, read: keep('--rate-limiting') },
  { names: ['--key-minimum'], takes: true, read: keep('--key-minimum') },
  { names: ['--key-maximum'], takes: true, read: keep('--key-maximum') },
  { names: ['--test-time'], takes: true, read: (seconds, into) => into.say('--duration', `${seconds}s`) },
  { names: ['--ratio'], takes: true, read: to('--ratio') },
  { names: ['--pipeline'], takes: true, read: to('-P') },
  { names: ['-d', '--data-size'], takes: true, read: to('-d') },
  { names: ['--data-size-range'], takes: true, read: to('--data-size-range') },
  { names: ['-R', '--random-data'], read: (_value, into) => into.say('--data', 'random') },
  { names: ['--key-pattern'], takes: true, read: readPattern },
  { names: ['--key-zipf-exp'], takes: true, read: to('--key-zipf-exp') },
  { names: ['--command'], takes: true, read: to('--command') },
  {
    names: ['--json-out-file'],
    takes: true,
    read: nothing('their JSON has another form; --json FILE writes ours'),
  },
  { names: ['-o', '--out-file'], takes: true, read: nothing('--markdown FILE writes the table') },
  { names: ['-x', '--run-count'], takes: true, read: (runs, into) => into.say('--starts', runs) },
  {
    names: ['--key-prefix'],
    takes: true,
    read: nothing('keys are the run’s own (roundtrip:…), whatever their prefix'),
  },
  {
    names: [
      '--hide-histogram',
      '--show-config',
      '--print-all-runs',
      '-D',
      '--debug',
      '--distinct-client-seed',
      '--randomize',
      '--no-expiry',
    ],
    read: () => undefined,
  },
  {
    names: ['--print-percentiles', '--client-stats', '--hdr-file-prefix', '--data-offset'],
    takes: true,
    read: () => undefined,
  },
  {
    names: ['--expiry-range'],
    takes: true,
    read: nothing('keys do not expire (their --expiry-range): use -t setex with --ttl'),
  },
  {
    names: ['--reconnect-interval'],
    takes: true,
    read: nothing(
      'connections are kept (their --reconnect-interval); --keepalive 0 opens one for each command or batch',
    ),
  },
  {
    names: ['--multi-key-get'],
    takes: true,
    read: nothing('lane multi-key sends MGET (their --multi-key-get)'),
  },
  {
    names: ['--wait-ratio', '--num-slaves', '--wait-timeout'],
    takes: true,
    read: nothing('there is no WAIT'),
  },
  {
    names: ['--data-size-list', '--data-size-pattern'],
    takes: true,
    read: nothing('sizes are one number, or --data-size-range'),
  },
  {
    names: ['--key-stddev', '--key-median'],
    takes: true,
    read: nothing('--key-pattern G has the middle of the keys and a sixth of them as deviation'),
  },
  {
    names: ['--command-ratio', '--command-key-pattern'],
    takes: true,
    read: nothing('one command of one’s own has all the weight'),
  },
  {
    names: ['--data-import', '--data-verify', '--verify-only', '--generate-keys', '--no-verify'],
    read: nothing('no data is imported or verified'),
  },
];

function finish(into: EqualLine): void {
  const take = (name: string, otherwise: number) => Number(into.take(`memtier${name}`) ?? otherwise);
  const threads = take('-t', 4);
  const connections = take('-c', 50) * threads;
  into.say('-c', String(connections));
  into.say('--threads', String(threads));
  const requests = into.take('memtier-n');
  if (into.said('--duration') === null) {
    into.say('-n', String(Number(requests ?? 10_000) * connections));
    into.differs(`their -n is for each of ${connections} connections; ours is for a whole lane`);
  }
  const rate = into.take('memtier--rate-limiting');
  if (rate !== null) {
    into.say('--rps', String(Number(rate) * connections));
    into.differs(
      `their --rate-limiting is for each of ${connections} connections; --rps is for a whole lane`,
    );
  }
  const keys = take('--key-maximum', 10_000_000) - take('--key-minimum', 0) + 1;
  const reads = into.said('--command') === null && !into.said('--ratio')?.endsWith(':0');
  into.say('-r', String(reads ? Math.min(keys, mostKeysToFill) : keys));
  if (reads && keys > mostKeysToFill)
    into.differs(`their ${keys} keys are ${mostKeysToFill} here, the most that are written before reads`);
  into.differs('their -c is for each of -t threads; ours is for a whole lane');
  into.differs('keys that are read are written first, so that each read finds one; theirs may be missing');
  if (into.said('--command') === null) into.fill('--ratio', '1:10');
  into.fill('-d', '32');
  into.fill('--resp', '2');
  if (into.said('-P') === null)
    into.differs(
      'without --pipeline they wait for each reply, as lane one-by-one does; the others have 16 in flight',
    );
  else
    into.differs('lane pipeline is what they do with --pipeline; the others are other ways to send the same');
}

export const memtier: ForeignTool = { name: 'memtier_benchmark', options, finish };
