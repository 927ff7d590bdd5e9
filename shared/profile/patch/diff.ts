import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { Patch } from '../source-evidence.ts';
import { editedPart, type Edit } from './text.ts';

/** Patches as one unified diff, which `git apply` takes in the folder of the profile. Of two that overlap, the first. */
export function diffOf(patches: readonly Patch[], textOf: (file: string) => string | null): string {
  const byFile = new Map<string, Edit[]>();
  for (const { file, edits } of patches) {
    const taken = byFile.get(file) ?? [];
    if (!edits.some((one) => taken.some((other) => overlap(one, other))))
      byFile.set(file, [...taken, ...edits]);
  }
  return [...byFile]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, edits]) => {
      const before = textOf(file) ?? '';
      const isCrLf = before.includes('\r\n');
      const written = isCrLf
        ? edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, '\r\n') }))
        : edits;
      const after = editedPart(before, written);
      return formatPatch(
        structuredPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 3 }),
        FILE_HEADERS_ONLY,
      );
    })
    .join('');
}

const overlap = (one: Edit, other: Edit): boolean => one.start <= other.end && other.start <= one.end;
