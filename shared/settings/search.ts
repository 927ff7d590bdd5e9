import type { Limit } from './setting.ts';

/** Numbers of a search and of a load curve. */
export const searchLimits = {
  /** Rates of a load curve. */
  loadPoints: { min: 2, max: 40, default: 8, unit: 'rates' },
  /** The largest batch that is tried. */
  deepest: { min: 2, max: 100_000, default: 1024, unit: 'commands' },
  /** What p99 has to stay under. Absent: no bound. */
  p99BoundMs: { min: 0.001, max: 600_000, unit: 'ms' },
  /** What it may take. Absent: a minute, over a slow network what it needs. */
  budgetMs: { min: 1000, max: 3_600_000, unit: 'ms' },
} as const satisfies Record<string, Limit>;
