import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { faultyMethods, runWithFaults, thrown, type InjectedFault } from '../recorders/faults.ts';
import { hasAllCommands, programsIn } from '../recorders/programs.ts';

const kinds = Object.keys(thrown) as (keyof typeof thrown)[];

/** Methods of the profiler’s recorder that throw while programs run: these see what they see without it. */
export const recorderFaults: Attack = {
  name: 'recorder faults',
  about: 'one method of the recorder throws, at some call, in a request, a job, a mark or outside of them',
  async run({ seed, scale }) {
    const found = new Findings();
    const folder = mkdtempSync(join(tmpdir(), 'roundtrip-campaign-'));
    const random = randomFrom(seed);
    const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const programs = Object.entries(programsIn(folder));
    const faults: unknown[] = [];
    const onFault = (fault: unknown) => faults.push(fault);
    process.on('uncaughtException', onFault).on('unhandledRejection', onFault);
    let fired = 0;
    try {
      const plain = new Map<string, unknown>();
      for (const [name, program] of programs) plain.set(name, await program());
      for (let left = casesAt(scale, { short: 60, pairs: 1000, full: 20_000 }); left > 0; left--) {
        const [name, program] = oneOf(programs);
        const fault: InjectedFault = {
          method: oneOf(faultyMethods),
          call: 1 + Math.floor(random() ** 3 * 40),
          isLasting: random() < 0.5,
          thrown: oneOf(kinds),
        };
        const { seen, times, trace } = await runWithFaults(program, [fault], folder);
        fired += times > 0 ? 1 : 0;
        const wrong = faults.splice(0).map((one) => `thrown into the program: ${String(one)}`);
        if (!isDeepStrictEqual(seen, plain.get(name))) wrong.push(`the program saw ${shown(seen)}`);
        const torn = trace.units.find((unit) => !hasAllCommands(unit));
        if (torn) wrong.push(`${torn.name} is recorded with ${torn.commands.length} commands`);
        const { method, call, isLasting } = fault;
        const moment = `${method.part}.${method.name} from call ${call}${isLasting ? ' on' : ''}`;
        found.add(`${moment}, ${fault.thrown}, in ${name}`, wrong.length === 0 ? null : wrong.join('; '));
      }
      found.notes.push(`in ${fired} of ${found.cases} cases the method was called, and threw`);
    } finally {
      process.off('uncaughtException', onFault).off('unhandledRejection', onFault);
      rmSync(folder, { recursive: true, force: true });
    }
    return found;
  },
};
