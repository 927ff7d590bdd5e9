/** What an error says; of a thrown value that is no error, its text. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
