import { parseFaultsIn, SourceFile, type ParseFault } from '../source/source-file.ts';

/** A text that was pasted, with its syntax tree. */
export interface PastedSource {
  source: SourceFile;
  /** Characters that stand before the text in the source that was parsed. */
  before: number;
}

/** The name of a text in patches. */
export const pastedFile = 'pasted.ts';

/** TypeScript first: it is JavaScript with more. */
const files = [pastedFile, 'pasted.tsx', 'pasted.js'];

/** A method alone is read as that of a class, which begins in its first line. */
const around = ['class Pasted {', '\n}'] as const;

/**
 * Reads a text as a file, or else as methods of a class; or says where the parser stopped that came furthest. Throws a
 * RangeError where its parts are nested too deeply.
 */
export function readPasted(text: string): PastedSource | ParseFault {
  for (const [start, end] of [['', ''], around])
    for (const file of files) {
      const source = SourceFile.of(`${start}${text}${end}`, file);
      if (source) return { source, before: start.length };
    }
  const [first, ...others] = files.flatMap((file) => parseFaultsIn(text, file));
  if (!first) throw new RangeError('nested too deeply to be parsed');
  return others.reduce(
    (furthest, one) =>
      one.line > furthest.line || (one.line === furthest.line && one.column > furthest.column)
        ? one
        : furthest,
    first,
  );
}
