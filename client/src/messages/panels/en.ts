import type { ToolNote } from '../../../../shared/plan/command-lines/lane-for-tools.ts';
import type { SlotsMoved } from '../../../../shared/contract/result.ts';
import { english } from '../../../../shared/words/en/index.ts';

const { numbers } = english;
const { count: whole } = numbers;

/** What the page says of a load curve. */
export const load = {
  mode: 'Look for',
  modes: { batch: 'Batch size', load: 'Latency over load' },
  about: 'Next measurement',
  measuredWith: (facts: string) => `Measured with ${facts}.`,
  question: 'How much load can each strategy sustain?',
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
  stopped: 'Stopped: these rates were measured until then.',
  failed: 'The load curve broke off',
};

export type LoadMessages = typeof load;

/** What the page says of gain over distance. */
export const distances = {
  title: 'Across distances',
  start: 'Measure five distances',
  inProgress: (step: number, of: number, left: string) => `Distance ${step} of ${of}; ends in about ${left}.`,
  needsSecond: 'Add a second lane: a gain needs something to compare with.',
  noAgents: 'No network can be put before agents.',
  limit: (times: string) => `limit × ${times}`,
  describe: (lanes: string) => `× over distance: ${lanes}. The figures below say the same.`,
  figures: 'All figures',
  guess: (lane: string) => `Guess first: draw the × of ${lane} at each distance`,
  changeGuess: 'Change your guess',
  guessAgain: 'Clear the guesses',
  guessAt: (distance: string) => `Your guess at ${distance}`,
  drawMore: (lane: string) => `Press at each distance where you expect the × of ${lane}; drag to change it.`,
  send: 'Send guess',
  guesses: (count: number, lane: string) => `${count === 1 ? '1 guess' : `${count} guesses`} for ${lane}.`,
  guessedSo: (times: string, count: number) =>
    `× ${times}: guessed ${count === 1 ? 'once' : `${count} times`}`,
};

export type DistanceMessages = typeof distances;

/** What the page says of load machines. */
export const agents = {
  title: 'Agents',
  loadFrom: 'Load from',
  here: 'the machine of the server',
  some: (count: number) => (count === 1 ? '1 agent' : `${count} agents`),
  more: 'Agents carry out equal parts of each lane, over the network that they have.',
  free: (free: number, all: number) => `${free} of ${all} free for this target`,
  none: 'No agent has joined. On a load machine: roundtrip agent --join URL --target NAME=URL',
  tooFew: (wanted: number, free: number) =>
    `${wanted} wanted, ${free} free: more have to join, or choose fewer.`,
  privateServer: 'Agents cannot reach a private server: choose a target with an address.',
  noControl: 'This server has no control Redis: start it with --join URL.',
  states: { free: 'free', busy: 'in a run', version: 'other version', target: 'lacks this target' },
  cores: (cores: number, load: string) => `${cores === 1 ? '1 core' : `${cores} cores`}, load ${load}`,
  clock: (ms: string) => `clock ${ms}`,
  clockMore: 'How far its wall clock is ahead of the control Redis. Figures do not rest on it.',
  control: (ms: string) => `control ${ms}`,
  controlMore: 'Shortest exchange with the control Redis.',
  trip: (target: string, ms: string) => `${target} ${ms}`,
  tripMore: 'Round trip to the target when it joined, or before its last run.',
  notReached: (target: string) => `${target} not reached`,
};

export type AgentMessages = typeof agents;

/** What the page says of command lines. */
export const lines = {
  planFile: 'Options cannot say all of these settings: save the plan below as plan.json.',
  folder: 'Run it where you started Roundtrip: in the folder of your project, or of the clone.',
  join: 'Name the control Redis with --join URL, or in ROUNDTRIP_JOIN: this page does not know its address.',
  gate: 'Added to the line above, it is a gate for CI: exit code 99 where it does not hold.',
  tools: 'For other tools',
  toolsMore:
    'Other tools, one lane at a time: they neither warm up nor take turns, so compare their figures with care.',
  notes: {
    strategy: 'Only Roundtrip sends this way: the tool has no client library in between.',
    mix: 'The tool sends one command at a time, no mixes.',
    command: 'The tool has no words for this command.',
    'private server':
      'The private server is there during a run alone: start a redis-server of your own on 127.0.0.1:6379.',
    address: 'Put in the address of the server.',
    'server settings': 'The settings of the private server are for yours to have.',
    agents: 'The tool sends from one machine.',
    network: 'The tool adds no round trip, jitter or limit of bandwidth.',
    'no duration': 'It stops by count alone: choose -n for the time you have.',
    arrivals: 'Its commands are due at equal distances.',
    'whole seconds': 'Its time is in whole seconds.',
    rate: 'It knows no rate: it sends as fast as replies come.',
    connections: 'Each of its threads has the same number of connections: a few are missing.',
    sizes: 'Its payloads are all of one size.',
    keys: 'Its keys are drawn evenly, and have names of their own.',
    'empty keys': 'It writes no keys first: the keys that are read are missing.',
    members: 'Its members are payloads rather than numbers.',
    'few members': 'Its keys hold only the members that it has sent, not all of them from the start.',
  } satisfies Record<ToolNote, string>,
};

