/** Settings cannot be changed: the run has not begun to measure, or no longer does. */
export class NoRunToTune extends Error {
  constructor() {
    super('No run is in progress that could be tuned.');
    this.name = 'NoRunToTune';
  }
}
