import { expect, test } from 'vitest';
import { summaryWith } from '../../../client/src/messages/for-reader.ts';
import { loadMessages, translations } from '../../../client/src/messages/index.ts';
import { atItsField } from '../../../client/src/plan/field-problems.svelte.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';

const problem = (field: string) => ({ field, value: 'FOOBAR', message: 'this server has no command FOOBAR' });

test('A command line that the server refuses is marked where it was typed', () => {
  const shared = 'lanes[1].workload.customCommand';
  const own = { workload: { customCommand: 'FOOBAR' } };
  expect(atItsField(problem(shared), [{}, {}]).field).toBe('workload.customCommand');
  expect(atItsField(problem(shared), [{}, own]).field).toBe(shared);
  expect(atItsField(problem('lanes[0].strategy'), [{}]).field).toBe('lanes[0].strategy');
});

test('A network that cannot be there is marked at its round trip', () => {
  expect(atItsField(problem('network'), [{}]).field).toBe('network.rttMs');
});

test.each(['en', ...translations] as const)(
  'In %s, a lane of another library is not described by how ioredis is told',
  async (language) => {
    const { strategy } = await loadMessages(language);
    const told = strategyDescriptions.filter(({ id, summary }) =>
      /ioredis[:：]/.test(strategy(id)?.summary ?? summary),
    );
    expect(told.map(({ id }) => id)).toEqual(['auto-pipeline', 'pipeline']);
    for (const { id, summary: english } of told) {
      const summary = strategy(id)?.summary ?? english;
      expect(summaryWith(summary)).toBe(summary);
      expect(summaryWith(summary, 'glide')).toMatch(/^[^()（）]+[.。]$/);
    }
  },
);
