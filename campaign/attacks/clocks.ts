import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../shared/contract/result.ts';
import { Findings, type Attack } from '../attack.ts';
import { stumble, Subject } from '../subject.ts';

/** Loaded before the program: its wall clock jumps a second after the start. */
const jumping = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`const now=Date.now,at=now();const shifted=()=>{const t=now();return t-at>1000?t+(${ms}):t};Date.now=shifted;globalThis.Date=class extends Date{constructor(...a){if(a.length)super(...a);else super(shifted())}static now=shifted};`)}`;

/** The wall clock is set during a run: what is measured goes by the monotonic one. */
export const clocks: Attack = {
  name: 'clocks',
  about: 'the wall clock set back and forth by an hour and by a year, in the middle of a run',
  async run({ scale }) {
    const found = new Findings();
    for (const hours of scale === 'short' ? [-1] : [-1, 1, -8760, 8760]) {
      const subject = new Subject();
      const json = join(subject.folder, '.result.json');
      const words = [
        'bench',
        '--strategy',
        'one-by-one,pipeline',
        '--duration',
        '1s',
        '--warmup',
        '200ms',
        '-q',
        '--json',
        json,
      ];
      try {
        const ended = await subject
          .start(words, { NODE_OPTIONS: `--import ${jumping(hours * 3_600_000)}` })
          .endedWithin(60_000);
        found.add(`${hours} hours`, ended ? wrongIn(ended, json) : 'had not ended after 60 s');
      } finally {
        subject.remove();
      }
    }
    return found;
  },
};

function wrongIn(
  { by, stderr }: { by: number | string | null; stderr: string },
  json: string,
): string | null {
  if (by !== 0) return `ended by ${String(by)}: ${stderr.slice(-500)}`;
  if (stumble.test(stderr)) return stderr.slice(-500);
  const { lanes } = JSON.parse(readFileSync(json, 'utf8')) as Result;
  const wrong = lanes.find(
    ({ elapsedMs, throughput }) =>
      !(elapsedMs > 800 && elapsedMs < 5000) || !(throughput && throughput.median > 0),
  );
  return wrong ? `${wrong.label}: ${wrong.commands} commands in ${wrong.elapsedMs} ms` : null;
}
