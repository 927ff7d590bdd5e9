import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile } from '../../server/built.ts';
import { plainLook, writersOf, type Terminal } from '../../server/cli/output/terminal.ts';
import { runProgram } from '../../server/cli/program.ts';
import { liveProfile } from '../../server/profile/live/live-profile.ts';
import { LiveTrace } from '../../server/profile/live/live-trace.ts';
import { Sources } from '../../server/profile/sources.ts';
import { profileOf } from '../../shared/profile/profile-of.ts';
import { TraceUnreadable } from '../../shared/profile/read-trace.ts';
import { unitNames } from '../../shared/profile/timeline.ts';
import { faultyReaders } from '../faulty/faulty-readers.ts';

/** A request to a reader: words of the command line, `live` and a trace, or the name of a faulty reader. */
export interface ReadingTask {
  words: string[];
}

/** The outcome of a reading, as its process saw it. */
export interface Reading {
  code: number;
  stdout: string;
  stderr: string;
  /** Files that were opened to be read, links followed, without those of the product. */
  opened: string[];
  /** Names that were put on prototypes of the language. */
  polluted: string[];
  /** The most memory that the process had by now, MB. */
  mostMb: number;
  cpuMs: number;
}

// Reads what it is sent, one at a time, in a process that can be killed: what hangs, hangs here.
const product = dirname(dirname(fileURLToPath(builtFile('server'))));
let opened: string[] = [];
const noteOpened = (path: unknown) => {
  if (typeof path !== 'string') return;
  let real = path;
  try {
    real = fs.realpathSync(path);
  } catch {
    // A missing file is not opened.
  }
  if (!real.startsWith(join(product, '/'))) opened.push(real);
};
const { openSync, readFileSync } = fs;
Object.assign(fs, {
  openSync: (...given: Parameters<typeof openSync>) => {
    const descriptor = openSync(...given);
    noteOpened(given[0]);
    return descriptor;
  },
  readFileSync: (...given: Parameters<typeof readFileSync>) => {
    noteOpened(given[0]);
    return readFileSync(...given);
  },
});
syncBuiltinESMExports();

const prototypes = { Object, Array, Function, String, Number, Map, Set, Promise, Error };
const namesOnPrototypes = () =>
  Object.entries(prototypes).flatMap(([kind, { prototype }]) =>
    Reflect.ownKeys(prototype as object).map((name) => `${kind}.prototype.${String(name)}`),
  );
const usualNames = new Set(namesOnPrototypes());

async function read({ words }: ReadingTask): Promise<Reading> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  opened = [];
  const written = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    ...writersOf({
      stdout: (text) => void (written.stdout += text),
      stderr: (text) => void (written.stderr += text),
    }),
    stderrIsTerminal: false,
    columns: 80,
    look: () => plainLook,
  };
  const [command = '', file = ''] = words;
  const faulty = faultyReaders[command];
  const code = await (faulty
    ? faulty(terminal)
    : command === 'live'
      ? readLive(file)
      : runProgram(words, terminal));
  const polluted = namesOnPrototypes().filter((name) => !usualNames.has(name));
  const { user, system } = process.cpuUsage(before);
  const mostMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { code, ...written, opened, polluted, mostMb, cpuMs: (user + system) / 1000 };
}

/** The same trace as the page of `start --profile` reads it, in pieces. */
function readLive(file: string): number {
  const text = readFileSync(file, 'utf8');
  const trace = new LiveTrace();
  try {
    for (let at = 0; at < text.length; at += 65_536)
      trace.add({ file: 'a.jsonl', text: text.slice(at, at + 65_536) });
  } catch (error) {
    // The page reads what is there by its end.
    if (!(error instanceof TraceUnreadable)) throw error;
  }
  const sources = new Sources(process.cwd());
  const recording = { startedAt: '', program: 'app.js', tookMs: 1 };
  const profile = profileOf(trace.trace, recording, sources);
  const { units, isOfNewest } = trace;
  const live = liveProfile({
    exitCode: null,
    units,
    isOfNewest,
    profile,
    chosen: trace.chosen(unitNames(profile)),
  });
  JSON.stringify(live);
  return 0;
}

process.on('message', (task: ReadingTask) => {
  void read(task).then((reading) => process.send?.(reading));
});
