import type { Profile, ProfileFinding } from '../../shared/contract/profile.ts';
import { judgeProfile } from '../../shared/profile/gate.ts';
import { profileReport } from '../../shared/profile/report.ts';
import type { ReportedDocument } from '../../shared/report/document.ts';
import { parseProfileAssertion } from '../../server/cli/gate/assertions/profile.ts';

/** A loop of 12 GETs that could be one round trip. */
export const aFinding = (line: number, more: Partial<ProfileFinding> = {}): ProfileFinding => ({
  ...{ code: 'independent-sequence', unit: 'GET /cart', command: 'GET', library: 'ioredis' },
  site: { file: 'src/cart.ts', line, column: 3, function: 'cart' },
  ...{ keyPattern: null, others: [], owner: 'app', perUnit: 12, units: 5, waitingMs: 2 },
  ...{ tripsNeeded: 1, savingMs: [1, 2], reasons: [] },
  ...more,
});

export const aProfile = (findings: ProfileFinding[]): Profile => ({
  ...{ kind: 'profile', schema: 1, source: 'patch', startedAt: '2026-12-01T00:00:00.000Z' },
  ...{ program: 'node app.js', tookMs: 1000, commands: 60, recorded: 60, cost: 0.1, gaps: [], findings },
  units: [
    {
      ...{ name: 'GET /cart', kind: 'http', count: 5, recorded: 5, durationMs: 5, waitingMs: 2 },
      ...{ commands: 12, tripsNow: 12, tripsNeeded: 1 },
    },
  ],
});

/** A profile as it is reported, with what it was held against. */
export function aProfileDocument(result: Profile, assertions: readonly string[] = []): ReportedDocument {
  const checks = assertions.map((text) => judgeProfile(parseProfileAssertion(text), result));
  return { kind: 'blocks', report: profileReport(result, checks), result, checks };
}

/** A trace holds no source, so no patch either. */
export const withoutPatches = ({ patch: _, findings, ...profile }: Profile) => ({
  ...profile,
  findings: findings.map(({ patch: _diff, ...finding }) => finding),
});
