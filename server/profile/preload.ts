import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { Budget } from './process/budget.ts';
import { watchLibraries } from './process/libraries.ts';
import { faultsGoTo, guarded } from './process/never-throws.ts';
import { ProgramRecorder } from './process/recorder.ts';
import { runningTest, watchSandboxes } from './process/running-test.ts';
import { TraceFile } from './process/trace-file.ts';
import { watchUnits } from './process/units.ts';
import { outsideOfUnits, traceVersion } from '../../shared/contract/profile-trace.ts';
import { profileSettings, type ProfileSettings } from './settings.ts';

/** Garbage, compiling and cold caches come on top of the time that recording takes: up to × 2 in pairs of processes. */
const perClock = 2;

// Loaded before the program, in each process and thread of it. Whatever fails here, the program runs: what it calls is
// guarded, also this.
guarded(() => {
  const settings = profileSettings();
  if (settings) record(settings);
})();

function record({ folder, root, share, mostBytes, routes }: ProfileSettings): void {
  const name = `${process.pid}-${threadId}-${randomBytes(4).toString('hex')}.jsonl`;
  const budget = new Budget(share, { perClock });
  const file = new TraceFile(join(folder, name), mostBytes, budget);
  file.write({
    ...{ k: 'meta', v: traceVersion, node: process.version.slice(1), source: 'patch', budget: share },
    pid: process.pid,
  });
  // A thread has its script only once that runs.
  let known = programName();
  const program = () => (known ??= programName()) ?? 'node';
  const recorder = new ProgramRecorder(file, budget, { root, program, runningTest });
  faultsGoTo((fault) => {
    recorder.fault(fault);
  });
  watchLibraries(recorder);
  watchUnits(recorder, routes);
  watchSandboxes();
  process.on(
    'exit',
    guarded(() => {
      recorder.close();
    }),
  );
}

/** Undefined where no script is known. */
function programName(): string | undefined {
  const script = process.argv[1];
  if (script === undefined) return undefined;
  // A worker of a test runner, or a launcher: no name that the user gave.
  return /[\\/]node_modules[\\/]/.test(script) ? outsideOfUnits : basename(script);
}
