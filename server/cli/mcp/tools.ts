import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { commandIds } from '../../../shared/commands/workload.ts';
import type { SearchResult } from '../../../shared/contract/search.ts';
import { profileChange, type ProfileChange } from '../../../shared/profile/profile-change.ts';
import type { TraceAdvice } from '../../../shared/profile/saving-by-distance.ts';
import { formatMsShort } from '../../../shared/words/format.ts';
import { reportOf } from '../../reporters/report-of.ts';
import type { NamedProgram } from '../options/programs.ts';
import { runCall } from './bounded-call.ts';
import { explainedCodes, explanationOf, meantBy } from './explanations.ts';
import { foreignOutput, foreignText, foreignTexts, ToolRefused, type ToolAnswer } from './foreign.ts';
import { changeData, patchOfRun, runData } from './profile-data.ts';
import { readInput } from './read-input.ts';
import { environment, type ProgramRun, type ProgramRuns, type RunsOptions } from './program-runs.ts';

/** One tool: its input is read by a schema that takes no other field. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Runs a program or loads a server: one at a time. */
  measures: boolean;
  /** JSON Schema of its input. */
  input: object;
  /** Rejects with InvalidInput, ToolRefused, and where the signal fired. */
  call: (input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
}

interface ToolParts<Schema extends z.ZodMiniType> extends Pick<Tool, 'name' | 'title' | 'description'> {
  measures?: boolean;
  schema: Schema;
  run: (input: z.output<Schema>, signal: AbortSignal) => Promise<ToolAnswer> | ToolAnswer;
}

function tool<Schema extends z.ZodMiniType>({
  schema,
  run,
  measures = false,
  ...named
}: ToolParts<Schema>): Tool {
  const { $schema: _, ...input } = z.toJSONSchema(schema, { io: 'input' });
  return {
    ...{ ...named, measures, input },
    async call(given, signal) {
      return run(readInput(schema, given), signal);
    },
  };
}

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.describe(description));

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

const mostRun = 1_000_000;
const mostSentence = 1000;

/** Bounds of a search that a client may ask for. */
const workload = z.strictObject({
  command: described(z.enum(commandIds), 'The command that is sent.'),
  dataSize: described(z.optional(whole(1, 1_048_576)), 'Bytes of a value; 100 by default.'),
  clients: described(z.optional(whole(1, 100)), 'Connections; 10 by default.'),
  rttMs: described(
    z.optional(z.number().check(z.minimum(0), z.maximum(200))),
    'Round trip to put between client and server, ms; none by default.',
  ),
  p99BoundMs: described(
    z.optional(z.number().check(z.minimum(0.1), z.maximum(10_000))),
    'p99 has to stay below this, ms; no bound by default.',
  ),
  budgetSeconds: described(z.optional(whole(20, 120)), 'Time that the search may take, s; 30 by default.'),
});
type Workload = z.output<typeof workload>;

