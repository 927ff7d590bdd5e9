import { describe, expect, test } from 'vitest';
import type { Profile, ProfileFinding, ProfileGap, ProfileUnit } from '../../../shared/contract/profile.ts';
import { parseProfileAssertion } from '../../../server/cli/gate/assertions/profile.ts';
import { checkNewSites, judgeProfile } from '../../../shared/profile/gate.ts';
import { profileReport } from '../../../shared/profile/report.ts';
import { markdown } from '../../../server/reporters/markdown.ts';

const unit = (
  name: string,
  count: number,
  recorded: number,
  more: Partial<ProfileUnit> = {},
): ProfileUnit => ({
  ...{ name, kind: 'http', count, recorded, durationMs: 5, waitingMs: 2 },
  ...{ commands: recorded > 0 ? 64 : 0, tripsNow: recorded > 0 ? 2 : 0, tripsNeeded: recorded > 0 ? 1 : 0 },
  ...more,
});

const loop: ProfileFinding = {
  ...{
    code: 'independent-sequence',
    unit: 'GET /front',
    command: 'GET',
    library: 'ioredis',
    keyPattern: null,
  },
  site: { file: 'src/front.ts', line: 9, column: 3, function: 'front' },
  ...{
    others: [],
    owner: 'app',
    perUnit: 12,
    units: 5,
    waitingMs: 2,
    tripsNeeded: 1,
    savingMs: [1, 2],
    reasons: [],
  },
};

const profile = (more: Partial<Profile> = {}): Profile => ({
  ...{ kind: 'profile', schema: 1, source: 'patch', startedAt: '', program: 'node app.js', tookMs: 1000 },
  ...{ commands: 1000, recorded: 1000, cost: 0.1, gaps: [], findings: [] },
  units: [unit('GET /front', 150, 150), unit('GET /cart/:id', 2, 2, { tripsNow: 257 })],
  ...more,
});

const judged = (text: string, of: Profile, asker: 'command' | 'library' = 'command') =>
  judgeProfile(parseProfileAssertion(text), of, asker);

const sampled = profile({
  gaps: ['sampled'],
  recorded: 640,
  units: [unit('GET /front', 150, 10), unit('GET /cart/:id', 2, 0), unit('GET /whole', 3, 3)],
});

describe('a claim of absence over a recording that left something out', () => {
  test.each<[gap: ProfileGap, what: RegExp]>([
    ['sampled', /--budget 100%/],
    ['bounded', /64 MB a process: profile a shorter run/],
    ['long-units', /divide its work by marks/],
    ['many-places', /profile a part of the program/],
    ['no-places', /places in the code could not be seen/],
    ['unfinished', /let the program end by itself/],
    ['cut', /record it again/],
    ['unread', /was not read to its end/],
    ['cluster', /in its process/],
    ['recorder-fault', /report the cause/],
  ])('is not judged where the gap is %s, with what to do', (gap, remedy) => {
    const left = { ...sampled, gaps: [gap] };
    for (const claim of [
      'independent == 0',
      'dependent < 1',
      'sequences <= 2',
      'concurrent == 0',
      'commandsPerUnit <= 70',
    ]) {
      const { passed, message } = judged(`profile.${claim}`, left);
      expect([claim, passed]).toEqual([claim, null]);
      expect(message).toMatch(remedy);
    }
    expect(checkNewSites(left, left, 'main.json')).toMatchObject([
      { passed: null, message: expect.stringMatching(remedy) },
    ]);
  });

  test('names each unit that was left out, and options of the asker', () => {
    expect(judged('profile.independent == 0', sampled)).toMatchObject({
      passed: null,
      message:
        '0 in what was recorded. Not recorded: GET /front (140 of 150), GET /cart/:id (all 2). Record with --budget 100% to leave nothing out.',
    });
    const { message } = judged('profile.independent == 0', sampled, 'library');
    expect(message).toMatch(/Record by profile\(command, \{ budget: 1 \}\)/);
    expect(message).not.toContain('--');
  });

  test.each([
    ['profile.independent == 0', false],
    ['profile.independent <= 0', false],
    ['profile.independent < 1', false],
    ['profile.independent >= 1', true],
    ['profile.independent > 0', true],
    ['profile.independent != 0', true],
    ['profile.independent <= 1', null],
    ['profile.independent == 1', null],
    ['profile.independent >= 2', null],
  ])('%s with one site in the part that was recorded: %s', (text, passed) => {
    expect(judged(text, { ...sampled, findings: [loop] }).passed).toBe(passed);
  });

  test.each([
    ['of which some were recorded', "tripsPerUnit['GET /front'] <= 3", null],
    ['of which some were recorded, and too many were seen', "tripsPerUnit['GET /front'] <= 1", false],
    ['of which all were recorded', "tripsPerUnit['GET /whole'] <= 3", true],
    ['of which none was recorded', "tripsPerUnit['GET /cart/:id'] <= 1", null],
    ['that there was not', "tripsPerUnit['GET /card'] <= 1", false],
    ['that is any', 'tripsPerUnit <= 3', null],
  ])('a unit %s: profile.%s is %s', (_what, text, passed) => {
    expect(judged(`profile.${text}`, sampled).passed).toBe(passed);
  });

  test('says its bound where it is not reached yet', () => {
    expect(judged("profile.tripsPerUnit['GET /front'] >= 3", sampled)).toMatchObject({
      passed: null,
      message: expect.stringMatching(
        /^2 trips a unit of GET \/front, at least 3 wanted in what was recorded\. /,
      ),
    });
  });

  test('a unit that was left out is no unit that there was not', () => {
    expect(judged("profile.tripsPerUnit['GET /cart/:id'] <= 1", sampled).message).toMatch(
      /^no unit "GET \/cart\/:id" was recorded to its end\. Not recorded: .*GET \/cart\/:id \(all 2\)/,
    );
    expect(judged("profile.tripsPerUnit['GET /card'] <= 1", profile()).message).toBe(
      'no unit "GET /card" sent a command; there are GET /front, GET /cart/:id',
    );
    const manyNames = { ...sampled, units: [...sampled.units, unit('(others)', 9, 0)] };
    expect(judged("profile.tripsPerUnit['GET /card'] <= 1", manyNames).passed).toBe(null);
  });

  test('what is sent outside of units has no count, so nothing says that it is whole', () => {
    const outside = unit('outside of requests', 1, 1, { kind: 'program' });
    const text = "profile.tripsPerUnit['outside of requests'] <= 3";
    expect(judged(text, { ...sampled, units: [outside] }).passed).toBe(null);
    expect(judged(text, profile({ units: [outside] })).passed).toBe(true);
  });
});

test('a whole recording is judged, and what fails is said with its unit and its bound', () => {
  expect(judged('profile.independent == 0', profile())).toMatchObject({ passed: true, message: '0' });
  expect(judged("profile.tripsPerUnit['GET /front'] <= 3", profile())).toMatchObject({
    passed: true,
    message: '2 trips a unit of GET /front',
  });
  expect(judged('profile.tripsPerUnit <= 3', profile())).toMatchObject({
    passed: false,
    message: '257 trips a unit of GET /cart/:id, at most 3 allowed',
  });
  expect(judged('profile.independent == 0', profile({ commands: 0, gaps: ['nothing-seen'] }))).toMatchObject({
    passed: false,
    message: 'No Redis command was seen.',
  });
});

test('a site is one, whoever calls it and in whichever unit, and its first finding names it', () => {
  const from = (line: number) => ({
    ...loop,
    unit: `GET /${line}`,
    site: { ...loop.site, caller: { file: 'src/shop.ts', line, column: 1, function: 'shop' } },
  });
  const found = profile({ findings: [from(1), from(2), { ...from(3), command: 'HGET' }] });
  expect(judged('profile.independent <= 1', found)).toMatchObject({
    passed: false,
    message: '2: src/front.ts:9:3 (from src/shop.ts:1); src/front.ts:9:3 (from src/shop.ts:3)',
  });
  expect(judged('profile.independent <= 1', profile({ findings: [from(1), from(2)] })).passed).toBe(true);
});

test('a claim that holds says of how many sequences it cannot be seen', () => {
  const unsure = (line: number): ProfileFinding => ({
    ...loop,
    ...{ code: 'sequence', site: { ...loop.site, line }, savingMs: null, reasons: ['not-seen'] },
  });
  const found = profile({ findings: [unsure(1), unsure(1), unsure(2)] });
  expect(judged('profile.independent == 0', found)).toMatchObject({
    passed: true,
    message: '0; of 2 sequences it cannot be seen',
  });
  expect(judged('profile.independent == 1', found).message).toBe('0');
  expect(judged('profile.dependent == 0', found).message).toBe('0');
});

test.each([
  ['<', [false, false, true]],
  ['<=', [false, true, true]],
  ['>', [true, false, false]],
  ['>=', [true, true, false]],
  ['==', [false, true, false]],
  ['!=', [true, false, true]],
])('2 trips %s 1, 2 and 3 of a whole recording: %j', (comparator, passed) => {
  const ask = (bound: number) =>
    judged(`profile.tripsPerUnit['GET /front'] ${comparator} ${bound}`, profile());
  expect([1, 2, 3].map((bound) => ask(bound).passed)).toEqual(passed);
});

test('a figure of units is the largest of those that were recorded, wherever it stands', () => {
  const units = [unit('a', 1, 1, { waitingMs: 7 }), unit('b', 1, 1, { waitingMs: 9 }), unit('c', 1, 1)];
  expect(judged('profile.waitingMs < 9ms', profile({ units }))).toMatchObject({ passed: false });
  expect(judged('profile.waitingMs < 9ms', profile({ units })).message).toContain('a unit of b');
  const unread = { ...sampled, units: [unit('d', 5, 0, { waitingMs: 99 }), ...units] };
  expect(judged('profile.waitingMs > 8ms', unread)).toMatchObject({ passed: true });
  expect(judged('profile.waitingMs > 9ms', unread)).toMatchObject({ passed: null });
});

test('a site in several units counts once, and three sites are named', () => {
  const at = (line: number, more: Partial<ProfileFinding> = {}): ProfileFinding => ({
    ...{ ...loop, site: { ...loop.site, line } },
    ...more,
  });
  const findings = [
    ...[at(9), at(9, { unit: 'GET /cart/:id' }), at(9, { command: 'HGET' }), at(10), at(11)],
    ...(['dependent-sequence', 'batched', 'sequence', 'concurrent'] as const).map((code, index) =>
      at(12 + index, { code }),
    ),
  ];
  const count = (figure: string) => judged(`profile.${figure} == 0`, profile({ findings })).message;
  expect(count('independent')).toMatch(/^4: [^;]+; [^;]+; [^;]+$/);
  expect(count('dependent')).toBe('1: src/front.ts:12:3');
  for (const figure of ['batched', 'sequences', 'concurrent']) expect(count(figure)).toMatch(/^1: /);
});

test('where no unit was recorded, the largest of all is not known', () => {
  const unread = { ...sampled, units: [unit('GET /front', 5, 0)] };
  expect(judged('profile.tripsPerUnit <= 3', unread).passed).toBe(null);
});

test('what was left out is named up to five units, or by its commands', () => {
  const ask = (units: ProfileUnit[], more: Partial<Profile> = {}) =>
    judged('profile.independent == 0', { ...sampled, units, ...more }).message;
  const some = (count: number) => Array.from({ length: count }, (_, index) => unit(`GET /${index}`, 2, 1));
  expect(ask(some(5))).toMatch(/GET \/4 \(1 of 2\)\. Record/);
  expect(ask(some(7))).toMatch(/GET \/4 \(1 of 2\), units of 2 more names\. Record/);
  const whole = [unit('GET /front', 2, 2)];
  expect(ask(whole)).toMatch(/Not recorded: 360 of 1,000 commands\. Record/);
  expect(ask(whole, { recorded: 1000 })).toMatch(/^0 in what was recorded\. Record/);
});

test('a name that more than one unit may have hidden behind is not told from one that did not come', () => {
  const ask = (more: Partial<Profile>) =>
    judged("profile.tripsPerUnit['GET /card'] <= 1", { ...sampled, ...more }).passed;
  expect(ask({ gaps: ['sampled', 'bounded'] })).toBe(false);
  expect(ask({ gaps: ['sampled', 'cut'] })).toBe(null);
  expect(ask({ source: 'proxy' })).toBe(null);
  expect(ask({ gaps: ['nothing-seen'], source: 'proxy' })).toBe(false);
  const names = Array.from({ length: 9 }, (_, index) => unit(`GET /${index}`, 1, 1));
  expect(judged("profile.tripsPerUnit['GET /card'] <= 1", profile({ units: names })).message).toMatch(
    /GET \/6, GET \/7$/,
  );
});

describe('a site is new', () => {
  const moved = { ...loop, site: { ...loop.site, line: 99 }, waitingMs: 50 };
  const check = (findings: ProfileFinding[], of: Partial<Profile> = {}) =>
    checkNewSites(profile({ findings: [loop], ...of }), profile({ findings }), 'main.json');

  test.each<[what: string, more: Partial<ProfileFinding>]>([
    ['in another file', { site: { ...loop.site, file: 'src/cart.ts' } }],
    ['in another function', { site: { ...loop.site, function: 'cart' } }],
    ['of another command', { command: 'HGET' }],
    ['in another unit', { unit: 'GET /cart/:id' }],
  ])('%s', (_what, more) => {
    const checks = check([moved, { ...moved, ...more }]);
    expect(checks).toMatchObject([{ name: 'no new independent sequence since main.json', passed: false }]);
    expect(checks[0]?.message).toMatch(/ is new: the baseline has no such sequence\.$/);
  });

  test('in another line only, or of another kind, it is not', () => {
    const passed = [{ passed: true, message: 'There is no new sequence of independent commands.' }];
    expect(check([moved])).toMatchObject(passed);
    expect(check([moved, { ...moved, unit: 'other', code: 'dependent-sequence' }])).toMatchObject(passed);
    // A site that the baseline had as dependent is new.
    expect(check([moved], { findings: [{ ...loop, code: 'dependent-sequence' }] })).toMatchObject([
      { passed: false },
    ]);
    expect(check([moved], { gaps: ['sampled'] })).toMatchObject(passed);
  });
});

test('a proxy cannot say that nothing is independent', () => {
  const byProxy = profile({ source: 'proxy', gaps: ['by-connection'] });
  expect(judged('profile.independent == 0', byProxy)).toMatchObject({
    passed: null,
    message: expect.stringMatching(/assert profile\.sequences/),
  });
  expect(checkNewSites(byProxy, byProxy, 'main.json')).toMatchObject([{ passed: null }]);
  expect(judged('profile.sequences == 0', byProxy).passed).toBe(true);
  // It counts only those bursts that it has read.
  const part = { ...byProxy, gaps: [...byProxy.gaps, 'sampled' as const] };
  expect(judged("profile.tripsPerUnit['GET /front'] <= 3", part).passed).toBe(null);
});

test('a new site beside a baseline that left something out fails, and says so', () => {
  const [check] = checkNewSites(sampled, profile({ findings: [loop] }), 'main.json');
  expect(check?.passed).toBe(false);
  expect(check?.message).toMatch(/The baseline left something out, so it may have had this one/);
});

test('units that were left out stand in the report as not recorded, however many there are', () => {
  const many = Array.from({ length: 40 }, (_, index) => unit(`GET /${index}`, 5, 5));
  const result = { ...sampled, units: [...many, ...sampled.units] };
  const parts: string[] = [];
  markdown.report({ kind: 'blocks', report: profileReport(result, []), result, checks: [] }, (text) =>
    parts.push(text),
  );
  const text = parts.join('');
  expect(text).toMatch(/^\| GET \/cart\/:id \| 2 \| not recorded \| – \| – \| – \|/m);
  expect(text).toContain('Nothing was found in 213 requests');
});

test('the heading in Markdown counts the checks of a profile', () => {
  const result = profile({ findings: [loop] });
  const checks = [
    judged('profile.independent == 0', result),
    judged('profile.dependent == 0', result),
    { name: 'open', passed: null, message: '' },
  ];
  const parts: string[] = [];
  markdown.report({ kind: 'blocks', report: profileReport(result, checks), result, checks }, (text) =>
    parts.push(text),
  );
  expect(parts.join('')).toMatch(
    /^### Roundtrip: profile of node app\.js: 1 passed, 1 failed, 1 not judged\n/,
  );
  expect(parts.join('')).not.toContain('Checks:');
});
