/** The variable by which the profiler speaks to the processes of a program. */
export const environmentName = 'ROUNDTRIP_PROFILE';

export interface ProfileSettings {
  /** The version of traces. */
  version: number;
  /** Where each process leaves its trace. */
  folder: string;
  /** What paths are relative to. */
  root: string;
  /** Of a core, what recording may take. */
  share: number;
  /** Of one trace. */
  mostBytes: number;
  /** The folder of the profiler’s own code. */
  code: string;
  /** Patterns that name requests where no router does. */
  routes: readonly string[];
}

/** Those of the profiler that this process runs under; `null`: there is none. */
export const profileSettings = (): ProfileSettings | null =>
  JSON.parse(process.env[environmentName] ?? 'null') as ProfileSettings | null;
