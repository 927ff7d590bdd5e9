/** What a command writes to; the process's own, or a test's. */
export interface Terminal {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
  stderrIsTerminal: boolean;
  /** As of now: people resize their terminals. */
  readonly columns: number;
  /** What tables are made for. */
  look: (stream: 'stdout' | 'stderr') => TerminalLook;
}

export interface TerminalLook {
  /** `null`: no terminal. */
  columns: number | null;
  /** Whether it shows colours, and they are wanted (NO_COLOR). */
  colour: boolean;
}

/** A test’s or a file’s. */
export const plainLook: TerminalLook = { columns: null, colour: false };

export const lookOf = (stream: NodeJS.WriteStream): TerminalLook =>
  stream.isTTY ? { columns: stream.columns || null, colour: stream.hasColors() } : plainLook;
