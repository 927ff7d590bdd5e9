import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFile, projectFile } from '../../server/built.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { startFaultyServer } from '../faulty/faulty-server.ts';
import { RecordingDraw } from '../recordings/draw.ts';
import { hostileFolder } from '../recordings/hostile-folder.ts';
import { drawMap } from '../recordings/maps.ts';
import { drawProgram } from '../recordings/programs.ts';
import { drawTrace } from '../recordings/traces.ts';
import { bounds, harmInText, WatchedReader } from '../recordings/watched-reader.ts';
import { RunningSubject, Subject, type SubjectEnd } from '../subject.ts';

/** Traces and maps of strangers are read, and odd programs are recorded: the reader and the program come to no harm. */
export const recordings: Attack = {
  name: 'recordings',
  about: 'hostile traces and source maps that are read, and odd programs that are recorded',
  async run({ seed, scale }) {
    const found = new Findings();
    const subject = new Subject();
    try {
      const count = casesAt(scale, { short: 20, pairs: 500, full: 5000 });
      await Promise.all([
        readHostile(found, subject, { seed, count: Math.ceil(count * 0.7) }),
        recordOdd(found, { seed, count: Math.floor(count * 0.3) }),
      ]);
    } finally {
      subject.remove();
    }
    return found;
  },
};

interface Share {
  seed: number;
  count: number;
}

/** Every third case is a map. */
async function readHostile(found: Findings, subject: Subject, { seed, count }: Share): Promise<void> {
  // The name begins with a dot: it is none of the leftovers.
  const base = join(subject.folder, '.read');
  mkdirSync(base);
  const { root, paths } = hostileFolder(base);
  const reader = new WatchedReader(subject, root);
  for (let at = 0; at < count; at++) {
    const draw = new RecordingDraw(seed * 1_000_003 + at, paths);
    const { about, trace } = at % 3 === 2 ? mapIn(root, draw) : traceIn(draw);
    const file = join(root, 'app.trace');
    writeFileSync(file, trace);
    const harm = await readAllWays(reader, file, root);
    const left = subject.leftovers();
    if (left.length > 0) harm.push(`left ${left.join(', ')}`);
    found.add(`read ${at}: ${about}`, harm.length === 0 ? null : harm.join('; '));
  }
  await reader.end();
}

function traceIn(draw: RecordingDraw): { about: string; trace: string } {
  const { text, about } = drawTrace(draw);
  return { about: `a trace with ${about}`, trace: text };
}

function mapIn(root: string, draw: RecordingDraw): { about: string; trace: string } {
  const { built, map, trace, about } = drawMap(draw);
  writeFileSync(join(root, 'built/app.js'), built);
  writeFileSync(join(root, 'built/app.js.map'), map);
  return { about: `a map: ${about}`, trace };
}

const formats = ['html', 'markdown', 'json'] as const;
const assertion = ['--assert', 'profile.independent == 0'];

/** Reads a trace by each command that takes one. JSON that was written is read again. */
async function readAllWays(reader: WatchedReader, trace: string, root: string): Promise<string[]> {
  const out = join(root, 'out');
  const harm: string[] = [];
  const run = async (words: readonly string[], codes: readonly number[]) => {
    const seen = await reader.read(words, codes);
    harm.push(...seen.map((one) => `${words.slice(0, 2).join(' ')}: ${one}`));
  };
  for (const words of [
    ['profile', '--read', trace, ...assertion],
    ['advise', '--trace', trace],
  ]) {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    await run([...words, ...formats.flatMap((format) => [`--${format}`, join(out, format)])], [0, 2, 99]);
    for (const format of formats) harm.push(...harmInFile(join(out, format), format));
    const json = join(out, 'json');
    if (words[0] === 'profile' && textIn(json) !== '')
      await run(['profile', '--read', json, ...assertion], [0, 99]);
  }
  await run(['bench', '--trace', trace, '--dry-run'], [0, 2]);
  await run(['live', trace], [0]);
  return harm;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function harmInFile(file: string, format: (typeof formats)[number]): string[] {
  const text = textIn(file);
  return [
    ...harmInText(`the ${format}`, text),
    ...(format !== 'json' && /<img src=x|<script>alert/i.test(text)
      ? [`the ${format} has a tag of the trace`]
      : []),
  ];
}

/** Two at a time: each waits for its processes most of the time. */
async function recordOdd(found: Findings, { seed, count }: Share): Promise<void> {
  const server = await startFaultyServer();
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < count; at = next++) {
      const draw = new RecordingDraw(seed * 1_000_003 + 500_000 + at, []);
      const { source, about } = drawProgram(draw);
      found.add(`record ${at}: ${about}`, await differenceMade(source, at, server.port));
    }
  };
  try {
    await Promise.all([lane(), lane()]);
  } finally {
    await server.close();
  }
}

/** The end of a program, as a shell sees it. */
const codeOf = ({ by }: SubjectEnd): number | null =>
  typeof by === 'string' ? 128 + constants.signals[by as NodeJS.Signals] : by;

/** A difference that recording makes to a program; `null`: none. */
async function differenceMade(source: string, at: number, port: number): Promise<string | null> {
  const subject = new Subject();
  try {
    const folder = join(subject.folder, '.program');
    mkdirSync(folder);
    const file = join(folder, `program-${at}.mjs`);
    writeFileSync(file, source);
    const run = async (...words: string[]): Promise<SubjectEnd | null> => {
      const child = spawn(process.execPath, [...words, file], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: subject.env({
          PORT: String(port),
          PROJECT: fileURLToPath(projectFile('./')),
          MARK: builtFile('server/profile/program.js').href,
          SCRATCH: join(folder, 'scratch'),
        }),
      });
      return new RunningSubject(child).endedWithin(bounds.slowestMs);
    };
    const alone = await run();
    const recorded = await run(
      fileURLToPath(builtFile('server/cli/main.js')),
      'profile',
      '--budget',
      '100%',
      '--',
      process.execPath,
    );
    if (!alone) return 'did not end alone';
    if (!recorded) return `had not ended after ${bounds.slowestMs / 1000} s`;
    const [left, folders] = [subject.processes(), subject.leftovers()];
    const wrong = [
      ...(recorded.stdout === alone.stdout
        ? []
        : [`wrote ${shown(recorded.stdout)} and not ${shown(alone.stdout)}`]),
      ...(codeOf(recorded) === codeOf(alone)
        ? []
        : [
            `ended with ${String(codeOf(recorded))} and not ${String(codeOf(alone))}: ${recorded.stderr.slice(-500)}`,
          ]),
      ...harmInText('stderr', recorded.stderr.replace(alone.stderr, '')),
      ...(left.length > 0 ? [`left ${left.length} processes`] : []),
      ...(folders.length > 0 ? [`left ${folders.join(', ')}`] : []),
    ];
    return wrong.length === 0 ? null : wrong.join('; ');
  } finally {
    subject.remove();
  }
}
