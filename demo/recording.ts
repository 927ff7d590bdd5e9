import type { ServerToClientEvents } from '../shared/contract/live.ts';

type EventName = keyof ServerToClientEvents;

/** One event of the live feed, as it came. */
export type RecordedEvent = {
  [Name in EventName]: { afterMs: number; name: Name; values: Parameters<ServerToClientEvents[Name]> };
}[EventName];

/** All that the server told of one run or lesson, from its start to its end. */
export interface Recording {
  kind: 'run' | 'lesson';
  /** The ids of the server: of the run or lesson itself, and of the runs that it consists of. */
  ids: readonly string[];
  events: readonly RecordedEvent[];
}

/** The settings of a recorded run, by which the nearest is chosen. */
export interface RecordedSettings {
  rttMs: number;
  pipeline: number;
}

/** What there is, and what the server answers to every page. */
export interface RecordingIndex {
  /** ISO 8601, UTC. */
  recordedAt: string;
  /** "redis 7.0.15", "Intel(R) Xeon(R) Processor, 2 cores". */
  server: string;
  machine: string;
  runs: readonly (RecordedSettings & { file: string })[];
  lessons: readonly { recipe: string; file: string }[];
  /** By path, as `/api/strategies`. */
  answers: Readonly<Record<string, unknown>>;
}

/** A round trip of 0 and one of 1 ms differ by as much as one of 1 and one of 10. */
const scale = (rttMs: number): number => Math.log10(rttMs + 0.1);

/** The recorded run whose settings are nearest: round trip and batch size count by their ratio. */
export function nearestRun<Run extends RecordedSettings>(
  runs: readonly Run[],
  wanted: RecordedSettings,
): Run {
  const distance = (run: Run) =>
    Math.abs(scale(run.rttMs) - scale(wanted.rttMs)) +
    Math.abs(Math.log10(run.pipeline) - Math.log10(Math.max(1, wanted.pipeline)));
  const [nearest] = runs.toSorted((one, other) => distance(one) - distance(other));
  if (!nearest) throw new Error('nothing is recorded');
  return nearest;
}

/** Where recordings lie beside the page. */
const folder = 'recordings';

/** The index; throws where it cannot be read. */
export const readIndex = async (): Promise<RecordingIndex> =>
  JSON.parse(await textOf('index.json')) as RecordingIndex;

/**
 * A recording with ids of its own, so that the page takes each replay for another run. Throws where it cannot be read.
 */
export async function readRecording(file: string, replay: number): Promise<Recording> {
  const text = await textOf(file);
  const { ids } = JSON.parse(text) as Recording;
  return JSON.parse(ids.reduce((all, id) => all.replaceAll(id, `${id}-${replay}`), text)) as Recording;
}

/** From the page itself, where it is one file; else from beside it. */
async function textOf(file: string): Promise<string> {
  const inside = document.getElementById(`${folder}/${file}`)?.textContent;
  if (inside !== undefined) return unpacked(bytesOf(inside));
  const answer = await fetch(`${folder}/${file}.gz`);
  if (!answer.ok) throw new Error(`${folder}/${file}.gz: ${answer.status}`);
  return unpacked(new Uint8Array(await answer.arrayBuffer()));
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64.trim()), (one) => one.charCodeAt(0));

/** Some hosts say that the file is compressed, and the browser has unpacked it. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const stream = new Blob([bytes]).stream();
  return new Response(isPacked ? stream.pipeThrough(new DecompressionStream('gzip')) : stream).text();
}
