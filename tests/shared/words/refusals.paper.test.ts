import { describe, expect, test } from 'vitest';
import { unusableReasons } from '../../../shared/contract/enums.ts';
import { translateRefusal } from '../../../shared/words/refusals.ts';
import { refusals as russian } from '../../../shared/words/ru/refusals.ts';
import { refusals as chinese } from '../../../shared/words/zh/refusals.ts';
import { englishWords } from '../../support/words-left.ts';

const busy = { id: '7', kind: 'search' as const, startedAt: '', remainingMs: 11_200 };

const sayRefusal = (...[details, words]: Parameters<typeof translateRefusal>) =>
  translateRefusal(details, words).message;

describe.each([
  ['Russian', russian],
  ['Chinese', chinese],
])('In %s', (_language, words) => {
  test('every refusal by its code is free of English', () => {
    for (const code of Object.keys(words.byCode)) {
      const said = sayRefusal({ code, message: 'In English.' }, words);
      expect(said).not.toContain('English');
      expect(englishWords(said), said).toEqual([]);
    }
  });

  test('what is in progress is named, with the time that it takes', () => {
    const said = sayRefusal({ code: 'run_in_progress', message: '', run: busy }, words);
    expect(said).toMatch(/ 7.* 12 (с|秒)/);
    const unknown = { ...busy, remainingMs: null };
    expect(sayRefusal({ code: 'run_in_progress', message: '', run: unknown }, words)).not.toMatch(/NaN|null/);
  });

  test.each(unusableReasons)('a target that cannot be measured (%s) is named', (reason) => {
    const target = { reason, address: '127.0.0.1:1' };
    const said = sayRefusal({ code: 'run_failed', message: 'In English.', target }, words);
    expect(said).toContain('127.0.0.1:1');
    expect(englishWords(said).filter((word) => !['redis', 'cluster', 'TLS'].includes(word))).toEqual([]);
  });

  test('a refusal that there are no words for stays as the server wrote it', () => {
    expect(sayRefusal({ code: 'unheard-of', message: 'It rained.' }, words)).toBe('It rained.');
  });
});
