import { redisCommand } from './redis.ts';
import { countedPlaces, countsKeys } from './script.ts';

/**
 * The places of the keys among the words after a command's name. `null`: our table does not have the command, or its
 * words do not say how many keys there are.
 */
export function keyPlaces(command: string, words: readonly string[]): number[] | null {
  const name = command.toLowerCase();
  if (countsKeys(name)) return countedPlaces(name, words);
  if (/^xread(?:group)?$/.test(name)) return placesOfStreams(words, name === 'xread' ? 0 : groupWords);
  const row = redisCommand(`${command}|${words[0] ?? ''}`) ?? redisCommand(command);
  if (!row) return null;
  const [first = 0, last = 0, step = 0] = row.keys;
  if (step === 0) return [];
  const end = last < 0 ? words.length + last + 1 : last;
  const places: number[] = [];
  for (let place = first - 1; place < Math.min(end, words.length); place += step) places.push(place);
  return places;
}

/** `GROUP name consumer`, any of which may be called streams. */
const groupWords = 3;

/** `XREAD COUNT 10 STREAMS key key id id`. */
function placesOfStreams(words: readonly string[], from: number): number[] {
  const at = words.findIndex((word, place) => place >= from && word.toLowerCase() === 'streams');
  const count = at < 0 ? 0 : Math.floor((words.length - at - 1) / 2);
  return Array.from({ length: count }, (_, index) => at + 1 + index);
}
