import { isatty } from 'node:tty';

/** What a write reports when its terminal was closed (EIO) or its reader has left (EPIPE). */
const gone = ['EIO', 'EPIPE', 'EBADF', 'ERR_STREAM_DESTROYED'];

interface OutputStreams {
  stdout: NodeJS.EventEmitter;
  stderr: NodeJS.EventEmitter;
}

/**
 * Lets the process outlive its output, so that it still cleans up: a closed terminal and a reader that leaves early
 * are ignored. `onFailure` gets any other reason why stdout was not written, such as a full disk.
 */
export function outliveOutput(
  onFailure: (error: Error) => void,
  { stdout, stderr }: OutputStreams = process,
): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!gone.includes(error.code ?? '')) onFailure(error);
  });
  // There is nowhere left to report it.
  stderr.on('error', () => undefined);
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.once('exit', () => {
    // Node restores the settings of its terminal as it ends, and aborts (SIGABRT) where the terminal is gone.
    if (!terminals.every((descriptor) => isatty(descriptor))) process.kill(process.pid, 'SIGHUP');
  });
}
