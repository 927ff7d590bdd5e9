import { expect, test } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { LabPage } from '../support/lab-page.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

const open = useBrowser();
useScript(1);
const serve = usePageServer();

interface Loaded {
  faces: { name: string; start: number; bytes: number }[];
  /** When all was there that Run needs. */
  answered: number;
  shift: number;
}

/** Shifts are counted from the beginning, and until both faces are drawn. */
const countShifts = () => {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    document.documentElement.dataset['shift'] = String(shift);
  }).observe({ type: 'layout-shift', buffered: true });
};

test('The face of the page comes after what Run needs, moves nothing, and has figures of one width', async () => {
  const { page, complaints } = await open(await serve().url);
  await page.addInitScript(countShifts);
  await page.reload();
  await new LabPage(page).run.waitFor();
  const statuses = () => page.evaluate(() => [...document.fonts].map(({ status }) => status));
  await expect.poll(statuses).toEqual(['loaded', 'unloaded']);
  // The languages are named each in its own letters.
  await page.getByRole('button', { name: 'EN Language and theme', exact: true }).click();
  await expect.poll(statuses).toEqual(['loaded', 'loaded']);
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const { faces, answered, shift } = await page.evaluate((): Loaded => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const named = (pattern: RegExp) => resources.filter(({ name }) => pattern.test(name));
    return {
      faces: named(/\.woff2$/).map(({ name, startTime, encodedBodySize }) => ({
        name,
        start: startTime,
        bytes: encodedBodySize,
      })),
      answered: Math.max(
        ...named(/\/api\/(session|strategies|targets)$/).map(({ responseEnd }) => responseEnd),
      ),
      shift: Number(document.documentElement.dataset['shift'] ?? 0),
    };
  });
  expect(faces).toHaveLength(2);
  expect(faces.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(60_000);
  for (const { start } of faces) expect(start).toBeGreaterThan(answered);
  // What search engines call good ends at 0.1; the page without a face of its own had 0.17.
  expect(shift).toBeLessThan(0.05);

  const widths = await page.evaluate(() => {
    const measure = document.createElement('canvas').getContext('2d');
    if (!measure) return [];
    return [400, 600, 700].map((weight) => {
      measure.font = `${weight} 100px 'Roundtrip Roboto', monospace`;
      return new Set(Array.from('0123456789', (digit) => measure.measureText(digit).width)).size;
    });
  });
  expect(widths).toEqual([1, 1, 1]);
  expect(complaints).toEqual([]);
});
