import type { Numbers } from './numbers.ts';

/** A time to finish, with two digits that mean something: "4.0 ms", "0.11 s", "2.4 s", "1 min 30 s". */
export function raceTime(ms: number, numbers: Numbers): string {
  if (ms < 10) return numbers.inMsShort(ms);
  if (ms >= 60_000) return numbers.duration(ms);
  const decimals = ms < 995 ? 2 : ms < 9950 ? 1 : 0;
  return numbers.fixed(ms / 1000, decimals) + numbers.unit(' s');
}