/** The tools of a server for these programs. */
export function toolsFor(programs: readonly NamedProgram[], runs: ProgramRuns, options: RunsOptions): Tool[] {
  const names = programs.map(({ name }) => name) as [string, ...string[]];
  const name = described(z.enum(names), 'Name of a program, as mcp was started with it.');
  const run = z.optional(whole(1, mostRun));
  const programOf = (wanted: string): NamedProgram => {
    const found = programs.find((one) => one.name === wanted);
    if (!found) throw new ToolRefused(`There is no program ${foreignText(wanted, 40)}`);
    return found;
  };
  return [
    tool({
      name: 'profile',
      title: 'Profile a program',
      description:
        'Runs a named program and says which of its lines waste Redis round trips. Findings are numbered. The profile is kept as a run, for patch, advise and compare.',
      measures: true,
      schema: z.strictObject({ program: name }),
      run: async ({ program }, signal) => profiled(await runs.profile(programOf(program), signal), program),
    }),
    tool({
      name: 'patch',
      title: 'Patch for a finding',
      description:
        'Gives a unified diff that sends commands together, of the newest run: for one finding by its number, or for all. It changes no file: apply it with git apply in the root, then call profile and compare.',
      schema: z.strictObject({
        program: name,
        finding: described(z.optional(whole(1, 10_000)), 'Number of a finding; all by default.'),
      }),
      run: ({ program, finding }) => {
        const last = runs.last(programOf(program));
        const diff = patchOfRun(last, finding ?? null, options.root);
        return {
          says: `The patch of ${finding === undefined ? 'all findings' : `finding ${finding}`} of run ${last.run}. Paths are from the root. Read it, and apply it with git apply.`,
          data: { diff },
        };
      },
    }),
    tool({
      name: 'compare',
      title: 'Compare two runs of a program',
      description:
        'Compares two kept runs of a program: round trips, waiting time, findings that are gone, left or new, exit code and output. By default the newest run with the one before it. It proves a change, or says what is not shown.',
      schema: z.strictObject({
        program: name,
        was: described(run, 'Number of the earlier run; the one before the later one by default.'),
        is: described(run, 'Number of the later run; the newest one by default.'),
      }),
      run: ({ program, was, is }) => {
        const named = programOf(program);
        const later = is === undefined ? runs.last(named) : runs.numbered(named, is);
        const before = runs.of(named).filter((one) => one.run < later.run);
        const earlier = was === undefined ? before.at(-1) : runs.numbered(named, was);
        if (!earlier || earlier.run >= later.run)
          throw new ToolRefused(
            'compare needs an earlier run and a later one: call profile before and after the change',
          );
        return compared(earlier, later);
      },
    }),
    tool({
      name: 'advise',
      title: 'What batching would gain',
      description:
        'With program: computes from the newest run what sharing round trips would save at 0.2, 1, 5 and 20 ms. With workload: searches strategy and batch size by measuring. Give one of the two.',
      measures: true,
      schema: z.strictObject({
        program: z.optional(name),
        workload: z.optional(workload),
      }),
      run: ({ program, workload: sent }, signal) => {
        if ((program === undefined) === (sent === undefined))
          throw new ToolRefused('advise takes program or workload: give one of the two');
        if (sent) return searched(sent, options, signal);
        const named = programOf(program ?? '');
        const { run: number } = runs.last(named);
        return advised(runs.traceOf(named), number, options, signal);
      },
    }),
    tool({
      name: 'explain',
      title: 'Explain a sentence of a report',
      description:
        'Says what a code or a sentence of a profile means and what to do. Give code or sentence, one of the two.',
      schema: z.strictObject({
        code: described(z.optional(z.enum(explainedCodes)), 'A code of a finding, of a reason or of a gap.'),
        sentence: described(
          z.optional(z.string().check(z.minLength(1), z.maxLength(mostSentence))),
          'A sentence of a report.',
        ),
      }),
      run: ({ code, sentence }) => {
        if ((code === undefined) === (sentence === undefined))
          throw new ToolRefused('explain takes code or sentence: give one of the two');
        const found = code === undefined ? meantBy(sentence ?? '') : explanationOf(code);
        if (found.length === 0)
          throw new ToolRefused(`No report says this. Codes are ${explainedCodes.join(', ')}`);
        return {
          says: found.map((one) => `${one.code}: ${one.sentence} ${one.then}`).join('\n'),
          data: null,
        };
      },
    }),
  ];
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function profiled(run: ProgramRun, name: string): ToolAnswer {
  const { findings, patch, commands } = run.profile;
  const strong = findings.filter(({ code }) => code === 'independent-sequence').length;
  return {
    says: [
      `Run ${run.run} of ${name}: ${plural(commands, 'command')}, ${plural(findings.length, 'finding')}, of which ${strong} could share round trips.`,
      ...(patch === undefined ? [] : ['The tool patch has a diff.']),
      ...(run.isServerUnused === true && commands > 0
        ? [
            'The program did not use the server that REDIS_URL names: its commands went to another one. Let it read REDIS_URL.',
          ]
        : []),
      ...(run.isStopped ? ['Its time was over, and it was asked to end.'] : []),
      ...(!run.isStopped && run.exitCode !== 0 ? [`It ended with exit code ${run.exitCode}.`] : []),
    ].join(' '),
    data: runData(run),
  };
}

type OutputChange = 'same' | 'same but for times' | 'different' | 'not compared';

function outputChange(was: ProgramRun, is: ProgramRun): OutputChange {
  if (was.isStopped || is.isStopped) return 'not compared';
  if (was.stdout.sha256 === is.stdout.sha256) return 'same';
  const timeless = was.stdout.timelessSha256;
  return timeless !== null && timeless === is.stdout.timelessSha256 ? 'same but for times' : 'different';
}

/** The reasons why a comparison is no proof, a sentence each. */
function missingIn(change: ProfileChange, output: OutputChange, was: ProgramRun, is: ProgramRun): string[] {
  return [
    ...(change.isWhole ? [] : ['Something was not recorded.']),
    ...(change.isSameWork ? [] : ['The units did not come as often as before.']),
    ...(change.trips.is < change.trips.was ? [] : ['There are not fewer round trips.']),
    ...(change.gone.length > 0 ? [] : ['No finding is gone.']),
    ...(is.exitCode === 0 && was.exitCode === 0
      ? []
      : [`The exit code was ${was.exitCode} and is ${is.exitCode}.`]),
    ...(output === 'different' ? ['The output differs: look whether it should.'] : []),
    ...(output === 'not compared' ? ['The output was not compared, since a run was ended by its time.'] : []),
  ];
}

function compared(was: ProgramRun, is: ProgramRun): ToolAnswer {
  const change = profileChange(was.profile, is.profile);
  const output = outputChange(was, is);
  const missing = missingIn(change, output, was, is);
  const isProved = missing.length === 0;
  return {
    says: [
      `Round trips: ${change.trips.was} in run ${was.run}, ${change.trips.is} in run ${is.run}.`,
      `Waiting: ${formatMsShort(change.waitingMs.was)} ms, then ${formatMsShort(change.waitingMs.is)} ms.`,
      `${plural(change.gone.length, 'finding')} gone, ${change.left.length} left, ${change.added.length} new.`,
      ...(change.added.length > 0 ? ['A new one is often what the old one hid: look at it next.'] : []),
      `Output: ${output}.`,
      isProved ? 'Proved: fewer round trips for the same work.' : `Not proved. ${missing.join(' ')}`,
      'Trips are counted; times are those of this machine, and noisy.',
    ].join(' '),
    data: {
      ...{ isProved, missing, was: was.run, is: is.run, output },
      exitCode: { was: was.exitCode, is: is.exitCode },
      ...changeData(change),
    },
  };
}

const computesWithinMs = 60_000;
/** Setting up and ending a search, beside its budget. */
const aroundSearchMs = 60_000;
const usualBudgetSeconds = 30;

/** Carries `advise` out, and resolves with what it wrote as JSON. Rejects with ToolRefused. */
async function advice(
  words: readonly string[],
  {
    folder,
    env,
    signal,
    mostMs,
    file,
  }: { folder: string; env: NodeJS.ProcessEnv; signal: AbortSignal; mostMs: number; file: string },
): Promise<unknown> {
  try {
    const { isOverdue, stderr } = await runCall({
      words: ['advise', '-q', ...words, '--json', file],
      ...{ folder, env, signal, mostMs },
    });
    if (isOverdue) throw new ToolRefused('It took too long and was ended');
    return readJson(file) ?? refuse(stderr.end);
  } finally {
    rmSync(file, { force: true });
  }
}

function refuse(stderr: string): never {
  throw new ToolRefused('There is no advice', { stderr: foreignOutput(stderr) });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

async function advised(
  trace: string,
  run: number,
  { root, folder }: RunsOptions,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const { sites } = (await advice(['--trace', trace], {
    ...{ folder: root, env: environment({}), signal, mostMs: computesWithinMs },
    file: join(folder, 'advice.json'),
  })) as TraceAdvice;
  const [first] = sites;
  return {
    says: first
      ? `By run ${run}, ${plural(sites.length, 'line')} could share round trips; the first spares ${first.tripsSpared} of a unit. Computed, not measured.`
      : `By run ${run}, no line sends one after another what could share a round trip.`,
    data: foreignTexts({ run, sites }) as object,
  };
}

async function searched(
  { command, dataSize, clients, rttMs, p99BoundMs, budgetSeconds = usualBudgetSeconds }: Workload,
  { url, folder }: RunsOptions,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  const words = [
    ...['--no-progress', '-t', command, '--budget', `${budgetSeconds}s`],
    ...(dataSize === undefined ? [] : ['-d', String(dataSize)]),
    ...(clients === undefined ? [] : ['-c', String(clients)]),
    ...(rttMs === undefined || rttMs === 0 ? [] : ['--rtt', `${rttMs}ms`]),
    ...(p99BoundMs === undefined ? [] : ['--p99', `< ${p99BoundMs}ms`]),
  ];
  // The folder has no configuration, which would be read as well.
  const result = (await advice(words, {
    ...{ folder, env: environment(url === null ? {} : { ROUNDTRIP_URL: url }), signal },
    mostMs: budgetSeconds * 1000 + aroundSearchMs,
    file: join(folder, 'search.json'),
  })) as SearchResult;
  const headline = reportOf({ kind: 'search', result }).blocks.find((block) => block.type === 'headline');
  const { recommendation, snippet, state } = result;
  return {
    says: foreignText(headline?.text ?? 'The search has no advice', 1000),
    data: foreignTexts({
      ...{ state, worth: recommendation?.worth ?? null, advised: recommendation?.advised ?? null },
      ...{ baseline: recommendation?.baseline ?? null, gain: recommendation?.gain ?? null, snippet },
    }) as object,
  };
}
