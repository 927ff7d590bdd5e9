import { commandIds } from '../../../../shared/commands/workload.ts';
import type { EqualLine, ForeignOption, ForeignTool } from './equal-line.ts';

const known: readonly string[] = commandIds.filter((id) => id !== 'custom');

const nothing = (why: string) => (_value: string, into: EqualLine) => into.differs(why);
const to = (option: string) => (value: string, into: EqualLine) => into.say(option, value);

/** Their `-t` is a list of tests that run one after the other. */
function readTests(value: string, into: EqualLine): void {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const [first = 'set', ...later] = names.map((name) => (/^ping_/.test(name) ? 'ping' : name));
  if (known.includes(first)) into.say('-t', first);
  else if (/^lrange/.test(first))
    into.say('--command', `LRANGE __key__ 0 ${Number(/\d+/.exec(first)?.[0] ?? 100) - 1}`);
  else into.say('--command', `${first.toUpperCase()} __key__`);
  const others = [...new Set(later)].filter((name) => name !== first);
  if (others.length > 0)
    into.differs(
      `their -t runs one test after the other; this line is for ${first}: run it once more for ${others.join(', ')}`,
    );
}

function readUri(value: string, into: EqualLine): void {
  const [, tls, , user = '', password = '', host = '127.0.0.1', port = '6379', database = ''] =
    /^redis(s?):\/\/((?:([^:@]*)(?::(.*))?)@)?([^:/]+)(?::(\d+))?(?:\/(\d+))?/
      .exec(value)
      ?.map((part: string | undefined) => part ?? '') ?? [];
  into.at({
    ...{ host, port: port || '6379', database, tls: tls === 's' },
    ...(user === '' ? {} : { user: decodeURIComponent(user) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  });
}

const options: ForeignOption[] = [
  { names: ['-h', '--host'], takes: true, read: (host, into) => into.at({ host }) },
  { names: ['-p', '--port'], takes: true, read: (port, into) => into.at({ port }) },
  { names: ['-s'], takes: true, read: (socket, into) => into.at({ socket }) },
  { names: ['-a'], takes: true, read: (password, into) => into.at({ password }) },
  { names: ['--user'], takes: true, read: (user, into) => into.at({ user }) },
  { names: ['-u'], takes: true, read: readUri },
  { names: ['-c'], takes: true, read: to('-c') },
  { names: ['-n'], takes: true, read: to('-n') },
  { names: ['-d'], takes: true, read: to('-d') },
  { names: ['--dbnum'], takes: true, read: (database, into) => into.at({ database }) },
  { names: ['-3'], read: (_value, into) => into.say('--resp', '3') },
  { names: ['--threads'], takes: true, read: to('--threads') },
  { names: ['--cluster'], read: (_value, into) => into.at({ cluster: true }) },
  { names: ['-k'], takes: true, read: to('--keepalive') },
  { names: ['-r'], takes: true, read: to('-r') },
  { names: ['-P'], takes: true, read: to('-P') },
  { names: ['-q'], read: (_value, into) => into.say('-q') },
  { names: ['--csv'], read: (_value, into) => into.say('--csv', '-') },
  { names: ['-t'], takes: true, read: readTests },
  { names: ['--tls'], read: (_value, into) => into.at({ tls: true }) },
  { names: ['--cacert'], takes: true, read: (file, into) => into.file('ca', file) },
  { names: ['--cert'], takes: true, read: (file, into) => into.file('cert', file) },
  { names: ['--key'], takes: true, read: (file, into) => into.file('key', file) },
  { names: ['--seed'], takes: true, read: to('--seed') },
  { names: ['--rps'], takes: true, read: to('--rps') },
  { names: ['--sequential'], read: (_value, into) => into.say('--key-pattern', 'S') },
  {
    names: ['--precision'],
    takes: true,
    read: nothing('their --precision is digits; here latencies have three'),
  },
  { names: ['-l'], read: nothing('their -l never ends: use --duration') },
  { names: ['-e'], read: nothing('failed commands are always counted and shown (their -e)') },
  { names: ['-I'], read: nothing('there are no idle connections (their -I)') },
  { names: ['-x'], read: nothing('nothing is read from stdin (their -x): write the value into --command') },
  { names: ['-X'], takes: true, read: nothing('their -X is not known here') },
  {
    names: ['--enable-tracking'],
    read: nothing('client tracking is not switched on (their --enable-tracking)'),
  },
  {
    names: ['--insecure'],
    read: nothing('certificates are always checked (their --insecure): give --cacert'),
  },
  {
    names: ['--sni', '--cacertdir', '--tls-ciphers', '--tls-ciphersuites', '--tls-protocols'],
    takes: true,
    read: nothing('of TLS only ca, cert and key can be given'),
  },
  {
    names: ['--rfr'],
    takes: true,
    read: nothing('reads go to masters (their --rfr): use --read-from replica'),
  },
  { names: ['--mptcp', '--rdma'], read: nothing('connections are plain TCP') },
  {
    names: ['--num-functions', '--num-keys-in-fcall'],
    takes: true,
    read: nothing('there is no FCALL among our commands'),
  },
];

function readCommand(words: readonly string[], into: EqualLine): void {
  const line = words.map((word) =>
    /__rand_int__|__rand_1st__/.test(word) && !/^__rand_int__$/.test(word) ? '__key__' : word,
  );
  const [name = '', key, ...rest] = line;
  into.say('--command', [name, ...(key === undefined ? [] : ['__key__']), ...rest].join(' '));
  if (key !== undefined && key !== '__key__')
    into.differs(
      `their key "${key}" is one of the run’s own here (__key__): only those are written and removed`,
    );
}

const finish = (into: EqualLine): void => {
  into.fill('-c', '50');
  if (into.said('-n') === null) into.say('-n', '100000');
  if (into.said('--command') === null) {
    into.fill('-t', 'set');
    into.fill('-d', '3');
  }
  if (into.said('-r') === null) {
    into.say('-r', '1');
    into.differs('without -r they use a single key, so this line has -r 1');
  }
  into.fill('--resp', '2');
  into.differs('-n is for each lane, as theirs is for each test');
  if (into.said('-P') === null)
    into.differs(
      'without -P they wait for each reply, as lane one-by-one does; the other lanes have 16 in flight',
    );
  else into.differs('lane pipeline is what they do with -P; the other lanes are other ways to send the same');
};

export const redisBenchmark: ForeignTool = { name: 'redis-benchmark', options, command: readCommand, finish };
export const valkeyBenchmark: ForeignTool = { ...redisBenchmark, name: 'valkey-benchmark' };
