import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../server/cli/commands/index.ts';
import { exitCodeOfError } from '../../../server/cli/exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { trendLineOf } from '../../../server/cli/gate/trend/line.ts';
import type { Branch } from '../../../server/cli/options/branch.ts';
import type { CliCommand } from '../../../server/cli/options/command.ts';
import type { CommandOption } from '../../../server/terminal/options/option.ts';
import { readCall } from '../../../server/terminal/options/option-words.ts';
import { plainLook, writersOf } from '../../../server/cli/output/terminal.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { runCli } from '../../support/run-cli.ts';
import { sampleRecipe } from '../../support/sample-recipe.ts';
import { sampleResult } from '../../support/a-result.ts';
import { sampleTrace } from '../../support/sample-trace.ts';
import { folderForAll } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const embedded = useEmbedded();

function file(name: string, content: unknown): string {
  const path = join(folder(), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const result = () => file('result.json', sampleResult);
const theirs = () => file('theirs.csv', '"test","rps"\n"SET","50000.00"\n');
const plan = () => file('plan.json', { lanes: [{ strategy: 'pipeline' }] });
const trace = () => file('request.trace', sampleTrace);
/** Nothing listens there: a call ends where the work would begin. */
const nowhere = ['-u', 'redis://127.0.0.1:1'];

/** Words that choose each way of a command, by what it is called; the others have one way. */
const waysOf: Readonly<Record<string, () => string[]>> = {
  bench: () => ['--dry-run', '--strategy', 'pipeline,one-by-one'],
  'bench --plan': () => ['--dry-run', '--plan', plan()],
  'bench --recipe': () => ['--recipe', 'rtt', ...nowhere],
  'bench --load-curve': () => ['--load-curve', '1k,2k', ...nowhere],
  'bench --rtt with several round trips': () => ['--rtt', '0,1ms', ...nowhere],
  advise: () => nowhere,
  'advise --trace': () => ['--trace', trace()],
  'profile -- COMMAND': () => ['--', 'true'],
  'profile --listen': () => [
    ...['--listen', '0', '--duration', '1ms'],
    ...['-u', `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`],
  ],
  'profile --read': () => ['--read', trace()],
  'profile --monitor': () => ['--monitor', file('monitor.log', '1.5 [0 127.0.0.1:1] "GET" "k"\n')],
  compare: () => [result(), result()],
  'compare with a file of another tool': () => [theirs(), theirs()],
  trend: () => [file('trend.jsonl', trendLineOf(sampleResult, { commit: null, failed: false }))],
  report: () => [result()],
  'report of a recipe': () => [file('recipe.json', sampleRecipe)],
  'report of a result of another tool': () => [theirs()],
  agent: () => ['--join', 'redis://127.0.0.1:1', '--target', 'one=redis://127.0.0.1:1'],
  clean: () => nowhere,
  mcp: () => [],
  acl: () => [],
  selfcheck: () => ['--only', 'nothing'],
  recipes: () => ['nothing'],
  completion: () => ['nothing'],
};

interface Way {
  name: string;
  command: CliCommand;
  branch: Branch;
}

const ways: Way[] = (
  await Promise.all(
    commands.map(async ({ name, load }) => {
      const command = await load();
      const all = { called: name, takes: command.options.map((option) => option.name), refuses: () => '' };
      return (command.branches ?? [all]).map((branch) => ({ name, command, branch }));
    }),
  )
).flat();

/** `true`: whatever it reads, it is of another kind, and the call ends there. */
const valueOf = ({ name, argument, choices, takesTwo }: CommandOption): string[] => {
  if (argument === undefined) return [`--${name}`];
  if (takesTwo) return [`--${name}`, choices?.[0] ?? '', '-t get'];
  const isFile = argument === 'FILE';
  return [`--${name}=${isFile ? join(folder(), `${name}.out`) : (choices?.[0] ?? '1')}`];
};

/** The words of a way with an option more, unless they have it, which stands before those of a program. */
function withOption(words: readonly string[], option: CommandOption): string[] {
  if (words.includes(`--${option.name}`) || words.includes(`-${option.short ?? ''}`)) return [...words];
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return [...words.slice(0, end), ...valueOf(option), ...words.slice(end)];
}

/** Carries a command out, and says which options it asked for. */
async function optionsRead(command: CliCommand, words: readonly string[]) {
  const read = new Set<string>();
  let stderr = '';
  const { values, operands } = readCall(words, command);
  class Recorded extends Map<string, readonly string[]> {
    override get(name: string) {
      read.add(name);
      return super.get(name);
    }
    override has(name: string) {
      read.add(name);
      return super.has(name);
    }
  }
  const terminal = {
    ...writersOf({ stdout: () => undefined, stderr: (text) => void (stderr += text) }),
    ...{ stderrIsTerminal: false, columns: 80, look: () => plainLook },
  };
  try {
    return {
      read,
      code: await command.run({ values: new Recorded(values), operands }, terminal, commands),
      stderr,
    };
  } catch (error) {
    return { read, code: await exitCodeOfError(error), stderr: messageOf(error) };
  }
}

describe.each(ways)('$branch.called', ({ name, command, branch }) => {
  const words = () => waysOf[branch.called]?.() ?? [];
  const taken = command.options.filter((option) => branch.takes.includes(option.name));
  const others = command.options.filter((option) => !branch.takes.includes(option.name));

  test('has words in this test', () => {
    expect(Object.keys(waysOf)).toContain(branch.called);
  });

  test('reads every option that it takes', async () => {
    const unread: string[] = [];
    for (const option of taken.filter(({ name }) => name !== 'help')) {
      const { read, code, stderr } = await optionsRead(command, withOption(words(), option));
      if (!read.has(option.name)) unread.push(`--${option.name}: exit code ${code}, ${stderr.slice(0, 100)}`);
    }
    expect(unread).toEqual([]);
  });

  test('refuses every other option of the command by its name', async () => {
    const swallowed: string[] = [];
    for (const option of others) {
      const { code, stderr } = await runCli([name, ...withOption(words(), option)]);
      if (code !== 2 || !stderr.includes(`--${option.name}`))
        swallowed.push(`--${option.name}: exit code ${code}, ${stderr.slice(0, 100)}`);
    }
    expect(swallowed).toEqual([]);
  });
});

test('no command has an option of another one', async () => {
  const all = [
    ...new Map(ways.flatMap(({ command }) => command.options.map((one) => [one.name, one]))).values(),
  ];
  for (const { name, load } of commands) {
    const { options } = await load();
    for (const option of all.filter((one) => !options.some((own) => own.name === one.name))) {
      const { code, stderr } = await runCli([name, `--${option.name}`]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--${option.name}`)]);
    }
  }
});
