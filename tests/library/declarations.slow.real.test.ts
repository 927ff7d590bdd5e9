import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { declarations } from '../../server/library/declarations.ts';
import * as library from '../../server/library/index.ts';
import baseConfig from '../../tsconfig.base.json' with { type: 'json' };
import { projectRoot } from '../support/project-root.ts';

const use = `import { run, InvalidInput, type Result } from '@roundtrip-lab/roundtrip';
  const result: Result = await run({ workload: { clients: 4 }, lanes: [{ strategy: 'pipeline' }] }, {
    onEvent: (event) => { if (event.type === 'sample') console.log(event.sample.completed); },
  });`;

const fits = `import type * as declared from '@roundtrip-lab/roundtrip';
  import type * as library from '../../server/library/index.ts';
  import type { RunPlanOptions } from '../../server/library/index.ts';
  import type { Plan, PlanInput } from '../../shared/contract/plan.ts';
  import type { Result } from '../../shared/contract/result.ts';
  import type { RunEvent } from '../../shared/contract/run-events.ts';
  type Fits<From extends To, To> = [From, To];
  /** A schema knows a strategy as a text. */
  type Named<T> = T extends readonly unknown[] ? { [At in keyof T]: Named<T[At]> } : T extends object
    ? { [Key in keyof T]: Key extends 'strategy' ? declared.Strategy : Named<T[Key]> } : T;
  export type All = [
    Fits<declared.PlanInput, PlanInput>, Fits<Named<PlanInput>, declared.PlanInput>,
    Fits<Named<Plan>, declared.Plan>, Fits<Named<Result>, declared.Result>, Fits<Named<RunEvent>, declared.RunEvent>,
    Fits<keyof RunPlanOptions, keyof declared.RunOptions>, Fits<keyof declared.RunOptions, keyof RunPlanOptions>,
    Fits<Awaited<ReturnType<typeof library.profile>>, Awaited<ReturnType<typeof declared.profile>>>,
    Fits<Parameters<typeof declared.profile>, Parameters<typeof library.profile>>,
    Fits<declared.RunInput, Parameters<typeof library.run>[0]>, Fits<library.InvalidInput, declared.InvalidInput>,
  ];`;

/** Programs that use what the package exports, by what they do; TypeScript finds the types as it does for a user. */
const programs = {
  'uses them well': use,
  'holds them against the sources': fits,
  'leaves the lanes out': `${use} await run({ workload: {} });`,
  'misspells a setting': `${use} await run({ workload: { client: 4 }, lanes: [] });`,
  'misspells a strategy': `${use} await run({ lanes: [{ strategy: 'pipelin' }] });`,
  'misspells a client': `${use} await run({ lanes: [{ strategy: 'pipeline', client: 'ioredsi' }] });`,
  judges: `${use} import { check, compare } from '@roundtrip-lab/roundtrip';
    export const failed: boolean = check(result, ['pipeline.failed == 0']).some(({ passed }) => passed === false);
    export const found = compare(result, result, { figure: 'ratios', maxRegression: 0.1 }).lanes[0]?.state;`,
  profiles: `import { check, profile, type Profile } from '@roundtrip-lab/roundtrip';
    const { profile: found, exitCode } = await profile(['node', 'app.js'], { budget: 1, signal: AbortSignal.timeout(1000) });
    export const ended: number = exitCode;
    export const whole: Profile = found;
    export const checks = check(found, ['profile.independent == 0']);`,
  'compares what is not there': `${use} import { compare } from '@roundtrip-lab/roundtrip';
    compare(result, result, { figure: 'ratio' });`,
  'extends expect of Vitest': `${use} import { expect } from 'vitest';
    import { matchers } from '@roundtrip-lab/roundtrip/vitest';
    expect.extend(matchers);
    expect(result).toRunFasterThan('one-by-one', { by: 2 });
    expect(result).not.toKeepRatio(result);`,
  'asks a matcher for what it does not know': `${use} import { expect } from 'vitest';
    import '@roundtrip-lab/roundtrip/vitest';
    expect(result).toRunFasterThan('one-by-one', { factor: 2 });`,
  'measures a command that is not there': `${use} await run({ workload: { commands: ['sett'] }, lanes: [] });`,
  'takes a figure for a text': `${use} export const name: string = result.lanes[0]?.commands;`,
  'reads a field that no problem has': `${use} export const at = new InvalidInput('').problems[0]?.path;`,
};

/** What TypeScript says of each of them. */
function faultsOf(sources: Record<string, string>): Record<string, string[]> {
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...baseConfig.compilerOptions,
      noEmit: true,
      noUnusedLocals: false,
      types: ['node'],
      lib: ['es2023', 'dom'],
    },
    projectRoot,
  );
  const texts = new Map(
    Object.values(sources).map((text, index) => [join(import.meta.dirname, `program-${index}.ts`), text]),
  );
  const host = ts.createCompilerHost(options);
  host.fileExists = (path) => texts.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => texts.get(path) ?? ts.sys.readFile(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  const faults = [...texts.keys()].map((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  );
  return Object.fromEntries(Object.keys(sources).map((name, index) => [name, faults[index] ?? []]));
}

test('a program that uses the built types compiles, and one that uses them wrongly does not', () => {
  expect(faultsOf(programs)).toEqual({
    'uses them well': [],
    'holds them against the sources': [],
    'leaves the lanes out': [expect.stringContaining("Property 'lanes' is missing")],
    'misspells a setting': [expect.stringContaining("'client' does not exist")],
    'misspells a strategy': [expect.stringContaining(`Type '"pipelin"' is not assignable to type 'Strategy`)],
    'misspells a client': [expect.stringContaining(`Type '"ioredsi"' is not assignable`)],
    judges: [],
    profiles: [],
    'compares what is not there': [expect.stringContaining(`Type '"ratio"' is not assignable`)],
    'extends expect of Vitest': [],
    'asks a matcher for what it does not know': [expect.stringContaining("'factor' does not exist")],
    'measures a command that is not there': [expect.stringContaining(`Type '"sett"' is not assignable`)],
    'takes a figure for a text': [expect.stringContaining("is not assignable to type 'string'")],
    'reads a field that no problem has': [expect.stringContaining("Property 'path' does not exist")],
  });
});

test('what is declared is exported', () => {
  // A function with overloads is declared several times.
  const names = new Set(
    [...declarations().matchAll(/declare (?:function|class|const) (\w+)/g)].map(([, name]) => name),
  );
  expect(Object.keys(library).sort()).toEqual([...names].sort());
});
