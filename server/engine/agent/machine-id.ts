import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells machines apart. Containers of one machine have names of their own; they share its kernel, and so its boot id. */
export function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
