import type { SlotsMoved } from '../../../shared/events.ts';
import type { ToolNote } from '../../../shared/command-lines/lane-for-tools.ts';
import { formatDuration, formatRatio } from '../../../shared/format.ts';
import type { ClusterFigures } from '../../../shared/terms.ts';

/** 12.3, as in "12.3 times as fast". */
const times = (ratio: number) => formatRatio(ratio).replace('× ', '');
const whole = (count: number) => count.toLocaleString('en-US');
const wholeSeconds = (ms: number) => formatDuration(Math.ceil(ms / 1000) * 1000);
/** Commands in one write: 16, 3.4. */
const batch = (count: number) => (count < 10 ? Number(count.toFixed(1)) : Math.round(count)).toString();
const trip = (ms: number) => (ms < 1 ? Number(ms.toPrecision(2)) : Number(ms.toPrecision(3))).toString();

/** Every word on the page. Another language is another object of the same type. */
export const en = {
  name: 'Roundtrip',

  views: {
    title: 'Rooms of the page',
    lab: 'Compare',
    lessons: 'Lessons',
    search: 'Batch size',
    runs: 'Runs',
  },
  language: 'Language',
  preferences: 'Language and theme',

  headline: {
    question: 'How much does batching buy on this Redis?',
    questionMore: 'Press Run: the same commands, sent several ways in fair turns, side by side.',
    starting: 'Getting every lane ready…',
    warmingUp: 'Warming up',
    warmingUpMore: 'Not counted: a client is slower until its code is hot.',
    measuring: 'Measuring',
    measuringMore: 'The first comparison comes with the first full round.',
    soFar: (lane: string, ratio: number, baseline: string) =>
      `${lane} is ${times(ratio)} times as fast as ${baseline}`,
    soFarMore: (rounds: number) =>
      `So far, after ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of counted turns.`,
    faster: (lane: string, ratio: number, baseline: string) =>
      `${lane} is ${times(ratio)} times as fast as ${baseline}`,
    fasterMore: (low: number, high: number) =>
      `95 % interval: ${times(low)} to ${times(high)} times, from turns paired by round.`,
    whyShared: (commands: number, tripMs: number, baseline: string) =>
      `${batch(commands)} commands share one round trip of ${trip(tripMs)} ms; ${baseline} waits that long for each.`,
    whyFewer: (many: number, few: number) =>
      `${batch(many)} commands travel in one write, not ${batch(few)}.`,
    whyNoWaiting: (baseline: string) => `It sends on without waiting; ${baseline} waits for each reply.`,
    undecided: 'Not told apart yet',
    undecidedMore: (rounds: number) =>
      `After ${rounds} rounds the intervals still include 1. More rounds may tell.`,
    notToldApart: (baseline: string) => `No lane is told apart from ${baseline}`,
    notToldApartMore: 'The 95 % intervals include 1: run longer, or take it that there is no difference.',
    allSlower: (baseline: string) => `Nothing beats ${baseline} here`,
    allSlowerMore: 'Every lane that is told apart from it was slower.',
    single: (lane: string, figure: string) => `${lane}: ${figure} commands/s`,
    singleMore: 'Add a second lane to compare.',
    noComparison: 'No lane can be compared',
    noComparisonMore: 'Every comparison needs one full round of counted turns.',
    tooShort: (lane: string, ratio: number) => `${lane} was ${times(ratio)} times as fast in one round`,
    tooShortMore: 'One round has no interval. Run longer before you quote it.',
    inRace: 'In a race, for show: the lanes disturbed one another.',
    over: (network: string) => `Network: ${network}.`,
    tuned: 'Settings changed on the way.',
    stopped: 'Stopped early: the figures cover what was measured until then.',
    failedPartly: 'A lane failed: its figures cover what was measured until then.',
    failed: 'The run failed',
    brokeOff: 'The run broke off',
    brokeOffMore: 'There is no result of it; the server’s terminal says why.',
    lost: 'The server restarted during this run',
    lostMore: 'There is no result of it; the figures below are what was received.',
  },

  run: {
    run: 'Run',
    starting: 'Starting…',
    stop: 'Stop',
    stopping: 'Stopping…',
    takes: (ms: number) => `Takes about ${wholeSeconds(ms)}.`,
    needsToken: 'Only the presenter starts and stops runs. Open the page with the presenter’s link to do so.',
    mayNot: 'This server lets you watch only.',
    noConnection: 'No connection to the server.',
    fixFirst: 'First correct the marked field.',
    inTheWay: (remainingMs: number | null) =>
      remainingMs === null
        ? 'Another run is being carried out. It shows here as soon as it starts.'
        : `Another run is being carried out; it ends in about ${wholeSeconds(remainingMs)}.`,
    notStarted: 'The run did not start',
    neverShown: 'The server took the plan but no run has begun. See the server’s terminal.',
  },

  connection: {
    connecting: 'Connecting…',
    connected: 'Live',
    lost: 'Connection lost – reconnecting…',
    viewers: (count: number) => (count === 1 ? '1 viewer' : `${count} viewers`),
    unreachable: 'The server does not answer.',
    notUnderstood: (status: number) => `The server answered with status ${status} and no explanation.`,
  },

  workshop: {
    present: 'Present',
    presentMore: 'Large type and keys for the front of the room',
    endPresent: 'End',
    endPresentMore: 'Back to the usual size',
    join: 'Join',
    keys: 'Keys',
    keysShort: '?',
    settings: 'Settings',
    close: 'Close',
    follow: 'Follow presenter',
    followShort: 'Follow',
    followMore: 'Go along to whatever room or lesson the presenter shows',
    unknownPlace: (path: string) => `There is nothing at ${path}. This is the room to compare in.`,
    audience: (viewers: number, presenters: number) =>
      [
        viewers === 0 ? 'nobody else yet' : viewers === 1 ? '1 viewer' : `${viewers} viewers`,
        ...(presenters > 1 ? [`${presenters} presenters`] : []),
      ].join(' · '),
    joinTitle: 'Watch along',
    joinMore: 'Scan the code or type the address, in the same network as this computer.',
    joinAll: 'This server asks for no token: who joins can also start and stop.',
    address: 'Address',
    qrCode: (url: string) => `QR code of ${url}`,
    asking: 'Looking for the addresses of this server…',
    onlyHere: 'Nobody else can join yet',
    onlyHereMore: 'This server answers this computer alone. End it and start it for others:',
    onlyHereThen: 'Then open the address with the presenter’s token that it prints. Viewers need no token.',
    keysTitle: 'Keys while presenting',
    keyNames: { arrows: '→ ←', digits: '1 – 8', all: '0 Esc', shift: 'Shift P' },
    keysDo: {
      run: 'run',
      stop: 'stop',
      next: 'next and previous: a lane, a step of a lesson',
      focus: 'one lane, large',
      all: 'all lanes',
      settings: 'settings',
      fullScreen: 'full screen',
      join: 'how to join',
      keys: 'these keys',
      present: 'presenter mode on and off',
    },
    keysMore: 'They rest while you type in a field.',
    rtt: (ms: string) => `${ms} ms added round trip`,
  },

  theme: { title: 'Theme', system: 'Auto', light: 'Light', dark: 'Dark' },

  plan: {
    title: 'Settings',
    live: 'You can move the sliders; some are fixed.',
    fixedNetwork: 'Fixed during this run: it was started without a network (see More settings).',
    fixed: 'Fixed while a run goes on.',
    onItsWay: 'Holds from each lane’s next turn.',
    rttMs: {
      label: 'Round trip',
      unit: 'ms added',
      hint: 'Between client and server; 0: nothing in between.',
    },
    jitterMs: { label: 'Jitter', unit: 'ms', hint: 'How far a round trip strays at most.' },
    jitterTooWide: (ms: number) => `Counts as ${ms} ms: no trip is shorter than nothing.`,
    bandwidthMbit: { label: 'Bandwidth', unit: 'Mbit/s', hint: 'In each direction; off: no limit.' },
    rps: { label: 'Rate', unit: 'commands/s', hint: 'Of each lane, whether replies keep up or not.' },
    none: 'off',
    clients: { label: 'Clients', unit: 'connections', hint: 'Connections of each lane.' },
    pipeline: {
      label: 'Batch size',
      unit: 'commands',
      hint: 'Commands handed over, or in flight, together.',
    },
    dataSize: { label: 'Payload', unit: 'bytes', hint: 'Value of each SET; what each GET brings back.' },
    durationMs: {
      label: 'Duration',
      unit: 's per lane',
      hint: 'Counted time of each lane, after its warm-up.',
    },
    threads: {
      label: 'Threads',
      unit: 'per lane',
      hint: 'Worker threads; each takes its share of the clients.',
    },
    server: 'Private server',
    serverAsUsual: 'as usual',
    serverMore: 'It is started anew when a run wants it otherwise.',
    persistence: 'Writes to disk',
    persistences: { off: 'Off', 'aof-everysec': 'AOF 1 s', 'aof-always': 'AOF always', rdb: 'RDB' },
    persistencesMore: {
      off: 'No file; the data is gone with the server.',
      'aof-everysec': 'Each write to a log that is flushed to disk every second.',
      'aof-always':
        'Each write to a log that is flushed to disk before its reply: once for all that came together.',
      rdb: 'A snapshot when 5 s have passed and 1000 keys have changed.',
    },
    encryption: 'Connection',
    encryptions: { plain: 'Plain', tls: 'TLS' },
    access: 'Lets in',
    accesses: { open: 'All', password: 'Password', 'acl-user': 'ACL user' },
    ioThreads: { label: 'I/O threads', unit: 'threads', hint: 'They read and write the server’s sockets.' },
    maxMemoryBytes: { label: 'Memory', unit: 'MiB', hint: 'off: half of what there is, at most 4 GiB.' },
    keyspace: { label: 'Keyspace', unit: 'keys', hint: 'Keys are drawn from this many.' },
    outOfRange: (min: string, max: string, unit: string) => `From ${min} to ${max} ${unit}.`,
    notANumber: 'Type a whole number.',
    notANumberAtAll: 'Type a number.',
    notANumberNorNone: 'Type a number, or off.',
    notATime: 'Type a number of seconds.',
    slices: (count: number, ms: number) => `${count} turns of ${formatDuration(ms)} each`,
    schedule: 'Schedule',
    turns: 'Turns',
    turnsMore: 'Lanes alternate; each has the machine to itself. The fair way.',
    race: 'Race',
    raceMore: 'All at once, for show: the lanes disturb one another.',
    target: 'Redis',
    more: 'More settings',
  },

  cluster: {
    hashTag: 'Keys of a lane',
    hashTags: { none: 'on all masters', lane: 'in one slot' },
    hashTagsMore: {
      none: 'MULTI, MSET/MGET and Lua show the error that a program would meet.',
      lane: 'A hash tag, as in {t}key, keeps them together on one master.',
    },
    moveSlots: 'Move slots',
    moveSlotsMore: 'moves 512 slots and their keys to the next master, while the lanes go on',
    moved: ({ slots: [first, last], keys, to, tookMs }: SlotsMoved) =>
      `Slots ${first}–${last} moved to ${to} with ${keys.toLocaleString('en-US')} keys, in ${formatDuration(tookMs)}.`,
    nodes: 'By master',
    nodesMore: 'calls that each master counted: in the newest turn, in the end in all counted ones',
    nodeCounts: ({ nodes }: ClusterFigures) =>
      nodes.map(({ calls }) => (calls === null ? '–' : whole(calls))).join(' · '),
    redirections: 'Sent on',
    redirectionsMore: 'answers that sent the client to another master, or refused keys in several slots',
    redirectionCounts: ({ redirections }: ClusterFigures) =>
      redirections === null
        ? '–'
        : `MOVED ${whole(redirections.moved)} · ASK ${whole(redirections.ask)} · CROSSSLOT ${whole(redirections.crossSlot)}`,
  },
  lane: {
    lanes: 'Lanes',
    lane: (index: number) => `Lane ${index + 1}`,
    strategy: (index: number) => `Strategy of lane ${index + 1}`,
    add: 'Add lane',
    addFull: (most: number) => `At most ${most} lanes.`,
    remove: (label: string) => `Remove ${label}`,
    baseline: 'Baseline',
    baselineMore: 'the others are compared with it',
    against: (baseline: string) => `against ${baseline}`,
    unit: 'commands/s',
    unitMedian: 'commands/s, median',
    idle: 'Ready',
    waiting: 'Waiting for its turn',
    warmingUp: 'Warming up – not counted',
    measuring: 'Measuring',
    completed: 'Done',
    stopped: 'Stopped early',
    failed: 'Failed',
    lost: 'Broken off',
    p50: 'p50 ms',
    p99: 'p99 ms',
    p50More: 'half of the replies came within this time',
    p99More: '99 of 100 replies came within this time',
    effectiveBatch: 'Per write',
    effectiveBatchMore: 'commands in one socket write, measured',
    roundTrip: 'Trip ms',
    roundTripMore: 'round trip between client and server: the median of PINGs',
    roundTripNow: 'so far the newest; the median at the end of the run',
    roundTripBefore: (ms: string) => `${ms} ms before the run`,
    roundTripDuring: (ms: string, p99: string) => `${ms} ms during this lane’s turns (p99 ${p99} ms)`,
    wire: 'On the wire',
    wireMore: 'what one socket write amounts to, and the TCP segments that carry it at an MTU of 1500',
    perWrite: (bytes: number, segments: number) =>
      `${bytes.toLocaleString('en-US')} bytes, ${segments.toLocaleString('en-US')} ${segments === 1 ? 'segment' : 'segments'}`,
    failures: 'Failed',
    failuresMore: 'commands that failed',
    notToldApart: 'not told apart',
    ratioPending: 'after the first round',
    interval: (low: number, high: number) => `95 %: ${times(low)} – ${times(high)}`,
    soFar: (pairs: number) => (pairs === 1 ? 'so far, 1 round' : `so far, ${pairs} rounds`),
    onePair: 'one round: no interval',
    moveLeft: (label: string) => `Move ${label} to the left`,
    moveRight: (label: string) => `Move ${label} to the right`,
    rename: (label: string) => `Rename ${label}`,
    name: (index: number) => `Name of lane ${index + 1}`,
    nameHint: 'Enter keeps it; empty: the strategy’s name.',
    movedTo: (label: string, place: number) => `${label} is now lane ${place}.`,
    nowBaseline: (label: string) => `${label} is now the baseline.`,
    cannotSend: (commands: string, able: string) =>
      `This strategy cannot send ${commands}, only ${able}. Choose another, or a command of its own.`,
    trace: (label: string) => `Throughput of ${label} over time`,
  },

  differs: {
    open: (label: string) => `How ${label} differs from the other lanes`,
    short: 'Differs',
    title: (label: string) => `${label}, apart from the others`,
    more: 'An empty field: as the other lanes. What is set here stays when the shared sliders move.',
    command: 'Command',
    same: 'As the others',
    asOthers: (value: string) => `as the others: ${value}`,
    reset: 'As the others in everything',
    done: 'Done',
  },

  presets: {
    title: 'Workload',
    own: 'Your own settings.',
    plain: { label: 'As at first', more: 'SET of 100 bytes, drawn from 10,000 keys.' },
    sessionCache: {
      label: 'Session cache',
      more: 'One SETEX to ten GETs of 500 bytes, as behind a web site.',
    },
    counters: { label: 'Counters', more: 'INCR on 1,000 keys: the smallest of commands.' },
    queue: { label: 'Queue', more: 'RPUSH and LPOP in equal parts, jobs of 200 bytes.' },
    bulkLoad: { label: 'Bulk load', more: 'SET on a million keys, few clients, batches of 256.' },
  },

  mix: {
    title: 'Commands',
    command: (part: number) => `Command ${part + 1}`,
    weight: (part: number) => `Weight of command ${part + 1}`,
    add: 'Add command',
    remove: (name: string) => `Remove ${name}`,
    more: 'The figures are weights: 1 and 10 is one of the first to ten of the second.',
    custom: 'a line of my own',
    customLine: 'Line',
    customHint: 'For example SET __key__ __data__ EX 60',
    customMissing: 'Type the command, such as SET __key__ __data__.',
    weightOutOfRange: (min: number, max: number) => `Weights are whole numbers from ${min} to ${max}.`,
  },

  pace: {
    title: 'Pace',
    closed: 'Full speed',
    open: 'Fixed rate',
    closedMore: 'Each connection sends on as soon as replies come (closed loop).',
    openMore: 'Commands are due at a fixed rate, whether replies keep up or not (open loop).',
    keepNetwork: 'Let the network change during a run',
    keepNetworkMore: 'Puts our proxy in between even at 0 ms, which costs throughput.',
  },

  tuning: {
    pipeline: (count: number) => `batch ${count}`,
    clients: (count: number) => `${count} ${count === 1 ? 'client' : 'clients'}`,
    rps: (count: number) => `${count}/s`,
    threads: (count: number) => `${count} ${count === 1 ? 'thread' : 'threads'}`,
    slotsMoved: 'slots moved',
  },

  notes: { strategies: 'What each lane does', verdicts: 'What held each lane back' },

  charts: {
    title: 'Charts of the run',
    throughput: 'Throughput',
    throughputUnit: 'commands/s',
    latency: 'Latency',
    latencyUnit: 'ms, logarithmic',
    latencyLines: 'thick line: p50 · thin line: p99',
    p50: (lane: string) => `${lane}, p50`,
    p99: (lane: string) => `${lane}, p99`,
    further: 'Further figure',
    furtherFigures: {
      effectiveBatch: 'Effective batch',
      clientCpu: 'Client CPU',
      eventLoop: 'Event loop busy',
      serverCpu: 'Server CPU',
      bytesOut: 'Bytes sent',
    },
    furtherUnits: {
      effectiveBatch: 'commands per socket write',
      clientCpu: 'of one core',
      eventLoop: 'of the time',
      serverCpu: 'of one core',
      bytesOut: 'bytes/s',
    },
    laneTime: 'seconds of each lane’s own time',
    elapsed: 'seconds since the start',
    warmUp: 'warming up – not counted',
    empty: 'The lines grow here during a run.',
    notMeasured: 'Not measured.',
    serverCpuNotMeasured:
      'Not measured: through an added network, the server’s CPU time is partly the proxy’s doing. In a race, nobody can say whose it is.',
    describe: (title: string, unit: string, lanes: string) =>
      `Line chart over time: ${title} (${unit}) of ${lanes}.`,
    marks: (marks: string) => `Changed while it ran: ${marks}.`,
    mark: (label: string, seconds: number) => `${label} at ${seconds.toFixed(1)} s`,
    race: 'Race: for show. The lanes share the machine, so the figures disturb one another.',
    save: (title: string) => `Save ${title} as PNG picture`,
    pictureFoot: (server: string, network: string) => `Roundtrip · ${server} · network: ${network}`,
  },

  anatomy: {
    title: 'Anatomy of a round trip',
    about: 'Where the time of one trip goes, and how many commands share it.',
    slowed: (factor: number) => `Shown ${whole(factor)} times slower than it is, all lanes alike.`,
    still: 'Nothing is measured yet: the packets are what the settings ask for.',
    pause: 'Pause',
    play: 'Play',
    pauseMore: 'Stop the moving pictures',
    client: 'Client',
    server: 'Server',
    share: (commands: number) =>
      commands === 1
        ? '1 command a trip'
        : `${Number.isInteger(commands) ? whole(commands) : commands.toFixed(1)} commands share a trip`,
    takes: (ms: string) => `${ms} ms`,
    overResult: 'mean of all counted turns',
    overNewest: 'mean of the newest turn',
    expected: (trips: number, commands: number, leastMs: number | null) =>
      `Expected, not measured: ${whole(trips)} ${trips === 1 ? 'trip' : 'trips'} for ${whole(commands)} ${commands === 1 ? 'command' : 'commands'}${leastMs === null ? '.' : `, each at least ${leastMs} ms.`}`,
    sameWork: (commands: number, trips: string, ms: string) =>
      `The same ${whole(commands)} commands on one connection: ${trips} ${trips === '1' ? 'trip' : 'trips'}, ${ms} ms.`,
    list: (lane: string) => `Parts of a trip of ${lane}`,
    parts: {
      handover: 'Client: hand over',
      client: 'Client: en-/decode',
      there: 'Way there',
      server: 'Server',
      waiting: 'Waiting',
      back: 'Way back',
    },
    serverAndWaiting: 'Server, waiting',
    partsMore: {
      handover: 'measured from the first call of the batch to its flush',
      client:
        'CPU of this lane’s threads for these commands, without the handing over; its two halves cannot be told apart',
      there: 'half of the measured round trip (PING)',
      server: 'CPU of the server for these commands',
      waiting:
        'what is left of the whole: in queues on either side, behind other connections, until a thread is woken; where in the trip is not known',
      back: 'half of the measured round trip (PING)',
    },
    notTold: {
      client: 'The client’s CPU is not told here: it is part of the waiting.',
      server:
        'The server’s share cannot be told: with a network in between, or in a race, its figures are not this lane’s alone.',
      way: 'The round trip is not known: it is part of the waiting.',
    },
    overlap: (ms: string) => `Client and server worked ${ms} ms at the same time.`,
    wayHidden: (ms: string) => `A PING alone takes ${ms} ms; here it is within the other parts.`,
    busyClient: (percent: string) => `The client’s thread is ${percent} busy: its connections wait for it.`,
    busyServer: (percent: string) => `The server is ${percent} busy: connections wait for it.`,
    wire: (writes: string, segments: string, out: string, back: string) =>
      `${writes} ${writes === '1' ? 'socket write' : 'socket writes'}, ${segments} TCP ${segments === '1' ? 'segment' : 'segments'} of 1460 bytes; ${out} bytes out, ${back} bytes back.`,
    semantics: {
      title: (lane: string) => `What ${lane} promises`,
      atomic: 'Atomic',
      yes: 'Yes',
      no: 'No',
      onFailure: 'If one fails',
      blocksOthers: 'Blocks others',
      cluster: 'In a cluster',
      writes: 'Socket writes',
      bytes: 'Bytes',
    },
    code: {
      title: 'The code for it',
      of: (lane: string) => `Code of ${lane}`,
      copy: 'Copy',
      copied: 'Copied',
      failed: 'Select it and press Ctrl+C',
      none: 'No code: this strategy cannot send these commands, or not in a cluster.',
    },
  },

  timetable: {
    title: 'Progress of the run',
    of: (elapsed: string, total: string) => `${elapsed} of ${total}`,
    since: (elapsed: string) => elapsed,
    idle: '0:00',
  },

  link: {
    damaged: (why: string) =>
      `The plan in the address cannot be set up: ${why}. These are the usual settings.`,
    newer: (why: string) =>
      `The plan in the address was written by a newer Roundtrip, and this one does not understand all of it: ${why}. These are the usual settings.`,
    dismiss: 'Close',
    aside: 'These are the settings of the run on the board. Your own are kept aside.',
    bringBack: 'Back to mine',
    forget: 'Drop mine',
  },

  share: {
    title: 'Share these settings',
    link: 'Copy link',
    commands: 'Copy as command',
    copy: 'Copy',
    copyLine: (name: string) => `Copy the line for ${name}`,
    copied: 'Copied',
    failed: 'Not copied',
    planFile: 'Options cannot say all of these settings: save the plan below as plan.json.',
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
      network: 'The tool adds no round trip, jitter or limit of bandwidth.',
      'no duration': 'It stops by count alone: choose -n for the time you have.',
      'whole seconds': 'Its time is in whole seconds.',
      rate: 'It knows no rate: it sends as fast as replies come.',
      connections: 'Each of its threads has the same number of connections: a few are missing.',
      sizes: 'Its payloads are all of one size.',
      keys: 'Its keys are drawn evenly, and have names of their own.',
      'empty keys': 'It writes no keys first: what is read is missing.',
      members: 'Its members are payloads rather than numbers.',
    } satisfies Record<ToolNote, string>,
  },

  outcome: {
    title: 'This run',
    download: 'Download result (JSON)',
    changed: 'The settings have changed since this run.',
    shared: 'client and server on one machine',
    apart: 'client and server on different machines',
    ping: (ms: string) => `bare PING ${ms} ms`,
    cores: (count: number) => `${count} ${count === 1 ? 'core' : 'cores'}`,
    clients: (count: number) => `${count} ${count === 1 ? 'client' : 'clients'}`,
    batch: (count: number) => `batch size ${count}`,
    payload: (size: string) => `${size} payload`,
    each: (ms: number) => `${formatDuration(ms)} per lane`,
    network: (network: string) => `network: ${network}`,
    server: (settings: string) => `server with ${settings}`,
    tuned: (changes: string) => `Changed while it ran: ${changes}.`,
    warnings: 'Worth knowing',
  },
};

export type Messages = typeof en;
