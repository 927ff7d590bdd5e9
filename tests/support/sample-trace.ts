import { traceVersion } from '../../shared/contract/profile-trace.ts';

const lines = (...values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const command = (unit: number, place: number) => ({
  ...{ k: 'cmd', id: unit * 10 + place, u: unit, s: 1, n: 'GET', lib: 'ioredis', key: 'item:*' },
  ...{ kn: unit * 10 + place, an: null, sent: [1, 0], b: null, mode: 'one', conn: 1 },
  ...{ tc: unit * 100 + place * 5, t0: unit * 100 + place * 5, t1: unit * 100 + place * 5 + 4.5 },
  ...{ nil: 0, err: 0, turn: [place, place + 1], deps: [] },
});

const request = (id: number) => ({
  ...{ k: 'unit', id, kind: 'http', name: 'GET /cart/:id', t0: id * 100, t1: id * 100 + 19 + id },
});

/** The source whose line 9 sends them. */
export const sampleSource = `${'\n'.repeat(7)}const f = [];
${'for (const k of ks) f.push(await redis.'.padStart(45)}get(k));`;

/** Two requests that send four GETs each, one after another. */
export const sampleTrace = lines(
  { k: 'meta', v: traceVersion, node: '24.0.0', source: 'patch', budget: 0.03, pid: 1 },
  { k: 'site', id: 1, frames: [['src/cart.ts', 9, 46, 'loadCart']], owner: 'app' },
  ...[1, 2].flatMap((unit) => [...[0, 1, 2, 3].map((place) => command(unit, place)), request(unit)]),
  {
    ...{ k: 'count', units: [['http', 'GET /cart/:id', 2]], commands: 8, recorded: 8 },
    ...{ spentMs: 1, tookMs: 500, full: false },
  },
);
