import type { Profile, ProfileSite } from '../contract/profile.ts';
import type { Report } from '../report/block.ts';
import { isRecordedWhole, type Trace } from './read-trace.ts';
import { sparedIn } from './replay/placed.ts';
import { isStrong, siteInWords } from './report.ts';
import { thousandths } from '../../shared/statistics/thousandths.ts';

/** Round trips at which savings are computed, ms: one machine, one zone, one region, another one. */
const distancesMs = [0.2, 1, 5, 20] as const;

interface SavingAt {
  rttMs: number;
  /** Of a unit that has the sequence. */
  savingMs: number;
  /** How long the unit then takes as it is. */
  unitMs: number;
}

interface SiteSaving {
  site: ProfileSite;
  /** The place as a report has it. */
  place: string;
  unit: string;
  command: string;
  /** Units of the program that have it, and what each of them need not make: round trips. */
  units: number;
  tripsSpared: number;
  at: SavingAt[];
}

/** Sites of a trace by what sharing round trips would save. Nothing of it is measured. */
export interface TraceAdvice {
  kind: 'trace-advice';
  schema: 1;
  computed: true;
  sites: SiteSaving[];
}

/**
 * Ranks the sites whose commands may share round trips. A unit takes its recorded own time and its trips; own time is
 * that in which nothing was in flight.
 */
export function adviceOf(
  { units }: Pick<Trace, 'units'>,
  profile: Pick<Profile, 'units' | 'findings'>,
): TraceAdvice {
  const strong = profile.findings.filter(isStrong);
  const sparedBy = new Map(strong.map((finding) => [finding, [] as number[]]));
  for (const unit of units.filter(isRecordedWhole))
    for (const [finding, trips] of sparedIn(unit, strong)) sparedBy.get(finding)?.push(trips);
  const sites = [...sparedBy].flatMap(([finding, spared]): SiteSaving[] => {
    const unit = profile.units.find(({ name }) => name === finding.unit);
    if (!unit || spared.length === 0) return [];
    const tripsSpared = spared.reduce((sum, trips) => sum + trips, 0) / spared.length;
    const ownMs = Math.max(0, unit.durationMs - unit.waitingMs);
    return [
      {
        ...{ site: finding.site, place: siteInWords(finding), unit: unit.name, command: finding.command },
        units: Math.round((unit.count * spared.length) / Math.max(1, unit.recorded)),
        tripsSpared: thousandths(tripsSpared),
        at: distancesMs.map((rttMs) => ({
          rttMs,
          savingMs: thousandths(tripsSpared * rttMs),
          unitMs: thousandths(ownMs + unit.tripsNow * rttMs),
        })),
      },
    ];
  });
  return {
    ...{ kind: 'trace-advice', schema: 1, computed: true },
    sites: sites.toSorted((one, other) => other.units * other.tripsSpared - one.units * one.tripsSpared),
  };
}

const short = (ms: number): number => Number(ms.toPrecision(3));
/** Without folders; then of a wrapper's caller alone. */
function shorterPlaces({ file, caller }: ProfileSite, place: string): string[] {
  const named = (text: string) => text.replaceAll(/[^\s,(]*\//g, '');
  return [named(place), ...(caller && caller.file !== file ? [named(`${caller.file}:${caller.line}`)] : [])];
}

/** The same as blocks in English. */
export function adviceReport(name: string, { sites }: TraceAdvice): Report {
  const [first] = sites;
  const far = first?.at.at(-1);
  const text =
    first && far
      ? `${first.place} saves most: ${first.tripsSpared} of the round trips of “${first.unit}”. At ${far.rttMs} ms that is ${short(far.savingMs)} of ${short(far.unitMs)} ms.`
      : 'No line sends one after another what could share a round trip, as far as the trace shows.';
  return {
    ...{ kind: 'trace-advice', title: `What batching would save in ${name}`, startedAt: '', tookMs: 0 },
    ...{ lanes: [], keys: [['file', name]] },
    blocks: [
      {
        ...{ type: 'headline', text },
        more: [
          'Computed from recorded trips and the program’s own time, not measured: bench --trace measures it.',
        ],
      },
      ...(first
        ? [
            {
              ...{ type: 'table' as const, title: 'Trips spared of a unit, and the time, ms, by round trip' },
              columns: [
                { label: 'line', unit: 'text' as const, mayShorten: true },
                { label: 'unit', unit: 'text' as const },
                { label: 'units', unit: 'count' as const },
                { label: 'spared', unit: 'per-write' as const },
                ...distancesMs.map((rttMs) => ({
                  label: `${rttMs} ms`,
                  unit: 'text' as const,
                  isRight: true,
                })),
              ],
              rows: sites.map(({ site, place, unit, units, tripsSpared, at }) => [
                ...[{ text: place, shorter: shorterPlaces(site, place) }, unit, units, tripsSpared],
                ...at.map(
                  ({ savingMs, unitMs }) =>
                    `${savingMs} (${Math.round((100 * savingMs) / Math.max(0.001, unitMs))} %)`,
                ),
              ]),
            },
          ]
        : []),
    ],
  };
}
