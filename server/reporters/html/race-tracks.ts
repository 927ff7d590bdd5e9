import type { Result } from '../../../shared/contract/result.ts';
import { raceJob } from '../../../shared/report/race-job.ts';
import { raceOf, raceShare, usualRace } from '../../../shared/statistics/race.ts';
import { english } from '../../../shared/words/en/index.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { raceTime } from '../../../shared/words/race-time.ts';
import { section } from './blocks.ts';
import { laneClass, laneMarkSvg, withLooks } from './lane-marks.ts';

const { numbers } = english;

/** A race of one job at the moment when the first lane has finished; `null` where there is none. */
export function raceTracks(result: Result): Markup | null {
  const job = raceJob(result);
  if (job === null) return null;
  const { count } = usualRace(job.rates);
  const { timesMs, firstMs } = raceOf(job.rates, count);
  const times = new Map(job.lanes.map(({ id }, index) => [id, timesMs[index] ?? null]));
  const raced = withLooks(result.lanes).flatMap(({ lane, look }) => {
    const timeMs = times.get(lane.id);
    return timeMs === undefined ? [] : [{ lane, look, timeMs }];
  });
  return section(
    `A race of ${numbers.count(count)} ${job.name === null ? 'units' : `commands (${job.name})`}`,
    markup`<ol class="bars">
        ${raced.map(({ lane, look, timeMs }) => {
          if (timeMs === null)
            return markup`<li class="${laneClass(look)}"><span class="name">${laneMarkSvg(look)} ${lane.label}</span><span class="figure quiet">no rate</span></li> `;
          const share = raceShare(timeMs, firstMs);
          return markup`<li class="${laneClass(look)}">
              <span class="name">${laneMarkSvg(look)} ${lane.label}</span
              ><span class="figure"><span class="quiet">${numbers.share(share)} done ·</span> <b>${raceTime(timeMs, numbers)}</b></span>
              <svg class="bar" width="100%" height="18" role="img" aria-label="${lane.label}: ${numbers.share(share)} done">
                <rect class="track" width="100%" height="18" />
                <rect class="fill" width="${(100 * share).toFixed(2)}%" height="18" />
              </svg>
            </li> `;
        })}
      </ol>
      <p class="quiet">Drawn from the measured rates of this run.</p>`,
    'when the first lane is done; beside it, the time of each for the whole job',
  );
}
