import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 10;

/** Whether the group took the signal; `false`: no process is left in it. 0 asks alone. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Whether all processes of the group have ended within this time. One that has ended and that nobody waits for is still there. */
export async function groupGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (signalGroup(pid, 0)) {
    if (performance.now() >= until) return false;
    await sleep(lookEveryMs);
  }
  return true;
}
