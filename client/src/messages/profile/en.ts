import { profile as report } from '../../../../shared/words/en/profile.ts';

const { count: whole } = report.numbers;
const plural = (count: number, one: string): string => `${whole(count)} ${one}${count === 1 ? '' : 's'}`;
const trips = (count: number): string => plural(count, 'round trip');

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
  pasted: {
    title: 'Or paste a function',
    about:
      'It is read as the profiler reads a program, and never run. The text stays in this browser. Without a measurement, round trips are counted and no time is named.',
    field: 'Paste a function that sends commands (JavaScript or TypeScript)',
    items: 'How many items there are',
    ofLoops: 'A loop is taken to run once for each item.',
    outOfBounds: (least: string, most: string) => `A number from ${least} to ${most}.`,
    example: 'Take the example',
    refused: {
      empty: 'Nothing is pasted yet.',
      tooLong: (letters: string, most: string) =>
        `The text has ${letters} letters; at most ${most} are read. Paste one function.`,
      unparsed: (line: string, column: string, why: string) =>
        `Line ${line}, column ${column} cannot be read: ${why}`,
      noCommands:
        'No call of a Redis client was found. Looked for: commands as methods of redis, valkey, client, cache, store, what new Redis() or createClient() made, and hgetall and the like of anything.',
      tooMany: (most: string) =>
        `It sends more than ${most} commands with so many items: choose fewer of them.`,
      tooDeep: 'The code is too long or nested too deeply to be followed. Paste one function.',
      unloaded: 'The parser could not be loaded. Is the server still running?',
    },
    named: (name: string) => `In ${name}`,
    unnamed: (line: string) => `In the function of line ${line}`,
    outside: 'Outside of functions',
    headed: (where: string, said: string) => `${where}: ${said}`,
    trips: (now: number, needed: string) => `${trips(now)} today, ${needed} needed.`,
    tripsToday: (now: number) => `${trips(now)} today.`,
    line: (line: string) => `line ${line}`,
    lines: (lines: string) => `lines ${lines}`,
    from: (place: string, line: string) => `${place}, called from line ${line}`,
    same: (count: number, name: string) => plural(count, name),
    mixed: (count: number, names: string) => `${plural(count, 'command')} (${names})`,
    sentence: {
      independent: (what: string, where: string) =>
        `${what} one after another (${where}): none needs the reply of another.`,
      staged: (what: string, where: string) =>
        `${what} one after another (${where}): only some need the reply of another.`,
      dependent: (what: string, where: string) =>
        `${what} one after another (${where}): each needs the reply before, so batching does not help.`,
      unsure: (what: string, where: string) =>
        `${what} one after another (${where}): whether they depend on each other cannot be seen.`,
      concurrent: (what: string, where: string) =>
        `${what} side by side (${where}): they share round trips already.`,
      batched: (what: string, where: string) => `${what} in a batch already (${where}).`,
    },
    nothing: 'Nothing could share a round trip. Sequences are judged from three commands on.',
    mend: (where: string) => `Instead, at ${where}`,
    skipped: (where: string) =>
      `Not followed: the commands of ${where}. Of two branches, the one that sends more is followed, and none that leaves.`,
    compare: 'Compare as it is and mended',
    asItIs: 'as it is',
    mended: 'mended',
    comparing:
      'The lanes send the commands alone, with made-up keys and values of 100 bytes. What the code does between two commands is left out.',
    unwritten: (names: string) => `The lanes leave out what they cannot send: ${names}.`,
    notWritten: 'The lanes cannot send these commands.',
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
