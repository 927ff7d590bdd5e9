export type Side = 'left' | 'right';

/** Rows as columns that are as wide as their widest cell. */
export function columns(rows: readonly (readonly string[])[], sides: readonly Side[]): string {
  const widths = sides.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          sides[column] === 'left' ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
