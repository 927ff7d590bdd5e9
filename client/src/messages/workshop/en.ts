/** Parts of the workshop, in the order of `workshop/playlist.ts`. */
export type StopId =
  'welcome' | 'first-run' | 'rtt' | 'batch-limits' | 'when-auto-helps' | 'own-workload' | 'takeaways';

/** Of a part of the workshop: its name, what the class learns (a lesson has its own words), and notes for the presenter. */
interface StopWords {
  title: string | null;
  learns: string | null;
  notes: readonly string[];
}

const stops: Record<StopId, StopWords> = {
  welcome: {
    title: 'Welcome',
    learns: 'Everybody joins by the QR code.',
    notes: [
      'Press J and wait until the number of viewers stops rising.',
      'Ask: how many commands per second can one connection send, if the server is 20 ms away and we await every reply? It is 50: 1 s ÷ 20 ms.',
    ],
  },
  'first-run': {
    title: 'The first run',
    learns: 'The same commands, in several ways; turns; the interval.',
    notes: [
      'While it runs, explain the turns: one lane has the machine to itself, then the next.',
      'Read the headline aloud, with its interval. Then set the round trip to 5 ms and run again.',
      'Ask: which lane changed most, and why? On a busy machine look at the rates, not at the ratios.',
    ],
  },
  rtt: {
    title: null,
    learns: null,
    notes: ['Guess first, then start. Show the guesses beside the outcome.'],
  },
  'batch-limits': {
    title: null,
    learns: null,
    notes: ['Ask: who waits while a batch of 10,000 commands is on the server?'],
  },
  'when-auto-helps': {
    title: null,
    learns: null,
    notes: ['Many have heard that one option makes ioredis faster. Show when it does, and when not.'],
  },
  'own-workload': {
    title: 'Your workload',
    learns: 'The class names a workload, and the search answers.',
    notes: [
      'Ask for a real workload: command, payload, round trip, connections. Set it in Compare, then search here.',
      'The search takes about a minute. Meanwhile the class guesses the batch size.',
    ],
  },
  takeaways: {
    title: 'Takeaways',
    learns: 'Three sentences, and questions.',
    notes: [
      'Count the round trips first, then the commands.',
      'The smallest batch near the best is enough.',
      'A ratio without its interval is not a result.',
    ],
  },
};

/** What the page says of the workshop: loaded with its plan, or with its bar. */
export const workshop = {
  intro: 'For 5 to 200 people with phones. “Next lesson” follows this order while the clock runs.',
  start: 'Start the clock',
  end: 'End the workshop',
  from: (from: number, to: number) => `Minute ${from} – ${to}`,
  notes: 'Notes for the presenter',
  label: 'Workshop',
  clock: (elapsed: string, of: string) => `${elapsed} of ${of}`,
  next: (title: string) => `Next: ${title}`,
  left: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  over: (minutes: number) => (minutes === 1 ? '1 minute over' : `${minutes} minutes over`),
  guessed: (count: number, of: number) => `${count} of ${of} guessed`,
  stops,
};
export type WorkshopMessages = typeof workshop;
