/** Whether a file that begins so may be a profile, or a trace. */
export const looksLikeProfile = (start: string): boolean =>
  /^\s*\{\s*"(?:k"\s*:\s*"meta|kind"\s*:\s*"profile)"/.test(start);
