import type { SentMode } from '../../../shared/contract/profile-trace.ts';

/** The sender of a command. `below`: the function whose caller issued it; `buffers`: its reply comes as Buffers. */
export interface Sender {
  lib: string;
  buffers?: boolean;
  below: unknown;
  frames: number;
}

/** A command that a recorder keeps until its reply. */
export interface WatchedCommand {
  readonly line: { buf?: 1 };
  /** The number of functions of the library on the stack, before the program’s own. */
  frames: number;
}

/** The calls for watchers of client libraries. The caller guards each call (never-throws.ts). */
export interface CommandRecorder {
  /** Counts a command where that is all that can be done with it now; false: it has to be looked at. */
  onlyCounts(name: unknown): boolean;
  /** A command is issued; its arguments begin at `from`. `null`: it is not recorded. */
  issued(given: readonly unknown[], name: unknown, sender: Sender, from?: number): WatchedCommand | null;
  /** It is written to a connection, by itself or with others. */
  sent(recorded: WatchedCommand, conn: number): void;
  together(recorded: WatchedCommand, batch: number, mode: SentMode): void;
  settled(recorded: WatchedCommand, reply: unknown, failed: boolean): void;
}
