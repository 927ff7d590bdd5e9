import type { Recording, RecordingIndex } from './recording.ts';

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
