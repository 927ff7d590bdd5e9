import type { Selfcheck } from './check.ts';

/** What `roundtrip selfcheck` asks, in order. */
export const checks: readonly { id: string; load: () => Promise<Selfcheck> }[] = [
  { id: 'recording', load: async () => (await import('./recording-cost.ts')).recordingCost },
  { id: 'ceiling', load: async () => (await import('./harness-ceiling.ts')).harnessCeiling },
  { id: 'counts', load: async () => (await import('./counts.ts')).counts },
  { id: 'delay', load: async () => (await import('./known-delay.ts')).knownDelay },
  { id: 'stalls', load: async () => (await import('./stalls.ts')).stalls },
  { id: 'same', load: async () => (await import('./same-against-same.ts')).sameAgainstSame },
  { id: 'roofline', load: async () => (await import('./roofline.ts')).roofline },
];
