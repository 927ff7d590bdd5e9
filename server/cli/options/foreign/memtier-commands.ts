import type { EqualLine } from './equal-line.ts';
import { CannotBeHad } from './foreign-tool.ts';
import { sayKeyPattern } from './key-pattern.ts';
import { ownLine, sayOwnLines, type Range } from './own-lines.ts';
import { splitLine } from './shell-line.ts';

interface ArbitraryCommand {
  text: string;
  ratio: number;
  pattern: string;
}

const names = ['--command', '--command-ratio', '--command-key-pattern'];

/** Says the commands of `--command`; false where there are none. Throws CannotBeHad. */
export function sayMemtierCommands(keys: Range, into: EqualLine): boolean {
  const commands = commandsIn(into);
  const log = into.kept('--monitor-input');
  const [first] = commands;
  if (!first) {
    if (log !== null)
      into.differs(
        '--monitor-input: no --command takes lines of it, so it has no effect, in their tool as well',
      );
    return false;
  }
  for (const option of ['--ratio', '--key-pattern'])
    if (into.kept(option) !== null)
      throw new CannotBeHad(
        `${option} does not go with --command, in their tool as well: it has --command${option === '--ratio' ? '-ratio' : '-key-pattern'}`,
      );
  for (const option of ['--data-offset', '--expiry-range', '--multi-key-get'])
    if (into.kept(option) !== null)
      into.differs(`${option}: it is about SET and GET, and no option of --command`);
  const patterns = [...new Set(commands.map(({ pattern }) => pattern))];
  sayPatterns(patterns, into);
  if (commands.some(({ text }) => text.includes('__monitor_line'))) {
    sayLog(commands, log, into);
    return true;
  }
  if (log !== null)
    into.differs(
      '--monitor-input: no --command takes lines of it, so it has no effect, in their tool as well',
    );
  const filled = { tool: 'memtier_benchmark', number: /__key__/g, dataBytes: Number(into.said('-d') ?? 32) };
  const lines = commands.map(({ text, ratio }) => ownLine(wordsOf(text), filled, into, ratio));
  sayOwnLines(lines, keys, into);
  if (lines.length > 1)
    into.differs('their commands go in turn, each as often as its ratio; here each is drawn by its weight');
  return true;
}

/** A ratio and a pattern belong to the command before them. */
function commandsIn(into: EqualLine): ArbitraryCommand[] {
  const commands: ArbitraryCommand[] = [];
  for (const { name, value } of into.keptInOrder(names)) {
    const last = commands.at(-1);
    if (name === '--command') commands.push({ text: value, ratio: 1, pattern: 'R' });
    else if (!last) throw new CannotBeHad(`${name} stands before any --command`);
    else if (name === '--command-ratio') last.ratio = Number(value);
    else if (/^[rsgzp]$/i.test(value)) last.pattern = value.toUpperCase();
    else throw new CannotBeHad(`${name} must be R, S, G, Z or P, not "${value}"`);
  }
  return commands;
}

function sayPatterns([first = 'R', ...others]: readonly string[], into: EqualLine): void {
  if (first !== 'R' || others.length > 0) sayKeyPattern(first, into);
  if (others.length > 0)
    into.differs(
      `their commands have the key patterns ${[first, ...others].join(', ')}; all have the first here`,
    );
}

/** A log takes the place of the commands. */
function sayLog(commands: readonly ArbitraryCommand[], log: string | null, into: EqualLine): void {
  const other = commands.find(({ text }) => text.trim() !== '__monitor_line@__');
  if (log === null) throw new CannotBeHad('__monitor_line@__ needs --monitor-input FILE');
  if (other)
    throw new CannotBeHad(
      `--command "${other.text.slice(0, 60)}": a log is taken as a whole, by __monitor_line@__ alone; else write its lines into --command`,
    );
  into.say('--mix', log);
  into.differs(
    '--monitor-input: the commands of the log are sent in their proportions, on keys of the run’s own',
  );
}

function wordsOf(text: string): string[] {
  const words = splitLine(text, (rest) => {
    throw new CannotBeHad(`--command: a quote is not closed: ${rest.slice(0, 60)}`);
  });
  if (words.length === 0) throw new CannotBeHad('--command is empty');
  return words;
}
