import { styleText } from 'node:util';
import { redact } from '../../redis/connection/redact.ts';
import { plainText } from '../../terminal/plain-text.ts';

/** What a command writes to; the process's own, or a test's. */
export interface Terminal {
  /** Both leave out what would control a terminal (`plainText`). */
  stdout: (text: string) => void;
  /** Without secrets of addresses: messages quote what was given. */
  stderr: (text: string) => void;
  /** As they stand: for tables and progress, which put colours and cursor moves around text that is plain. */
  styled: Record<'stdout' | 'stderr', (text: string) => void>;
  stderrIsTerminal: boolean;
  /** As of now: people resize their terminals. */
  readonly columns: number;
  /** What tables are made for. */
  look: (stream: 'stdout' | 'stderr') => TerminalLook;
}

export interface TerminalLook {
  /** `null`: no terminal. */
  columns: number | null;
  /** Whether it shows colours, and they are wanted. */
  colour: boolean;
}

/** Writes to these streams; what is not styled on purpose is made plain. */
export const writersOf = (styled: Terminal['styled']): Pick<Terminal, 'stdout' | 'stderr' | 'styled'> => ({
  stdout: (text) => {
    styled.stdout(plainText(text));
  },
  stderr: (text) => {
    styled.stderr(plainText(redact(text)));
  },
  styled,
});

/** A test’s or a file’s. */
export const plainLook: TerminalLook = { columns: null, colour: false };

/** Node's own rule decides on colours: FORCE_COLOR, a terminal, NO_COLOR. */
export const lookOf = (stream: NodeJS.WriteStream): TerminalLook => ({
  columns: (stream.isTTY && stream.columns) || null,
  colour: styleText('red', 'x', { stream }) !== 'x',
});
