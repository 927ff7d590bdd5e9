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
  export type All = [
    Fits<declared.PlanInput, PlanInput>, Fits<PlanInput, declared.PlanInput>,
    Fits<Plan, declared.Plan>, Fits<Result, declared.Result>, Fits<RunEvent, declared.RunEvent>,
    Fits<keyof RunPlanOptions, keyof declared.RunOptions>, Fits<keyof declared.RunOptions, keyof RunPlanOptions>,
    Fits<typeof library.run, typeof declared.run>, Fits<library.InvalidInput, declared.InvalidInput>,
  ];`;

/** Programs that use what the package exports, by what they do; TypeScript finds the types as it does for a user. */
const programs = {
  'uses them well': use,
  'holds them against the sources': fits,
  'leaves the lanes out': `${use} await run({ workload: {} });`,
  'misspells a setting': `${use} await run({ workload: { client: 4 }, lanes: [] });`,
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
    'measures a command that is not there': [expect.stringContaining(`Type '"sett"' is not assignable`)],
    'takes a figure for a text': [expect.stringContaining("is not assignable to type 'string'")],
    'reads a field that no problem has': [expect.stringContaining("Property 'path' does not exist")],
  });
});

test('what is declared is exported', () => {
  const names = [...declarations().matchAll(/declare (?:function|class|const) (\w+)/g)].map(
    ([, name]) => name,
  );
  expect(Object.keys(library).sort()).toEqual(names.sort());
});
