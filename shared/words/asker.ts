/** Who holds something against a bound: advice names the options that the caller has. */
export type Asker = 'command' | 'library';