export type LineMessages = typeof lines;

/** What the settings below the first ones say. */
export const panels = {
  pace: {
    title: 'Pace',
    closed: 'Full speed',
    open: 'Fixed rate',
    closedMore: 'Each connection sends on as soon as replies come (closed loop).',
    openMore: 'Commands are due at a fixed rate, whether replies keep up or not (open loop).',
    random: 'Random arrivals',
    randomMore:
      'The rate is an average; each command is due at a random moment, as from many users (Poisson).',
    byKernel: 'Real packets: a link made by Linux',
    byKernelMore:
      'Packets of at most 1500 bytes and no proxy: adds less delay and costs less CPU than our proxy.',
    byKernelNoDelay:
      'Packets of at most 1500 bytes and no proxy. This Linux cannot delay packets: the round trip stays as it is.',
    keepNetwork: 'Let the network change during a run',
    keepNetworkMore: 'Puts our proxy in between even at 0 ms, which costs throughput.',
    watch: 'Watch another client',
    watchMore: (rps: number) =>
      `It sends ${whole(rps)} GETs a second beside each lane and shows what they wait; that costs a little throughput.`,
    precise: 'Until it is certain',
    preciseMore: (precision: number, mostMs: number) =>
      `The run lasts until the interval of every ratio is within ${numbers.percent(precision, 1)} of it, at most ${numbers.duration(mostMs)} a lane.`,
  },
  server: {
    more: 'Restarts if settings require it.',
    persistences: {
      off: 'No file; the data is gone with the server.',
      'aof-everysec': 'Each write to a log that is flushed to disk every second.',
      'aof-always':
        'Each write to a log that is flushed to disk before its reply: once for all that came together.',
      rdb: 'A snapshot when 5 s have passed and 1000 keys have changed.',
    },
  },
  members: {
    title: 'Members of each key',
    none: 'as drawn',
    count: (count: number) => String(count),
    noneMore: 'Keys hold what the commands need; members are drawn from the keyspace.',
    more: 'Each list, set, sorted set, hash or stream holds this many before the run. A keyspace of 1 makes one big key.',
  },
  callers: {
    title: 'Callers',
    none: 'as in flight',
    count: (count: number) => String(count),
    noneMore: 'Each connection has as many commands in flight as the lane says.',
    more: 'Each awaits its reply before it sends again. One by one lends them the connections as a pool; the others send at once. Latency includes the wait for a connection.',
  },
  writes: {
    title: 'Another client writes',
    none: 'nothing',
    count: (count: number) => `${whole(count)}/s`,
    more: 'It writes the keys of each lane while it is measured: shows how many reads are stale, and for how long.',
  },
  gather: {
    title: 'Gathered for',
    wait: (ms: number) => (ms === 0 ? 'one turn' : ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms} ms`),
    polls: 'Below 1 ms it looks at the clock again and again: a core is busy while a command waits.',
    byTimer: 'Timers are 1 ms coarse, so batches leave up to 1 ms late.',
  },
  cluster: {
    hashTags: {
      none: 'MULTI, MSET/MGET and Lua show the error that a program would meet.',
      lane: 'A hash tag, as in {t}key, keeps them together on one master.',
    },
    bySlot: 'MSET and MGET for each slot',
    bySlotMore: 'They get through, at the price of a command for each slot.',
    moveSlots: 'Move slots',
    moveSlotsMore: 'moves 512 slots and their keys to the next master, while the lanes keep running',
    moved: ({ slots: [first, last], keys, to, tookMs }: SlotsMoved) =>
      `Slots ${first}–${last} moved to ${to} with ${whole(keys)} keys, in ${numbers.duration(tookMs)}.`,
  },
};

export type PanelMessages = typeof panels;

/** Of the look at a machine before a run. */
export const machine = {
  ask: 'Machine quiet?',
  looking: 'Looking for two seconds…',
  quiet: (cores: string) => `Quiet enough: other programs leave the ${cores} to a run.`,
  busy: (programs: string) => `Not quiet: ${programs}. Close what you can, then run again.`,
  unnamed: (busy: string) => `Not quiet: ${busy} in use. Close other programs, then run again.`,
  program: (name: string, share: string) => `${name} takes ${share} of a core`,
  browser: (share: string) =>
    `The browser itself takes ${share} of a core: close other tabs, or pause the animation.`,
};
export type MachineMessages = typeof machine;
