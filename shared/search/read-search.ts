import type {
  Gain,
  BoundOutcome,
  Recommendation,
  SearchPoint,
  SearchResult,
  Unusable,
} from '../contract/search.ts';
import type { Load, Verdict } from '../contract/verdict.ts';

/** Schema 1: what was said of a search was kept in English, and beside most verdicts what they rest on. */
export type StoredSearch =
  | (Omit<SearchResult, 'judgement'> & { judgement: WithoutReached<Recommendation> | null })
  | (Omit<SearchResult, 'schema' | 'points' | 'judgement' | 'warnings'> & {
      schema: 1;
      points: OldPoint[];
      judgement: OldRecommendation | null;
      sentences: string[];
      warnings: string[];
    });

/** Since schema 2 was new, answers learned to say what share of the best they reach. */
type WithoutReached<Of extends Pick<Recommendation, 'reached'>> = Omit<Of, 'reached'> &
  Partial<Pick<Of, 'reached'>>;

interface OldPoint extends Omit<SearchPoint, 'verdict' | 'unusable'> {
  verdict: { bound: Verdict['bound']; sentence: string; advice: string };
  finding?: OldFinding;
  unusable: string | null;
}

/** A verdict without its code. */
type OldFinding =
  | WithoutCode<Exclude<Verdict, { code: 'unclear' | 'unmeasured' | 'all-failed' | 'stored' }>>
  /** `null`: nothing was measured. */
  | { bound: 'none'; load: Load | null };
type WithoutCode<Of> = Of extends unknown ? Omit<Of, 'code'> : never;

type Points = 'baseline' | 'best' | 'smallest' | 'knee' | 'candidate';
type PointLists = 'notToldApart' | 'alternatives';
type OldRecommendation = Omit<
  Recommendation,
  Points | PointLists | 'bound' | 'advised' | 'gain' | 'reached'
> &
  Record<Points, OldPoint> &
  Record<PointLists, OldPoint[]> & {
    advised: OldPoint | null;
    gain: (Omit<Gain, 'outcome'> & { outcome: Gain['outcome'] | 'not told apart' }) | null;
    bound:
      | (Omit<BoundOutcome, 'best' | 'edge' | 'least'> & {
          best: OldPoint | null;
          /** Not in the oldest. */
          edge?: OldPoint | null;
          least: OldPoint;
        })
      | null;
  };

/** A stored search in today's form, however old it is. */
export function readSearch(stored: StoredSearch): SearchResult {
  if (stored.schema === 2) return completed(stored);
  // Its sentences say what its figures do, and the verdicts of its points.
  const { sentences: _, judgement, points, warnings, ...rest } = stored;
  return {
    ...rest,
    schema: 2,
    points: points.map(pointOf),
    judgement: judgement && recommendationOf(judgement),
    warnings: warnings.map((text) => ({ code: 'stored', text })),
  };
}

function completed({ judgement, ...rest }: Extract<StoredSearch, { schema: 2 }>): SearchResult {
  return { ...rest, judgement: judgement && { ...judgement, reached: judgement.reached ?? null } };
}

const recommendationOf = (old: OldRecommendation): Recommendation => ({
  ...old,
  baseline: pointOf(old.baseline),
  best: pointOf(old.best),
  smallest: pointOf(old.smallest),
  knee: pointOf(old.knee),
  candidate: pointOf(old.candidate),
  reached: null,
  notToldApart: old.notToldApart.map(pointOf),
  alternatives: old.alternatives.map(pointOf),
  advised: pointOrNull(old.advised),
  gain: old.gain && {
    ...old.gain,
    outcome: old.gain.outcome === 'not told apart' ? 'inconclusive' : old.gain.outcome,
  },
  bound: old.bound && {
    ...old.bound,
    best: pointOrNull(old.bound.best),
    edge: pointOrNull(old.bound.edge ?? null),
    least: pointOf(old.bound.least),
  },
});

const pointOrNull = (old: OldPoint | null) => old && pointOf(old);

const pointOf = ({ finding, verdict, unusable, ...rest }: OldPoint): SearchPoint => ({
  ...rest,
  verdict: finding ? verdictOf(finding) : { code: 'stored', ...verdict },
  unusable: unusable === null ? null : unusableOf(unusable),
});

function verdictOf(found: OldFinding): Verdict {
  if (found.bound !== 'none') return { code: found.bound, ...found } as Verdict;
  return found.load === null
    ? { code: 'unmeasured', bound: 'none' }
    : { code: 'unclear', bound: 'none', load: found.load };
}

function unusableOf(text: string): Unusable {
  if (text === 'not measured') return { code: 'not-measured' };
  return text === 'nothing came back' ? { code: 'no-replies' } : { code: 'stored', text };
}
