/** What a command writes to; the process's own, or a test's. */
export interface Terminal {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
  stderrIsTerminal: boolean;
  /** As of now: people resize their terminals. */
  readonly columns: number;
}
