import type { LiveProfile } from '../../../shared/contract/live-profile.ts';
import type { Profile } from '../../../shared/contract/profile.ts';
import { profileOf } from '../../../shared/profile/profile-of.ts';
import type { Trace } from '../../../shared/profile/read-trace.ts';
import { chosenUnits, unitNames } from '../../../shared/profile/timeline.ts';
import { isKeptIn, judgeRecording, keepFindings, keepTraces, nameOfProgram } from '../judge-recording.ts';
import { launch, timeLimit, type EndedProgram, type Launch } from '../launch.ts';
import { Sources } from '../sources.ts';
import { liveProfile } from './live-profile.ts';
import { LiveTrace } from './live-trace.ts';
import { TraceFolder } from './trace-folder.ts';

export interface ProfiledProgramOptions extends Omit<Launch, 'until'> {
  /** The program is asked to end then; `null`: never. */
  durationMs: number | null;
  /** Paths of which nothing is said. */
  ignored: readonly string[];
  /** Where the trace is kept; `null`: nowhere. */
  traceFile: string | null;
}

const lookEveryMs = 1000;
/** Of the time, what judging may take. */
const judgingShare = 0.05;

/** A program that is recorded and can be looked at while it runs. */
export class ProfiledProgram {
  readonly name: string;
  readonly #options: ProfiledProgramOptions;
  #sources: Sources;
  #startedAt = new Date();
  #trace = new LiveTrace();
  #hasNews = true;
  #judgedAt = -Infinity;
  #judgingTookMs = 0;
  #latest: LiveProfile | null = null;
  #ended: Promise<number> | null = null;
  #exitCode: number | null = null;

  constructor(options: ProfiledProgramOptions) {
    this.name = nameOfProgram(options.command);
    this.#options = options;
    this.#sources = new Sources(process.cwd(), { ignored: options.ignored, isOwn: true });
  }

  get isRunning(): boolean {
    return this.#ended !== null && this.#exitCode === null;
  }

  /** Resolves with its exit code after all that it left was judged and kept; with `null` where it was not started. */
  get ended(): Promise<number | null> {
    return this.#ended ?? Promise.resolve(null);
  }

  /** `onTrouble`: called with the reason why what it left could not be kept or judged. Rejects with CannotStartProgram. */
  async start(onTrouble: (error: unknown) => void): Promise<void> {
    this.#startedAt = new Date();
    const { folder, ended } = await launch({ ...this.#options, until: timeLimit(this.#options.durationMs) });
    const files = new TraceFolder(folder);
    const look = () => {
      try {
        for (const { file, text } of files.look()) {
          this.#hasNews = true;
          this.#trace.add({ file, text: this.#sources.inOriginals(text) });
        }
      } catch {
        // At its end all is read again.
      }
    };
    const looking = setInterval(look, lookEveryMs).unref();
    this.#ended = ended.then((end) => {
      clearInterval(looking);
      this.#end(end, onTrouble);
      const { livesOn } = end;
      if (livesOn.length > 0)
        onTrouble(
          new Error(`processes of the program still run, and are not recorded: ${livesOn.join(', ')}`),
        );
      return end.code;
    });
  }

  /** What is known by now; `null`: it was not started. The same object as long as nothing is new. */
  current(): LiveProfile | null {
    const now = performance.now();
    const isDue = now - this.#judgedAt >= this.#judgingTookMs / judgingShare;
    if (!this.isRunning || !this.#hasNews || !isDue) return this.#latest;
    this.#hasNews = false;
    this.#judgedAt = now;
    try {
      this.#judgeNewest();
    } catch {
      // The page shows what it had. At the end all is judged again.
    }
    this.#judgingTookMs = performance.now() - now;
    return this.#latest;
  }

  #judgeNewest(): void {
    const trace = this.#trace;
    const recording = {
      startedAt: this.#startedAt.toISOString(),
      program: this.name,
      tookMs: Date.now() - this.#startedAt.getTime(),
    };
    const profile = profileOf(trace.trace, recording, this.#sources);
    this.#latest = liveProfile({
      ...{ exitCode: null, units: trace.units, isOfNewest: trace.isOfNewest, profile },
      chosen: trace.chosen(unitNames(profile)),
    });
  }

  /** A program writes what it likes into its traces: nothing in them ends the page. */
  #end(end: EndedProgram, onTrouble: (error: unknown) => void): void {
    const attempt = (act: () => void): boolean => {
      try {
        act();
        return true;
      } catch (error) {
        onTrouble(error);
        return false;
      }
    };
    const { traceFile } = this.#options;
    const sources = this.#sources;
    const isKept =
      traceFile !== null &&
      attempt(() => {
        keepTraces(traceFile, end.traces, sources);
      });
    const isJudged = attempt(() => {
      const profile = this.#judgeAll(end, sources);
      if (isKept) keepFindings(traceFile, profile);
    });
    if (isKept && !isJudged) onTrouble(new Error(isKeptIn(traceFile)));
    if (!isJudged && this.#latest)
      this.#latest = { ...this.#latest, exitCode: end.code, profile: cutShort(this.#latest.profile) };
    this.#exitCode = end.code;
    // What was kept of both is large.
    this.#trace = new LiveTrace();
    this.#sources = new Sources(process.cwd());
  }

  #judgeAll({ traces, processes, tookMs, code }: EndedProgram, sources: Sources): Profile {
    const { command } = this.#options;
    const startedAt = this.#startedAt.toISOString();
    const { profile, trace } = judgeRecording({ traces, processes, tookMs, command, startedAt }, sources);
    this.#latest = liveProfile({
      ...{ exitCode: code, units: unitsIn(trace), isOfNewest: false, profile },
      chosen: chosenUnits(trace, unitNames(profile)),
    });
    return profile;
  }
}

/** The profile from before the end, with the gap of an end that could not be read. */
const cutShort = (profile: Profile): Profile => ({ ...profile, gaps: [...profile.gaps, 'cut'] });

const unitsIn = ({ counts }: Trace): number =>
  [...counts.values()].reduce((sum, { kind, count }) => sum + (kind === 'program' ? 0 : count), 0);
