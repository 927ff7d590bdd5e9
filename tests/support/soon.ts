import { expect } from 'vitest';

/** Expects something that becomes true in time, also on a machine that has other things to do. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });
