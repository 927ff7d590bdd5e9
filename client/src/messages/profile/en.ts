import { profile as report } from '../../../../shared/words/en/profile.ts';

/** Of the room Profile, which loads them. */
export const profile = {
  report,
  about:
    'Which lines of your program wait for one Redis reply after another, and what batching them would save.',
  record: 'Record your program, then drop the trace here:',
  watch: 'Or watch it while it runs:',
  line: 'Line to copy',
  stays: (most: string) => `The file stays in this browser. At most ${most}.`,
  open: 'Open a trace or profile…',
  example: 'Open an example',
  close: 'Close',
  reading: 'Reading…',
  cut: 'The file ends within a line: it was read to its last whole one.',
  notJudged:
    'These findings rest on what was sent alone: the trace lacks those of the profiler, which reads the source.',
  onlyFirst: 'One file is shown at a time: this is the first.',
  noTimeline:
    'This file has findings and no recording. A trace (--trace FILE) also has the timeline of a unit.',
  refused: {
    other: (name: string) =>
      `${name} is neither a trace nor a profile. roundtrip profile --trace FILE or --json FILE writes one; results of runs are opened in Run history.`,
    newer: (name: string, version: string) =>
      `${name} has version ${version}, of a newer Roundtrip: open it there.`,
    older: (name: string, version: string) =>
      `${name} is a trace of version ${version}, of an earlier Roundtrip, and is not read: record it again.`,
    tooLarge: (name: string, size: string, most: string) =>
      `${name} has ${size}; at most ${most} are read. A lower --budget or a shorter run records less.`,
    unreadable: (name: string) => `${name} cannot be read.`,
  },
  live: {
    recording: 'Recording',
    waits: 'Waiting for the first Redis command',
    soFar: (units: string) => `${units} so far`,
    ended: (code: number) => `Ended with exit code ${code}`,
    newest:
      'While the program runs, only its newest commands are judged. When it has ended, all that were recorded are.',
  },
  sites: 'Where time is lost',
  columns: {
    place: 'Line',
    unit: 'Unit',
    command: 'Command',
    perUnit: 'a unit',
    waiting: 'waiting, ms',
    saving: 'saving, ms',
    why: 'Why',
  },
  moreSites: (count: string) => `${count} more are in roundtrip profile --read FILE --json -.`,
  timeline: 'One unit on a line of time',
  unit: 'Unit',
  which: { slowest: 'slowest', median: 'median', newest: 'newest' },
  choice: (name: string, which: string, ms: string) => `${name}: ${which}, ${ms}`,
  own: 'the program itself',
  ownTime: (own: string, of: string, needing: number) =>
    `${own} of ${of} is the program’s own time. A line leads from a reply to the command that followed it at once${needing > 0 ? '; it is thick where an argument came from that reply' : ''}.`,
  table: 'The same as a table',
  axis: 'ms',
  bars: {
    number: 'No.',
    command: 'Command',
    place: 'Line',
    from: 'from, ms',
    to: 'to, ms',
    after: 'follows the reply of',
    needs: 'uses the reply of',
  },
  left: (count: string) => `${count} more of this unit are not drawn.`,
};

export type ProfileMessages = typeof profile;
