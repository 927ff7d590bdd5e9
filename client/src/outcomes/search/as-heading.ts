/** The first part of an answer without what leads to the rest of it. */
export const asHeading = (first: string): string => first.replace(/[.:。：]$/, '');
