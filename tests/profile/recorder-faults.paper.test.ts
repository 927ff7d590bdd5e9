import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  faultyMethods,
  recorderParts,
  runWithFaults,
  type FaultyMethod,
  type InjectedFault,
} from '../../campaign/recorders/faults.ts';
import { commandsOf, hasAllCommands, programsIn } from '../../campaign/recorders/programs.ts';
import { projectRoot } from '../support/project-root.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();
const names = ['http', 'job', 'mark', 'outside', 'five', 'four'];
const plain = new Map<string, unknown>();

beforeAll(async () => {
  for (const [name, program] of Object.entries(programsIn(folder()))) plain.set(name, await program());
});

test('the programs are all recorded, with all commands', async () => {
  const counted: Record<string, number> = {};
  for (const name of names) {
    const { seen, trace } = await runWithFaults(program(name), [], folder());
    expect(seen).toEqual(plain.get(name));
    expect(trace.faults).toBeNull();
    for (const unit of trace.units) counted[unit.name] = unit.commands.length;
  }
  expect(counted).toMatchObject({ ...commandsOf, program: 8 });
});

test('every class of a recorder has its methods tried', () => {
  const process = join(projectRoot, 'server/profile/process');
  const withClass = readdirSync(process).filter((file) =>
    /^(?:export )?class \w+ (?!extends Error)/m.test(readFileSync(join(process, file), 'utf8')),
  );
  expect(Object.keys(recorderParts).map((part) => `${part}.ts`)).toEqual(
    withClass.filter((file) => file !== 'node-redis-4.ts').toSorted(),
  );
});

describe.each(faultyMethods.map((method) => [`${method.part}.${method.name}`, method] as const))(
  'when %s throws',
  (_, method) => {
    test.each([
      ['once', false],
      ['each time', true],
    ])('%s, programs see what they see without the profiler', async (__, isLasting) => {
      let times = 0;
      for (const name of names)
        for (const call of isLasting ? [1] : [1, 2]) {
          const fault = { method, call, isLasting, thrown: 'an error' } as const;
          const run = await runWithFaults(program(name), [fault, ...anotherFor(method)], folder());
          expect(run.seen, name).toEqual(plain.get(name));
          times += run.times;
          if (!isReporter(method)) {
            for (const unit of run.trace.units) expect(hasAllCommands(unit), unit.name).toBe(true);
            if (run.times > 0 && !isLasting) expect(run.trace.faults?.cause).toBe('TypeError');
          }
          expect(JSON.stringify(run.trace)).not.toContain('PlantedSecret');
        }
      expect(times).toBeGreaterThan(0);
    });
  },
);

/** A fault is what the method for faults is called for. */
const anotherFor = ({ part, name }: FaultyMethod): InjectedFault[] =>
  part === 'recorder' && name === 'fault'
    ? faultyMethods
        .filter((method) => method.part === 'recorder' && method.name === 'issued')
        .map((method) => ({ method, call: 1, isLasting: true, thrown: 'an error' }))
    : [];

/** Methods that the report of a fault itself needs. */
const isReporter = ({ part, name }: FaultyMethod): boolean =>
  part === 'recorder' && ['fault', 'close'].includes(name);

const program = (name: string): (() => Promise<unknown>) => {
  const found = programsIn(folder())[name];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
