import { largest } from '../../../shared/statistics/extremes.ts';
import { MonitorReader } from '../../../shared/profile/monitor.ts';
import { fileLines } from '../../profile/monitor-file.ts';

/** A command, and how often a server has seen it. */
export interface Counted {
  /** The name in lower case. */
  name: string;
  calls: number;
}

/** Commands that a file says a server has carried out. */
export interface ServerCounts {
  /** monitor: commands of clients alone; commandstats: those that scripts call among them. */
  from: 'monitor' | 'commandstats';
  counted: Counted[];
  /** Commands of scripts that a log of MONITOR tells apart. */
  ofScripts: number;
  /** The number of lists of commandstats that are added up. */
  lists: number;
}

/** Characters of a line that may hold all of commandstats, as the JSON of a client has them. */
const keptOfLine = 1_048_576;

/** Reads INFO commandstats, or a log of MONITOR, `-`: of stdin. Throws as `fileLines`. */
export function readCounts(file: string): ServerCounts {
  const monitor = new MonitorReader();
  const stats = new StatsReader();
  for (const { text, isWhole } of fileLines(file, keptOfLine)) {
    monitor.add(text, isWhole);
    stats.add(text);
  }
  const { commands, ofScripts, byCommand } = monitor.end();
  if (commands + ofScripts === 0) return stats.end();
  const counted = byCommand.map(({ command, count }) => ({ name: command, calls: count }));
  return { from: 'monitor', counted, ofScripts, lists: 1 };
}

/** INFO commandstats as text, commented, or in the JSON of a client. */
const ofInfo = /(?:^|\W|\\n)cmdstat_([^\s:"'=]+)["']?\s*[:=]+\s*[{"']*\s*calls["']?\s*[:=]\s*(\d+)/g;
/** The same by redis_exporter. */
const ofExporter = /^[^#]*\bredis_commands_(?:processed_)?total\{[^}]*\bcmd="([^"]+)"[^}]*\}\s+([\d.e+]+)/g;

/** Adds up what INFO commandstats counts, of one server or of several. */
class StatsReader {
  readonly #calls = new Map<string, { calls: number; times: number }>();

  add(text: string): void {
    for (const pattern of [ofInfo, ofExporter])
      for (const [, name = '', calls = ''] of text.matchAll(pattern))
        this.#count(name.toLowerCase(), Number(calls));
  }

  #count(name: string, calls: number): void {
    const before = this.#calls.get(name) ?? { calls: 0, times: 0 };
    this.#calls.set(name, { calls: before.calls + calls, times: before.times + 1 });
  }

  end(): ServerCounts {
    return {
      from: 'commandstats',
      counted: [...this.#calls].map(([name, { calls }]) => ({ name, calls })),
      ofScripts: 0,
      lists: largest([...this.#calls.values()].map(({ times }) => times)),
    };
  }
}

/** Counts of a text of INFO commandstats. */
export function countsIn(text: string): ServerCounts {
  const stats = new StatsReader();
  for (const line of text.split('\n')) stats.add(line);
  return stats.end();
}
