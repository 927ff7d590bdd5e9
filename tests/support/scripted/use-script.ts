import { afterEach } from 'vitest';
import { script } from './script.ts';

/** What the lanes of each test do; until a test says otherwise, all is as usual. */
export function useScript(): typeof script {
  afterEach(() => {
    script.reset();
  });
  return script;
}
