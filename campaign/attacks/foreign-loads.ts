import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import { urlOf } from '../../bench/agents/load-machines.ts';
import { plainLook, writersOf, type Terminal } from '../../server/cli/output/terminal.ts';
import { runProgram } from '../../server/cli/program.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { largest, smallest } from '../../shared/statistics/extremes.ts';
import { shellLine } from '../../shared/plan/command-lines/words.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { loads, type ForeignLoad } from '../foreign/load.ts';

/** Lines of other tools are run: the server sees the commands, the shares, the keys and the members that they say. */
export const foreignLoads: Attack = {
  name: 'loads of other tools',
  about: 'drawn lines of other tools are measured, and MONITOR counts what the server got',
  async run({ seed, scale }) {
    const found = new Findings();
    const server = await startEmbedded();
    const watched = new Redis(urlOf(server));
    const monitor = await watched.monitor();
    try {
      const url = urlOf(server);
      for (const load of fc.sample(loads, {
        seed,
        numRuns: casesAt(scale, { short: 20, pairs: 500, full: 2000 }),
      }))
        found.add(`--from ${load.tool} ${textOf(load)}`, await wrongWith(load, url, monitor, watched));
    } finally {
      monitor.disconnect();
      watched.disconnect();
      await server.stop();
    }
    return found;
  },
};

const end = 'end of the run';

const textOf = ({ tool, words }: ForeignLoad): string => shellLine(tool, words);

async function wrongWith(
  load: ForeignLoad,
  url: string,
  monitor: Redis,
  watched: Redis,
): Promise<string | null> {
  const sent: string[][] = [];
  const onCommand = (_time: string, args: string[], source: string) => {
    // Calls of a script are sent by no client.
    if (source !== 'lua') sent.push(args);
  };
  monitor.on('monitor', onCommand);
  let stderr = '';
  const terminal: Terminal = {
    ...writersOf({ stdout: () => undefined, stderr: (text) => void (stderr += text) }),
    ...{ stderrIsTerminal: false, columns: 80, look: () => plainLook },
  };
  const words = [
    'bench',
    '--from',
    load.tool,
    textOf(load),
    '-u',
    url,
    '--strategy',
    'pipeline',
    '--warmup',
    '0',
  ];
  const code = await runProgram([...words, '-q'], terminal);
  // MONITOR shows commands in their order.
  const isShown = shownEnd(monitor);
  await watched.echo(end);
  await isShown;
  monitor.off('monitor', onCommand);
  if (code !== 0) return `ended with ${code}: ${stderr.slice(-600)}`;
  return faultOf(load, sent);
}

const shownEnd = (monitor: Redis) =>
  new Promise<void>((resolve) => {
    const look = (_time: string, args: string[]) => {
      if (!args.includes(end)) return;
      monitor.off('monitor', look);
      resolve();
    };
    monitor.on('monitor', look);
  });

/** A key of the lane; the letter behind `a` is that of its type. */
const ofLane = /^roundtrip:[0-9a-z]{8}:a([a-z])/;
const letterOf = (args: readonly string[]) => args.map((arg) => ofLane.exec(arg)?.[1]).find(Boolean) ?? '';

function faultOf(
  { commands, count, keys, members }: ForeignLoad,
  sent: readonly (readonly string[])[],
): string | null {
  const names = Object.keys(commands);
  const named = sent.filter(([name = '', ...args]) => names.includes(name.toUpperCase()) && letterOf(args));
  const letters = new Set(named.map(letterOf));
  // Keys by which the memory guard learns how large a value is have no type.
  const expected = letters.size > 1 ? named.filter((args) => letterOf(args) !== 'k') : named;
  if (expected.length < count) return `sent ${expected.length} of ${count}: ${names.join()}`;
  for (const letter of new Set(expected.map(letterOf))) {
    const of = expected.filter((args) => letterOf(args) === letter);
    const seen = new Set(of.flatMap((args) => args.filter((arg) => ofLane.test(arg))));
    if (seen.size > keys) return `used ${seen.size} keys of the letter ${letter}, not ${keys}`;
  }
  if (members !== undefined) {
    const drawn = mostDrawn(expected);
    if (drawn > members) return `drew ${drawn} members, not ${members}`;
    if (drawn < Math.min(members, 2) && expected.some((args) => args.length > 2))
      return `drew a single member of ${members}`;
  }
  return names.length < 2 ? null : faultOfShares(commands, expected);
}

/** Values of the word that differs most, the name apart; commands that fill keys have more words. */
function mostDrawn(sent: readonly (readonly string[])[]): number {
  const least = smallest(sent.map(({ length }) => length));
  const usual = sent.filter(({ length }) => length === least);
  const places = Array.from({ length: least - 1 }, (_, at) => new Set(usual.map((args) => args[at + 1])));
  return largest(places.map(({ size }) => size));
}

function faultOfShares(
  commands: ForeignLoad['commands'],
  sent: readonly (readonly string[])[],
): string | null {
  const all = Object.values(commands).reduce((sum, weight) => sum + weight, 0);
  for (const [name, weight] of Object.entries(commands)) {
    const share = weight / all;
    const found = sent.filter(([one = '']) => one.toUpperCase() === name).length / sent.length;
    // Five standard deviations of a draw.
    const apart = 5 * Math.sqrt((share * (1 - share)) / sent.length);
    if (Math.abs(found - share) > apart)
      return `${name} has ${found.toFixed(3)} of the commands, not ${share.toFixed(3)}`;
  }
  return null;
}
