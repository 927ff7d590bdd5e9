/**
 * The command of the package that a project has installed. Without `--no`, npx would install the package `roundtrip` of
 * npm, which is another program, wherever ours is missing.
 */
export const localCommand = 'npx --no -- roundtrip';
