/** What the page says in and beside the charts of a run. */
export const charts = {
  title: 'Charts of the run',
  throughput: 'Throughput',
  latency: 'Latency',
  latencyUnit: 'ms, logarithmic',
  most: 'max',
  percentiles: 'Latency percentiles',
  latencyLines: 'thick line: p50 · thin line: p99',
  p50: (lane: string) => `${lane}, p50`,
  p99: (lane: string) => `${lane}, p99`,
  heat: 'Latency over time',
  heatNote: 'Beside the name: the middle half of the commands, and the slowest.',
  heatKey: 'Share of the commands:',
  heatValue: (from: string, to: string, most: string) => `${from}–${to} ms, all below ${most}`,
  heatEmpty: 'The colours grow here during a run.',
  describeHeat: (lanes: string) =>
    `Heat map over time: how many commands took how long (ms, logarithmic) in ${lanes}.`,
  ridges: 'Throughput of the turns',
  ridgesUnit: (unit: string) => `${unit}, logarithmic`,
  ridgesNote:
    'Each mark: one counted turn. Curve: where they cluster. Line: median. Beside the name: median, and where there is room (lowest – highest).',
  ridgeValue: (median: string, least: string, most: string) => `${median} (${least} – ${most})`,
  ridgesEmpty: 'The counted turns gather here during a run.',
  describeRidges: (lanes: string, unit: string) =>
    `Distribution of the throughput of counted turns (${unit}, logarithmic) of ${lanes}.`,
  before: 'before',
  after: (change: string) => `after: ${change}`,
  percentilesEmpty: 'Drawn when the run has ended.',
  further: 'Further figure',
  furtherFigures: {
    effectiveBatch: 'Effective batch',
    clientCpu: 'Client CPU',
    eventLoop: 'Event loop busy',
    serverCpu: 'Server CPU',
    bytesOut: 'Bytes sent',
    bystanderP99: 'Bystander p99',
  },
  furtherUnits: {
    effectiveBatch: 'commands per socket write',
    clientCpu: 'of one core',
    eventLoop: 'of the time',
    serverCpu: 'of one core',
    bytesOut: 'bytes/s',
    bystanderP99: 'ms, logarithmic',
  },
  laneTime: 'active time per lane (s)',
  elapsed: 'seconds since the start',
  warmUp: 'warming up – not counted',
  empty: 'The lines grow here during a run.',
  notMeasured: 'Not measured.',
  serverCpuNotMeasured:
    'Not measured: through an added network, the server’s CPU time is partly the proxy’s doing. In a race, nobody can say whose it is.',
  bystanderNotMeasured:
    'Not measured: tick “Watch another client” under More, and run in turns. In a race, nobody can say whose doing it is.',
  describe: (title: string, unit: string, lanes: string) =>
    `Line chart over time: ${title} (${unit}) of ${lanes}.`,
  crosshair: (title: string) => `Moment in the chart ${title}`,
  crosshairIdle: 'Use the arrow keys to read the values of all lanes.',
  marks: (marks: string) => `Changed while it ran: ${marks}.`,
  mark: (label: string, seconds: number) => `${label} at ${seconds.toFixed(1)} s`,
  race: 'Race: a demo. The lanes share the machine and interfere with one another.',
  save: (title: string) => `Save ${title} as PNG picture`,
  pictureFoot: (server: string, network: string) => `Roundtrip · ${server} · network: ${network}`,
};

export type ChartMessages = typeof charts;
