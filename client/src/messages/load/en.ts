/** What the page says of a load curve. */
export const load = {
  mode: 'Look for',
  modes: { batch: 'Batch size', load: 'Latency over load' },
  about: 'Next measurement',
  measuredWith: (facts: string) => `Measured with ${facts}.`,
  question: 'How much load does each lane keep?',
  questionMore:
    'All lanes of Compare get the same rates, from low to high. A response time counts from the moment a command was due, so that waiting counts.',
  low: 'From',
  high: 'To',
  unit: 'commands/s',
  points: 'Steps',
  pointsUnit: 'rates',
  wrong: (min: string, max: string) => `Type a whole number from ${min} to ${max}; 20k is 20,000.`,
  thousands: '1k is 1,000.',
  waitsToFill: (lanes: string) =>
    `At low rates commands wait until a batch is full; that is part of the response times of ${lanes}.`,
  reversed: 'Type more than the lower end.',
  start: 'Measure',
  notStarted: 'The load curve did not start',
  title: 'Response time over load',
  latency: 'Latency',
  x: 'offered rate, commands/s',
  y: (percentile: string) => `${percentile} of response time, ms`,
  grows: 'queue grows',
  empty: 'The curves grow here, rate by rate.',
  note: 'The queue of a lane grows from the marked point on: beyond it, response times grow as long as the lane runs.',
  allKeepSoFar: (rate: string) => `All lanes keep ${rate}/s, the highest rate so far.`,
  stopped: 'Stopped: these rates were measured until then.',
  failed: 'The load curve broke off',
};

export type LoadMessages = typeof load;
