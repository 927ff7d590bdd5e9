import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtFile, projectFile } from '../../server/built.ts';
import { casesAt, Findings, shown, type Attack, type Scale } from '../attack.ts';
import { Subject } from '../subject.ts';

const pages = ['docs/ci.md', 'docs/tutorials/ci-gate.md', 'docs/your-code.md'];
/** Batches of 64, then of so many that the pipeline is about 30 % slower: on loopback, and where a trip is 1 ms. */
const regressions = [
  { words: '', worse: 10 },
  { words: '--rtt 1ms -c 1', worse: 40 },
];

interface Ended {
  code: number | null;
  output: string;
}

/** Gates that nothing changed must pass, however noisy the machine; a loss of 30 % must fail. */
export const gates: Attack = {
  name: 'gates',
  about: 'gates of the documents, again and again without a change; then with smaller batches',
  async run({ scale }) {
    const found = new Findings();
    for (let round = 1; round <= casesAt(scale, { short: 1, pairs: 2, full: 10 }); round++)
      for (const page of scale === 'short' ? pages.slice(0, 1) : pages)
        await runPage(page, round, scale, found);
    // How much is lost, and whether a gate sees it, is not for a few slices to tell.
    if (scale !== 'short')
      for (const regression of regressions) await tryRegression(regression, scale === 'full' ? 10 : 2, found);
    return found;
  },
};

/** The commands of a page one after another in a folder of their own: its files go from one to the next. */
async function runPage(page: string, round: number, scale: Scale, found: Findings): Promise<void> {
  const shell = new Shell();
  try {
    for (const { script, code: expected } of gatesOf(page)) {
      const { code, output } = await shell.run(scale === 'short' ? shortened(script) : script);
      const unjudged = output.match(/^Not judged: .*/gm) ?? [];
      for (const line of unjudged) found.notes.push(`${page}, round ${round}: ${shown(line, 120)}`);
      const isExpected = code === expected || (scale === 'short' && (code === 0 || code === 99));
      found.add(
        `${page}, round ${round}: ${script}`,
        isExpected ? null : `ended by ${String(code)}: ${output.slice(-800)}`,
      );
    }
  } finally {
    shell.remove();
  }
}

/** The `sh` blocks of a page that measure or compare, each with the exit code that the text below it names, else 0. */
function gatesOf(page: string): { script: string; code: number }[] {
  const text = readFileSync(projectFile(page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$(.*?)(?=^```sh$|$(?![^]))/gms)].flatMap(
    ([, script = '', below = '']) => {
      const [, code = '0'] = /prints `(\d+)`/.exec(below) ?? [];
      const isGate = /roundtrip bench .*--(assert|baseline)|roundtrip compare/s.test(script);
      return isGate ? [{ script: script.replaceAll('echo $?\n', ''), code: Number(code) }] : [];
    },
  );
}

/** No speed is judged by so little: that the command runs, and ends by a code of a gate. */
const shortened = (script: string) =>
  script
    .replaceAll(/--duration \d+s/g, '')
    .replaceAll(/--precision \d+%/g, '')
    .replaceAll(/--load-curve \S+/g, '--load-curve 200,400')
    .replaceAll(/@(\d+k)/g, '@200')
    .replaceAll('roundtrip bench ', 'roundtrip bench --duration 600ms --slice 100ms --warmup 0 ');

async function tryRegression(
  { words, worse }: (typeof regressions)[number],
  times: number,
  found: Findings,
): Promise<void> {
  const shell = new Shell();
  const bench = `roundtrip bench --strategy one-by-one,pipeline ${words} --precision 10% -q`;
  const against = `--baseline was.json --max-regression 10% --allow-different pipeline`;
  try {
    await shell.run(`${bench} -P 64 --json was.json`);
    const ended: Ended[] = [];
    for (let time = 0; time < times; time++) ended.push(await shell.run(`${bench} -P ${worse} ${against}`));
    const caught = ended.filter(({ code }) => code === 99).length;
    const ratios = ended.map(({ output }) => /(× [\d.]+) \(95 %: [^)]*\)/.exec(output)?.[0] ?? '?');
    found.notes.push(`batches of ${worse} after 64 ${words}: ${ratios.join(', ')}`);
    found.add(
      `${bench} -P ${worse} ${against}`,
      caught >= times * 0.9 ? null : `caught in ${caught} of ${times}: ${ratios.join(', ')}`,
    );
  } finally {
    shell.remove();
  }
}

/** A folder with the examples, where `roundtrip` is the built program. */
class Shell {
  readonly #subject = new Subject();
  readonly #bin = join(this.#subject.folder, '.bin');

  constructor() {
    const { folder } = this.#subject;
    mkdirSync(this.#bin);
    cpSync(projectFile('examples/your-code'), join(folder, 'examples/your-code'), { recursive: true });
    this.#put('npx', 'exec "$@"');
    this.#put(
      'roundtrip',
      `exec "${process.execPath}" "${fileURLToPath(builtFile('server/cli/main.js'))}" "$@"`,
    );
    // The version of main is the same file: nothing was changed.
    this.#put('git', `exec cat "\${2#*:}"`);
  }

  #put(name: string, line: string) {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(this.#bin, name), 0o755);
  }

  async run(script: string): Promise<Ended> {
    const child = spawn('bash', ['-e', '-c', script], {
      cwd: this.#subject.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.#subject.env({ PATH: `${this.#bin}:${process.env['PATH'] ?? ''}` }),
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code, output: stdout + stderr };
  }

  remove(): void {
    this.#subject.remove();
  }
}
