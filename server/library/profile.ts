import type { Profile } from '../../shared/contract/profile.ts';
import { judgeRecording } from '../profile/judge-recording.ts';
import { launch } from '../profile/launch.ts';
import { Sources } from '../profile/sources.ts';
import { isListenedFor } from '../redis/private/end-with-process.ts';
import { checkOptions } from './check-options.ts';

export interface ProfiledOptions {
  /** Asks the program to end (SIGTERM): what was recorded is kept. */
  signal?: AbortSignal | undefined;
  /** The share of a core that recording may take: whole units are left out beyond it. 1, the default, records all. */
  budget?: number | undefined;
  /** Files and folders of whose sites nothing is said. */
  ignore?: readonly string[] | undefined;
}

const known: readonly string[] = ['signal', 'budget', 'ignore'] satisfies (keyof ProfiledOptions)[];

/**
 * Runs a program of Node, as `roundtrip profile` does, and resolves with what it sent by unit and site, and with its
 * exit code: of a signal 128 and its number. `isStopped`: it ended because `signal` asked it to. Rejects with
 * CannotStartProgram.
 */
export async function profile(
  command: readonly string[],
  options: ProfiledOptions = {},
): Promise<{ profile: Profile; exitCode: number; isStopped: boolean }> {
  checkOptions('profile', options, known);
  const { signal = null, budget = 1, ignore = [] } = options;
  if (!Array.isArray(command) || command.length === 0)
    throw new TypeError("profile: the program and its arguments are a list, as in ['node', 'app.js']");
  if (!(budget > 0 && budget <= 1))
    throw new RangeError(`profile: budget is a share of a core, as in 0.03, not ${budget}`);
  const startedAt = new Date().toISOString();
  const { ended } = await launch({
    command,
    share: budget,
    until: signal,
  });
  const { code, isStopped, passedOn, traces, processes, tookMs } = await ended;
  // The signal was this process's: where nothing else listens, it ends by it as it would have.
  if (passedOn !== null && !isListenedFor(passedOn)) process.kill(process.pid, passedOn);
  const sources = new Sources(process.cwd(), { ignored: ignore, isOwn: true });
  const { profile: found } = judgeRecording({ traces, processes, tookMs, startedAt, command }, sources);
  return { profile: found, exitCode: code, isStopped };
}
