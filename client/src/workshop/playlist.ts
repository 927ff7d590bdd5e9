import type { Room } from '../../../shared/contract/enums.ts';
import type { StopId } from '../messages/workshop/en.ts';

/** Where the plan of the workshop stands among the lessons: `/lessons/workshop`. */
export const workshopId = 'workshop';

/** A part of the workshop: where it is shown, and from which minute on. */
export interface Stop {
  id: StopId;
  minute: number;
  view: Room;
  /** Id of the lesson; `null`: it is none. */
  lesson: string | null;
}

const lesson = (id: StopId, minute: number): Stop => ({ id, minute, view: 'lessons', lesson: id });
const room = (id: StopId, minute: number, view: Room): Stop => ({ id, minute, view, lesson: null });

export const workshopMinutes = 45;

/** As docs/tutorials/workshop.md has it. */
export const playlist: readonly Stop[] = [
  room('welcome', 0, 'compare'),
  room('first-run', 4, 'compare'),
  lesson('rtt', 12),
  lesson('batch-limits', 20),
  lesson('when-auto-helps', 28),
  room('own-workload', 36, 'search'),
  room('takeaways', 43, 'lessons'),
];

/** What its room shows. */
export const stopPlace = ({ view, lesson }: Stop): { view: Room; id: string | null } => ({
  view,
  id: lesson ?? (view === 'lessons' ? workshopId : null),
});

/** When the next one begins, or the workshop ends. */
export const endOf = (stop: Stop): number => playlist[playlist.indexOf(stop) + 1]?.minute ?? workshopMinutes;

/** The one that the clock says. */
export const stopAt = (minute: number): Stop | undefined =>
  playlist.findLast((stop) => stop.minute <= minute);

/** What follows a lesson; `undefined`: it is not in the plan. */
export function stopAfter(lessonId: string): Stop | undefined {
  const index = playlist.findIndex((stop) => stop.lesson === lessonId);
  return index < 0 ? undefined : playlist[index + 1];
}

/**
 * Where the presenter is: of two stops in one room, the one that the clock is nearer to. `reached` is the last one that
 * was gone to: a look back into a room without a lesson does not lead back in the plan.
 */
export function stopIn(
  view: Room,
  id: string | null,
  minute: number,
  reached: Stop | null = null,
): Stop | undefined {
  const here = playlist.filter((stop) => stop.view === view && (view !== 'lessons' || stop.lesson === id));
  const byClock = here.findLast((stop) => stop.minute <= minute) ?? here[0];
  const isHere = reached !== null && reached.view === view && stopPlace(reached).id === id;
  if (!reached || (view === 'lessons' && !isHere)) return byClock;
  return byClock && byClock.minute > reached.minute ? byClock : reached;
}
