import { expect, test } from 'vitest';
import { detect } from '../../../shared/profile/detect.ts';
import { readTrace } from '../../../shared/profile/read-trace.ts';
import { withoutSource } from '../../../shared/profile/profile-of.ts';
import { sampleTrace } from '../../support/sample-trace.ts';

test.each([
  ['tests of other names', 'test', 1],
  ['requests of other routes', 'http', 2],
])('one line in two %s is found so many times', (_, kind, times) => {
  const [first, second] = ['GET /cart/:id', 'GET /wishes'];
  const trace = sampleTrace
    .replaceAll('"http"', `"${kind}"`)
    .replace(/("id":2,[^}]*"name":)"[^"]*"/, `$1"${second}"`)
    .replace(/\["\w+","GET \/cart\/:id",2\]/, `["${kind}","${first}",1],["${kind}","${second}",1]`);
  const { units, findings } = detect(readTrace(trace), withoutSource('patch'));
  expect(units.map(({ name }) => name).toSorted()).toEqual([first, second]);
  expect(findings.map((found) => found.units)).toEqual(times === 1 ? [2] : [1, 1]);
});
