import { expect, test } from 'vitest';
import { liveProfile } from '../../../server/profile/live/live-profile.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';
import { sampleTrace } from '../../support/sample-trace.ts';

const trace = readTrace(sampleTrace);
const profile = profileOf(trace, { startedAt: '', program: 'app', tookMs: 1 }, withoutSource('patch'));
const standing = { exitCode: null, units: 2, isOfNewest: false };
const [unit] = trace.units;
const times = <Item>(item: Item | undefined, count: number): Item[] =>
  Array.from({ length: count }, () => item).filter((one) => one !== undefined);

test('What is small is sent whole', () => {
  const live = liveProfile({
    ...standing,
    profile,
    chosen: times(unit, 1).map((one) => ({ which: 'newest', unit: one })),
  });
  expect(live.profile).toEqual(profile);
  expect(live).toMatchObject({
    moreFindings: 0,
    shown: [{ which: 'newest', line: { name: 'GET /cart/:id' } }],
  });
});

test('However much there is, at most 128 KiB are sent, and no number of a key', () => {
  const long = 'long/'.repeat(400);
  const findings = times(profile.findings[0], 500).map((finding) => ({
    ...finding,
    site: { ...finding.site, file: long },
  }));
  const units = times(profile.units[0], 500).map((one) => ({ ...one, name: long }));
  const commands = times(unit?.commands[0], 20_000).map((one, id) => ({ ...one, id, kn: 2_147_483_647 }));
  const chosen = times(unit, 24).map((one) => ({ which: 'newest' as const, unit: { ...one, commands } }));
  const live = liveProfile({ ...standing, profile: { ...profile, findings, units }, chosen });
  const sent = JSON.stringify(live);
  expect(sent.length).toBeLessThanOrEqual(131_072);
  expect(sent).not.toContain('2147483647');
  expect(live.shown.length).toBeGreaterThan(0);
  expect(live.profile.findings.length + live.moreFindings).toBe(500);
});
