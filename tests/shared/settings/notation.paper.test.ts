import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkManual } from '../../../shared/settings/network.ts';
import {
  readCount,
  readDuration,
  readSize,
  readValue,
  Unreadable,
  writeValue,
} from '../../../shared/settings/notation.ts';
import { optionOf } from '../../../shared/settings/options.ts';
import { planParts } from '../../../shared/settings/parts.ts';
import { settingAt } from '../../../shared/settings/paths.ts';
import { bystanderManual, moveSlotsManual, planManual } from '../../../shared/settings/plan.ts';
import { scheduleManual } from '../../../shared/settings/schedule.ts';
import { serverManual } from '../../../shared/settings/server.ts';
import type { Form, SettingText } from '../../../shared/settings/setting.ts';
import { workloadManual } from '../../../shared/settings/workload.ts';

test.each([
  ['5s', 5000],
  ['500ms', 500],
  ['100us', 0.1],
  ['1.5m', 90_000],
  ['2', 2000],
  ['0', 0],
  ['178.6ms', 178.6],
])('the time %s is %d ms', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each([
  ['100', 100],
  ['4k', 4096],
  ['1MB', 1_048_576],
  ['2MiB', 2_097_152],
])('the size %s is %d bytes', (text, bytes) => {
  expect(readSize(text)).toBe(bytes);
});

test.each([
  ['10k', 10_000],
  ['1.5k', 1500],
  ['2.3k', 2300],
  ['2m', 2_000_000],
])('the count %s is %d', (text, count) => {
  expect(readCount(text)).toBe(count);
});

function read(path: string, text: string): unknown {
  const option = optionOf(path);
  return option && readValue(option, text);
}

test.each([
  () => readDuration('soon'),
  () => readDuration('-5s'),
  () => readSize('1.5'),
  () => readCount('1.0001k'),
  () => read('workload.dataSizeRange', '10'),
  () => read('workload.dataSizeRange', '1-2-3'),
  () => read('workload.keepalive', 'yes'),
  () => read('workload.clientTimeout', 'ioredis'),
  () => read('schedule.precision', '80%'),
])('what is no such thing is refused', (parse) => {
  expect(parse).toThrow(Unreadable);
});

test('a range has two ends', () => {
  expect(read('workload.dataSizeRange', '10-2k')).toEqual([10, 2048]);
});

test('the word for what a plan leaves out is left out', () => {
  expect([read('workload.readFrom', 'master'), read('workload.readFrom', 'replica')]).toEqual([
    undefined,
    'replica',
  ]);
});

const manuals: Record<string, Record<string, SettingText>> = {
  '': planManual(),
  workload: workloadManual(),
  schedule: scheduleManual(),
  network: networkManual(),
  server: serverManual(),
  bystander: bystanderManual(),
  moveSlots: moveSlotsManual(),
};
const settings = Object.entries(manuals).flatMap(([part, texts]) =>
  Object.entries(texts).map(([field, text]) => ({ path: part === '' ? field : `${part}.${field}`, text })),
);
const paths = settings.map(({ path }) => path).filter((path) => optionOf(path) !== null);

/** Values that a setting may have; a share is said in per cent with two decimals. */
function valuesOf(form: Form, path: string): fc.Arbitrary<unknown> {
  if ('whole' in form) return fc.integer({ min: form.whole.min, max: form.whole.max });
  if ('real' in form)
    return path === 'schedule.precision'
      ? fc.integer({ min: 50, max: 5000 }).map((share) => share / 10_000)
      : fc.double({ min: form.real.min, max: form.real.max, noNaN: true });
  if ('flag' in form) return fc.boolean();
  if ('choice' in form) return fc.constantFrom(...form.choice);
  if ('list' in form) return fc.array(valuesOf(form.list, path), { minLength: 1, maxLength: form.most });
  if ('pair' in form) return fc.tuple(valuesOf(form.pair, path), valuesOf(form.pair, path));
  return fc.string({ minLength: form.text.min });
}

test.each(paths)('what the option of %s writes, it reads', (path) => {
  const [setting, option] = [settingAt(path), optionOf(path)];
  if (!setting || !option) throw new Error(`${path} has no option`);
  fc.assert(
    fc.property(valuesOf(setting, path), (value) => {
      expect(readValue(option, writeValue(option, value))).toEqual(value);
    }),
    { numRuns: 50 },
  );
});

test('a setting has an option and help, or neither', () => {
  const unlike = settings.filter(({ path, text }) => (optionOf(path) === null) !== (text.help === undefined));
  expect(unlike).toEqual([]);
  expect(Object.keys(planParts).every((part) => part in manuals)).toBe(true);
});

test('no two settings share an option', () => {
  const names = paths.flatMap((path) => {
    const { name, short } = optionOf(path) ?? { name: path };
    return short === undefined ? [name] : [name, short];
  });
  expect(names).toHaveLength(new Set(names).size);
  expect(names.length).toBeGreaterThan(40);
});
