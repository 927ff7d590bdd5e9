import { afterEach, beforeEach } from 'vitest';
import { script } from './script.ts';

/**
 * What the lanes of each test do; until a test says otherwise, all is as usual. Time passes at once, or `speed` times as
 * fast as on the wall: for tests that act while a run is in progress.
 */
export function useScript(speed = Infinity): typeof script {
  beforeEach(() => {
    script.clock.speed = speed;
  });
  afterEach(() => {
    script.reset();
  });
  return script;
}
