import { expect, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { Gatherer, limitsOf } from '../../../server/engine/strategies/gatherer.ts';
import { prepareCommand } from '../../../server/engine/workload/prepared-command.ts';

const { workload } = parsePlan({ lanes: [{ strategy: 'gather' }] });
const set = prepareCommand('set', workload);
/** Nothing is sent for lack of company before a test is over. */
const long = { waitMs: 1000, commands: 1000, bytes: 1e6 };

/** What was sent: a pipeline is the keys of its commands, and each is answered when the test says so. */
function gathering(limits: Partial<typeof long>) {
  const sent: { keys: string[]; answer: (replies: unknown[]) => void; fail: (error: unknown) => void }[] = [];
  const outlet = {
    open: (): string[] => [],
    add: (keys: string[], _command: unknown, [key = '']: readonly (string | Buffer)[]) => {
      keys.push(String(key));
    },
    send: (keys: string[]) =>
      new Promise<unknown[]>((answer, fail) => {
        sent.push({ keys, answer, fail });
      }),
  };
  const gatherer = new Gatherer(outlet, { ...long, ...limits });
  return {
    sent,
    gatherer,
    keys: () => sent.map(({ keys }) => keys),
    add: (key: string) => gatherer.add(set, [key, '1234']),
  };
}

test('sends when there are so many commands, and does not wait for the batch before', () => {
  const { add, keys } = gathering({ commands: 2 });
  for (const key of ['a', 'b', 'c', 'd', 'e']) void add(key);
  expect(keys()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('sends when there are so many bytes of names and arguments', () => {
  // SET, a key of one letter and four bytes: 8 each.
  const { add, keys } = gathering({ bytes: 24 });
  for (const key of ['a', 'b', 'c', 'd']) void add(key);
  expect(keys()).toEqual([['a', 'b', 'c']]);
});

test.each([0, 0.2, 3])(
  'after %s ms sends to callers that wait, however few they are, and once again',
  async (waitMs) => {
    const { add, sent, keys } = gathering({ waitMs });
    for (const key of ['a', 'b']) {
      const reply = add(key);
      await expect.poll(() => keys().at(-1)).toEqual([key]);
      sent.at(-1)?.answer(['OK']);
      await expect(reply).resolves.toBe('OK');
    }
    expect(sent).toHaveLength(2);
  },
);

test('a batch that is full leaves the wait of the next as long as its own', async () => {
  const { add, keys } = gathering({ waitMs: 0.5, commands: 2 });
  for (const key of ['a', 'b', 'c']) void add(key);
  await expect.poll(keys).toEqual([['a', 'b'], ['c']]);
});

test('gives each command its reply or error; all have that of a pipeline which failed', async () => {
  const { add, sent } = gathering({ commands: 2 });
  const refused = new Error('WRONGTYPE');
  const replies = ['a', 'b', 'c', 'd'].map(add);
  sent[1]?.fail(new Error('Connection is closed.'));
  sent[0]?.answer(['OK', refused]);
  const closed = expect.objectContaining({ message: 'Connection is closed.' });
  expect(await Promise.all(replies)).toEqual(['OK', refused, closed, closed]);
});

test('takes the core only while commands wait for less than a timer can', () => {
  const [short, slow] = [gathering({ waitMs: 0.9 }), gathering({ waitMs: 1 })];
  expect(short.gatherer.isPolling).toBe(false);
  void short.add('a');
  void slow.add('a');
  expect([short.gatherer.isPolling, slow.gatherer.isPolling]).toEqual([true, false]);
});

test('waits and takes as much as the workload says, else 100 µs, 200 commands and 128 KiB', () => {
  expect(limitsOf(workload)).toEqual({ waitMs: 0.1, commands: 200, bytes: 131_072 });
  const own = { ...workload, gatherMs: 0, maxBatch: 7, maxBatchBytes: 5 };
  expect(limitsOf(own)).toEqual({ waitMs: 0, commands: 7, bytes: 5 });
});
