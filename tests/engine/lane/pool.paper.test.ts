import { expect, test } from 'vitest';
import type { Batch, LaneClient } from '../../../server/engine/lane/batch.ts';
import { poolOf } from '../../../server/engine/lane/pool.ts';

/** What a pool knows of the command of a caller. */
const command = () => ({ afterwards: null, isDriven: true }) as unknown as Batch;

function pool(count: number) {
  const sent = new Map<Batch, number>();
  const closed: number[] = [];
  const connections = Array.from({ length: count }, (_, number): LaneClient => ({
    send: (batch) => {
      expect(batch.isDriven).toBe(false);
      sent.set(batch, number);
    },
    close: () => closed.push(number),
  }));
  return { pool: poolOf(connections), sent, closed };
}

test('a connection is lent to one caller at a time, and goes to the one that has waited longest', () => {
  const { pool: lent, sent } = pool(2);
  const [a, b, c, d] = [command(), command(), command(), command()];
  for (const one of [a, b, c, d]) lent.send(one);
  expect([...sent.keys()]).toEqual([a, b]);
  b.afterwards?.();
  expect(sent.get(c)).toBe(sent.get(b));
  a.afterwards?.();
  expect(sent.get(d)).toBe(sent.get(a));
});

test('a connection that nobody waits for is there for the next', () => {
  const { pool: lent, sent } = pool(1);
  const [a, b] = [command(), command()];
  lent.send(a);
  a.afterwards?.();
  expect(a.afterwards).toBeNull();
  lent.send(b);
  expect(sent.get(b)).toBe(0);
});

test('is closed with all its connections', () => {
  const { pool: lent, closed } = pool(3);
  lent.send(command());
  lent.close();
  expect(closed).toEqual([0, 1, 2]);
});
