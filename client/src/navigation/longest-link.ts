/** Longer addresses are cut off by programs that people send them with. */
export const longestLink = 8000;
