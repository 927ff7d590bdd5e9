import type { EqualLine } from './equal-line.ts';
import {
  CannotBeHad,
  cannotBeHad,
  changesNothing,
  differsBy,
  keeps,
  says,
  type ForeignOption,
  type ForeignTool,
} from './foreign-tool.ts';
import { counts, keepsCount, readPort } from './numbers.ts';
import { ownLine, sayOwnLines } from './own-lines.ts';
import { splitLine } from './shell-line.ts';

const options: readonly ForeignOption[] = [
  { names: ['-h'], takes: true, read: (host, into) => into.at({ host }) },
  { names: ['-p'], takes: true, read: (port, into, name) => into.at({ port: readPort(port, name) }) },
  { names: ['-a'], takes: true, read: (password, into) => into.at({ password }) },
  { names: ['-u'], takes: true, read: (user, into) => into.at({ user }) },
  { names: ['-tls'], read: (_value, into) => into.at({ tls: true }) },
  { names: ['-insecure'], read: differsBy('certificates are always checked here') },
  {
    names: ['-tls-ciphers', '-tls-ciphersuites'],
    takes: true,
    read: differsBy('ciphers cannot be chosen here'),
  },
  { names: ['-oss-cluster'], read: (_value, into) => into.at({ cluster: true }) },
  { names: ['-c'], takes: true, read: counts('-c') },
  { names: ['-n'], takes: true, read: counts('-n') },
  { names: ['-d'], takes: true, read: counts('-d') },
  { names: ['-P'], takes: true, read: counts('-P') },
  { names: ['-r'], takes: true, read: keepsCount('-r', 0) },
  { names: ['-rps'], takes: true, read: keepsCount('-rps', 0) },
  { names: ['-rps-burst'], takes: true, read: differsBy('commands become due at equal distances here') },
  { names: ['-random-seed'], takes: true, read: says('--seed') },
  {
    names: ['-resp'],
    takes: true,
    read: (version, into) => into.say('--resp', version === '' ? '2' : version),
  },
  { names: ['-cmd'], takes: true, read: keeps('-cmd') },
  { names: ['-cmd-ratio'], takes: true, read: keeps('-cmd-ratio') },
  { names: ['-l'], read: differsBy('theirs never ends; give --duration') },
  {
    names: ['-multi'],
    read: differsBy('theirs puts each command into MULTI and EXEC; lane multi does so with a batch'),
  },
  {
    names: ['-wait-replicas', '-wait-replicas-timeout-ms'],
    takes: true,
    read: differsBy('there is no WAIT here'),
  },
  { names: ['-rueidis'], read: differsBy('lanes have client libraries of Node') },
  {
    names: ['-csc', '-csc-use-multi-exec'],
    read: differsBy('there is no cache in the client here; lane cached has one'),
  },
  {
    names: ['-csc-ttl', '-csc-per-client-bytes'],
    takes: true,
    read: differsBy('there is no cache in the client here; lane cached has one'),
  },
  {
    names: ['-json-out-file'],
    takes: true,
    read: differsBy('their JSON has another form; --json FILE writes ours'),
  },
  { names: ['-continue-on-error'], read: differsBy('failed commands are counted and shown here') },
  {
    names: ['-between-clients-duration', '-client-keepalive', '-nameserver', '-debug'],
    takes: true,
    read: changesNothing,
  },
  { names: ['-verbose'], read: changesNothing },
  { names: ['-v', '-help'], read: cannotBeHad('it sends nothing') },
];

const weightsOfAll = 1000;

function finish(into: EqualLine, words: readonly string[]): void {
  into.usually({ port: '12000' });
  into.fill('-c', '50');
  into.fill('-n', '10000000');
  const rate = Number(into.kept('-rps') ?? 0);
  if (rate > 0) into.say('--rps', String(rate));
  const given = into.kept('-r');
  const range = { of: Math.max(1, Number(given ?? 1_000_000)), by: given === null ? null : `-r ${given}` };
  const filled = { tool: redisBenchmarkGo.name, number: /__key__/g, dataBytes: Number(into.said('-d') ?? 3) };
  const commands = commandsOf(words, into);
  const lines = commands.map(({ words: one, weight }) => ownLine(one, filled, into, weight));
  sayOwnLines(lines, range, into);
  into.fill('--resp', '2');
  into.differs('-n is for each lane, as theirs is for the run');
  into.differs(
    into.said('-P') === null
      ? 'without -P they wait for each reply, as lane one-by-one does; the other lanes have 16 in flight'
      : 'lane pipeline is what they do with -P; the other lanes are other ways to send the same',
  );
}

interface Weighted {
  words: readonly string[];
  weight: number;
}

/** The words behind the options, or each `-cmd` with its `-cmd-ratio`. */
function commandsOf(words: readonly string[], into: EqualLine): Weighted[] {
  const texts = into.keptInOrder(['-cmd']).map(({ value }) => value);
  const ratios = into.keptInOrder(['-cmd-ratio']).map(({ value }) => value);
  if (words.length > 0) {
    if (texts.length > 0)
      into.differs('-cmd: a command stands behind the options, so their tool ignores it as well');
    return [{ words, weight: 1 }];
  }
  if (texts.length === 0) throw new CannotBeHad('it names no command: -cmd "SET __key__ __data__" does');
  if (ratios.length > 0 && ratios.length !== texts.length)
    throw new CannotBeHad(`each -cmd has one -cmd-ratio: there are ${texts.length} and ${ratios.length}`);
  const shares = texts.map((_, place) => (ratios.length === 0 ? 1 / texts.length : Number(ratios[place])));
  const sum = shares.reduce((one, other) => one + other, 0);
  if (shares.some((share) => !(share > 0)) || Math.abs(sum - 1) > 0.01)
    throw new CannotBeHad(`the -cmd-ratio of all -cmd are 1 together, not ${ratios.join(' + ')}`);
  return texts.map((text, place) => ({
    words: wordsOf(text),
    weight: ratios.length === 0 ? 1 : Math.max(1, Math.round((shares[place] ?? 0) * weightsOfAll)),
  }));
}

function wordsOf(text: string): string[] {
  const words = splitLine(text);
  if (words.length === 0) throw new CannotBeHad('-cmd is empty');
  return words;
}

/** Options of redis-benchmark-go 1.0.3. */
export const redisBenchmarkGo: ForeignTool = {
  name: 'redis-benchmark-go',
  syntax: 'go',
  options,
  takesCommand: true,
  finish,
};
