/** What `import { run } from '@roundtrip-lab/roundtrip'` gives. Made of the schemas by tests/library/declarations.real.test.ts. */

export interface RunOptions {
  /** The server to measure: redis://, rediss:// or unix://, or several with commas for a cluster. Without: the plan's target, by default a private server. */
  url?: string | undefined;
  /** Ends the run early: what was measured is kept, and the result's state is `stopped`. */
  signal?: AbortSignal | undefined;
  /** Called with each event, in order; be quick. When it throws, the run ends, and is rejected with what was thrown. */
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Carries a plan out, and resolves with its result once everything is removed again: keys, threads, the private server. Rejects with InvalidInput for a plan that is wrong, and with an Error that says why for one that could not be measured. One at a time in a process. */
export declare function run(plan: PlanInput, options?: RunOptions): Promise<Result>;

export interface Problem {
  /** Where, as in workload.clients or lanes[1].strategy. */
  field: string;
  /** What stood there. */
  value?: unknown;
  /** What would be right. */
  message: string;
  /** For numbers. */
  allowed?: { min: number; max: number } | undefined;
}

/** A plan that is wrong. The message has a line for each problem. */
export declare class InvalidInput extends Error {
  readonly problems: readonly Problem[];
}

export type Command =
  | 'ping'
  | 'set'
  | 'get'
  | 'setex'
  | 'incr'
  | 'append'
  | 'lpush'
  | 'rpush'
  | 'lpop'
  | 'lrange'
  | 'sadd'
  | 'hset'
  | 'hget'
  | 'zadd'
  | 'xadd'
  | 'expire'
  | 'del'
  | 'mset'
  | 'mget'
  | 'custom';

export type Client = 'ioredis' | 'node-redis' | 'glide';

export type NetworkInput = {
  /** Added to every round trip, ms. */
  rttMs?: number | undefined;
  /** Maximum deviation from the added round trip, ms. */
  jitterMs?: number | undefined;
  /** In each direction, Mbit/s; absent: no limit. */
  bandwidthMbit?: number | undefined;
  /** proxy: Roundtrip’s own TCP proxy (absent: this); kernel: a link of Linux to a private server, packets of at most 1500 bytes. */
  by?: 'proxy' | 'kernel' | undefined;
};

export type ServerInput = {
  /** Which program it is, as /api/servers lists them; absent: the first that is installed. */
  program?: 'redis-server' | 'valkey-server' | undefined;
  /** Whether and how it writes to disk. */
  persistence?: 'off' | 'aof-everysec' | 'aof-always' | 'rdb' | undefined;
  /** Threads that read and write sockets. */
  ioThreads?: number | undefined;
  /** Most memory it may use, bytes; absent: half of the machine’s memory, at most 4 GiB. */
  maxMemoryBytes?: number | undefined;
  /** Whether connections are encrypted. */
  tls?: boolean | undefined;
  /** What a client has to show. */
  access?: 'open' | 'password' | 'acl-user' | undefined;
};

export type ScheduleInput = {
  /** turns: one lane at a time; race: all at once, as a demo. */
  mode?: 'turns' | 'race' | undefined;
  /** Time of one turn of a lane, ms; left out: a twentieth of its time, at least 100 ms and ten round trips, at most 1 s. */
  sliceMs?: number | undefined;
  /** The run lasts until the interval of every ratio is within this share of the ratio: at least durationMs a lane, at most maxDurationMs. Left out: it ends after durationMs. */
  precision?: number | undefined;
  /** With precision: counted time of a lane at most, ms; left out: 60 s, or durationMs if that is longer. */
  maxDurationMs?: number | undefined;
  /** How many times the threads and connections of a lane are started, and warmed up; its slices are divided among the starts. The intervals then include how starts differ. Left out: once. */
  starts?: number | undefined;
  /** Sent and drained before each slice and not counted, ms. */
  settleMs?: number | undefined;
  /** Whether warm-up ends as soon as every lane is level; warmupMs is then the most it may take. */
  untilLevel?: boolean | undefined;
  /** Order of the lanes from round to round: A B C C B A, A B C A B C, or random in each round. */
  order?: 'mirrored' | 'rotating' | 'random' | undefined;
};

export type WorkloadInput = {
  /** Commands that are sent. */
  commands?: Command[] | undefined;
  /** Weights of the commands; absent for one command. */
  ratio?: number[] | undefined;
  /** Line of the command "custom", with __key__, __data__ and __rand_int__. */
  customCommand?: string | undefined;
  /** Connections of the lane. */
  clients?: number | undefined;
  /** Worker threads of the lane. */
  threads?: number | undefined;
  /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
  pipeline?: number | undefined;
  /** Payload, bytes. */
  dataSize?: number | undefined;
  /** Smallest and largest payload, bytes, drawn evenly; overrides dataSize. */
  dataSizeRange?: [number, number] | undefined;
  /** What payloads are made of. */
  data?: 'text' | 'random' | undefined;
  /** Number of keys that are drawn from. */
  keyspace?: number | undefined;
  /** Text in each key, behind the prefix of the run; absent: none. */
  keyPrefix?: string | undefined;
  /** How keys are drawn: R random, S sequential, Z Zipf, G Gaussian. */
  keyPattern?: 'R' | 'S' | 'Z' | 'G' | undefined;
  /** Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot. */
  hashTag?: 'none' | 'lane' | undefined;
  /** In a cluster: whether pipelines were split by node. */
  splitByNode?: boolean | undefined;
  /** Exponent of the pattern Z, no unit. */
  zipfExponent?: number | undefined;
  /** Commands per lane; absent when the lane stops after durationMs. */
  requests?: number | undefined;
  /** Counted time of the lane, ms; without meaning where requests is given. */
  durationMs?: number | undefined;
  /** Time of the lane before counting begins, ms. */
  warmupMs?: number | undefined;
  /** Open loop: commands per second for the whole lane; absent for a closed loop. */
  rps?: number | undefined;
  /** Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even. */
  arrivals?: 'even' | 'poisson' | undefined;
  /** Open loop: commands due but not answered at which the lane gives up. */
  backlog?: number | undefined;
  /** Time to live that setex and expire set, s. */
  ttlSeconds?: number | undefined;
  /** The same seed draws the same commands, keys and payloads. */
  seed?: number | undefined;
  /** Whether connections are kept; false: a new one for each command or batch. */
  keepalive?: boolean | undefined;
  /** Version of the protocol. */
  resp?: 2 | 3 | undefined;
  /** A lane without a reply for this long has failed, ms. */
  timeoutMs?: number | undefined;
  /** library: a client library keeps the timeout for each command that it has by default; absent: lanes have none. */
  clientTimeout?: 'library' | undefined;
  /** In a cluster: replica: reads go to replicas; absent: all commands go to masters. */
  readFrom?: 'replica' | undefined;
};

export type LaneWorkloadInput = {
  /** Commands that are sent. */
  commands?: Command[] | undefined;
  /** Weights of the commands; absent for one command. */
  ratio?: number[] | undefined;
  /** Line of the command "custom", with __key__, __data__ and __rand_int__. */
  customCommand?: string | undefined;
  /** Connections of the lane. */
  clients?: number | undefined;
  /** Worker threads of the lane. */
  threads?: number | undefined;
  /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
  pipeline?: number | undefined;
  /** Payload, bytes. */
  dataSize?: number | undefined;
  /** Smallest and largest payload, bytes, drawn evenly; overrides dataSize. */
  dataSizeRange?: [number, number] | undefined;
  /** What payloads are made of. */
  data?: 'text' | 'random' | undefined;
  /** Number of keys that are drawn from. */
  keyspace?: number | undefined;
  /** Text in each key, behind the prefix of the run; absent: none. */
  keyPrefix?: string | undefined;
  /** How keys are drawn: R random, S sequential, Z Zipf, G Gaussian. */
  keyPattern?: 'R' | 'S' | 'Z' | 'G' | undefined;
  /** Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot. */
  hashTag?: 'none' | 'lane' | undefined;
  /** In a cluster: whether pipelines were split by node. */
  splitByNode?: boolean | undefined;
  /** Exponent of the pattern Z, no unit. */
  zipfExponent?: number | undefined;
  /** Commands per lane; absent when the lane stops after durationMs. */
  requests?: number | undefined;
  /** Counted time of the lane, ms; without meaning where requests is given. */
  durationMs?: number | undefined;
  /** Time of the lane before counting begins, ms. */
  warmupMs?: number | undefined;
  /** Open loop: commands per second for the whole lane; absent for a closed loop. */
  rps?: number | undefined;
  /** Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even. */
  arrivals?: 'even' | 'poisson' | undefined;
  /** Open loop: commands due but not answered at which the lane gives up. */
  backlog?: number | undefined;
  /** Time to live that setex and expire set, s. */
  ttlSeconds?: number | undefined;
  /** The same seed draws the same commands, keys and payloads. */
  seed?: number | undefined;
  /** Whether connections are kept; false: a new one for each command or batch. */
  keepalive?: boolean | undefined;
  /** Version of the protocol. */
  resp?: 2 | 3 | undefined;
  /** A lane without a reply for this long has failed, ms. */
  timeoutMs?: number | undefined;
  /** library: a client library keeps the timeout for each command that it has by default; absent: lanes have none. */
  clientTimeout?: 'library' | undefined;
  /** In a cluster: replica: reads go to replicas; absent: all commands go to masters. */
  readFrom?: 'replica' | undefined;
};

/** Only what differs from the defaults has to be said. */
export type PlanInput = {
  /** Id of a target; where it is left out, the first of /api/targets. Where no lane measures it, that of the first lane. */
  target?: string | undefined;
  /** Load machines that carry the lanes out, in equal parts; left out: this machine does. */
  agents?: number | undefined;
  /** How the private server runs; of the target embedded alone. */
  server?: ServerInput | undefined;
  /** What Roundtrip’s proxy puts between client and server; left out: nothing. */
  network?: NetworkInput | undefined;
  /** What every lane sends unless it says otherwise. */
  workload?:
    | {
        /** Commands that are sent. */
        commands?: Command[] | undefined;
        /** Weights of the commands; absent for one command. */
        ratio?: number[] | undefined;
        /** Line of the command "custom", with __key__, __data__ and __rand_int__. */
        customCommand?: string | undefined;
        /** Connections of the lane. */
        clients?: number | undefined;
        /** Worker threads of the lane. */
        threads?: number | undefined;
        /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
        pipeline?: number | undefined;
        /** Payload, bytes. */
        dataSize?: number | undefined;
        /** Smallest and largest payload, bytes, drawn evenly; overrides dataSize. */
        dataSizeRange?: [number, number] | undefined;
        /** What payloads are made of. */
        data?: 'text' | 'random' | undefined;
        /** Number of keys that are drawn from. */
        keyspace?: number | undefined;
        /** Text in each key, behind the prefix of the run; absent: none. */
        keyPrefix?: string | undefined;
        /** How keys are drawn: R random, S sequential, Z Zipf, G Gaussian. */
        keyPattern?: 'R' | 'S' | 'Z' | 'G' | undefined;
        /** Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot. */
        hashTag?: 'none' | 'lane' | undefined;
        /** In a cluster: whether pipelines were split by node. */
        splitByNode?: boolean | undefined;
        /** Exponent of the pattern Z, no unit. */
        zipfExponent?: number | undefined;
        /** Commands per lane; absent when the lane stops after durationMs. */
        requests?: number | undefined;
        /** Counted time of the lane, ms; without meaning where requests is given. */
        durationMs?: number | undefined;
        /** Time of the lane before counting begins, ms. */
        warmupMs?: number | undefined;
        /** Open loop: commands per second for the whole lane; absent for a closed loop. */
        rps?: number | undefined;
        /** Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even. */
        arrivals?: 'even' | 'poisson' | undefined;
        /** Open loop: commands due but not answered at which the lane gives up. */
        backlog?: number | undefined;
        /** Time to live that setex and expire set, s. */
        ttlSeconds?: number | undefined;
        /** The same seed draws the same commands, keys and payloads. */
        seed?: number | undefined;
        /** Whether connections are kept; false: a new one for each command or batch. */
        keepalive?: boolean | undefined;
        /** Version of the protocol. */
        resp?: 2 | 3 | undefined;
        /** A lane without a reply for this long has failed, ms. */
        timeoutMs?: number | undefined;
        /** library: a client library keeps the timeout for each command that it has by default; absent: lanes have none. */
        clientTimeout?: 'library' | undefined;
        /** In a cluster: replica: reads go to replicas; absent: all commands go to masters. */
        readFrom?: 'replica' | undefined;
      }
    | undefined;
  /** What is compared; the first is the baseline. */
  lanes: {
    /** Name of the lane in results; left out: made from its strategy. */
    id?: string | undefined;
    /** Id of a strategy, as /api/strategies lists them. */
    strategy: string;
    /** Client library that carries it out, as /api/clients lists them; left out: ioredis. */
    client?: Client | undefined;
    /** Name for people. */
    label?: string | undefined;
    /** Id of the target that this lane measures, in place of the plan’s. Lanes with the same target and server share it. */
    target?: string | undefined;
    /** How the private server of this lane runs, in place of the plan’s; of the target embedded alone. Lanes with equal settings share one. */
    server?: ServerInput | undefined;
    /** Of this lane, in place of the plan’s. */
    network?: NetworkInput | undefined;
    /** Fields of the workload that differ in this lane; names and bounds are those of the plan’s. */
    workload?: LaneWorkloadInput | undefined;
  }[];
  /** How the lanes take turns. */
  schedule?:
    | {
        /** turns: one lane at a time; race: all at once, as a demo. */
        mode?: 'turns' | 'race' | undefined;
        /** Time of one turn of a lane, ms; left out: a twentieth of its time, at least 100 ms and ten round trips, at most 1 s. */
        sliceMs?: number | undefined;
        /** The run lasts until the interval of every ratio is within this share of the ratio: at least durationMs a lane, at most maxDurationMs. Left out: it ends after durationMs. */
        precision?: number | undefined;
        /** With precision: counted time of a lane at most, ms; left out: 60 s, or durationMs if that is longer. */
        maxDurationMs?: number | undefined;
        /** How many times the threads and connections of a lane are started, and warmed up; its slices are divided among the starts. The intervals then include how starts differ. Left out: once. */
        starts?: number | undefined;
        /** Sent and drained before each slice and not counted, ms. */
        settleMs?: number | undefined;
        /** Whether warm-up ends as soon as every lane is level; warmupMs is then the most it may take. */
        untilLevel?: boolean | undefined;
        /** Order of the lanes from round to round: A B C C B A, A B C A B C, or random in each round. */
        order?: 'mirrored' | 'rotating' | 'random' | undefined;
      }
    | undefined;
  /** A separate client that watches; left out: none. */
  bystander?:
    | {
        /** GETs per second. */
        rps?: number | undefined;
      }
    | undefined;
  /** Slots that a private cluster moves to another master. */
  moveSlots?:
    | {
        /** So long after the beginning, ms. */
        afterMs: number;
      }
    | undefined;
};

/**  */
export type Network = {
  /** Added to every round trip, ms. */
  rttMs: number;
  /** Maximum deviation from the added round trip, ms. */
  jitterMs: number;
  /** In each direction, Mbit/s; absent: no limit. */
  bandwidthMbit?: number | undefined;
  /** proxy: Roundtrip’s own TCP proxy (absent: this); kernel: a link of Linux to a private server, packets of at most 1500 bytes. */
  by?: 'proxy' | 'kernel' | undefined;
};

/**  */
export type Server = {
  /** Which program it is, as /api/servers lists them; absent: the first that is installed. */
  program?: 'redis-server' | 'valkey-server' | undefined;
  /** Whether and how it writes to disk. */
  persistence: 'off' | 'aof-everysec' | 'aof-always' | 'rdb';
  /** Threads that read and write sockets. */
  ioThreads: number;
  /** Most memory it may use, bytes; absent: half of the machine’s memory, at most 4 GiB. */
  maxMemoryBytes?: number | undefined;
  /** Whether connections are encrypted. */
  tls: boolean;
  /** What a client has to show. */
  access: 'open' | 'password' | 'acl-user';
};

/**  */
export type Workload = {
  /** Commands that are sent. */
  commands: Command[];
  /** Weights of the commands; absent for one command. */
  ratio?: number[] | undefined;
  /** Line of the command "custom", with __key__, __data__ and __rand_int__. */
  customCommand?: string | undefined;
  /** Connections of the lane. */
  clients: number;
  /** Worker threads of the lane. */
  threads: number;
  /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
  pipeline: number;
  /** Payload, bytes. */
  dataSize: number;
  /** Smallest and largest payload, bytes, drawn evenly; overrides dataSize. */
  dataSizeRange?: [number, number] | undefined;
  /** What payloads are made of. */
  data: 'text' | 'random';
  /** Number of keys that are drawn from. */
  keyspace: number;
  /** Text in each key, behind the prefix of the run; absent: none. */
  keyPrefix?: string | undefined;
  /** How keys are drawn: R random, S sequential, Z Zipf, G Gaussian. */
  keyPattern: 'R' | 'S' | 'Z' | 'G';
  /** Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot. */
  hashTag: 'none' | 'lane';
  /** In a cluster: whether pipelines were split by node. */
  splitByNode: boolean;
  /** Exponent of the pattern Z, no unit. */
  zipfExponent: number;
  /** Commands per lane; absent when the lane stops after durationMs. */
  requests?: number | undefined;
  /** Counted time of the lane, ms; without meaning where requests is given. */
  durationMs: number;
  /** Time of the lane before counting begins, ms. */
  warmupMs: number;
  /** Open loop: commands per second for the whole lane; absent for a closed loop. */
  rps?: number | undefined;
  /** Open loop: how commands become due, at equal distances or at random moments (Poisson); absent: even. */
  arrivals?: 'even' | 'poisson' | undefined;
  /** Open loop: commands due but not answered at which the lane gives up. */
  backlog: number;
  /** Time to live that setex and expire set, s. */
  ttlSeconds: number;
  /** The same seed draws the same commands, keys and payloads. */
  seed: number;
  /** Whether connections are kept; false: a new one for each command or batch. */
  keepalive: boolean;
  /** Version of the protocol. */
  resp: 2 | 3;
  /** A lane without a reply for this long has failed, ms. */
  timeoutMs: number;
  /** library: a client library keeps the timeout for each command that it has by default; absent: lanes have none. */
  clientTimeout?: 'library' | undefined;
  /** In a cluster: replica: reads go to replicas; absent: all commands go to masters. */
  readFrom?: 'replica' | undefined;
};

/** What was carried out, with every default said. */
export type Plan = {
  /** Id of the target: embedded, a named one, or url. */
  target: string;
  /** Load machines that carry the lanes out, in equal parts; absent: the client machine does. */
  agents?: number | undefined;
  /** How the private server ran; absent: as by default. */
  server?: Server | undefined;
  /** What Roundtrip’s proxy puts in between; absent: nothing. */
  network?: Network | undefined;
  /** What every lane sends unless it says otherwise. */
  workload: Workload;
  /** The first is the baseline. */
  lanes: {
    /** Name of the lane in results and assertions. */
    id: string;
    /** Id of the strategy. */
    strategy: string;
    /** Client library that carries it out; absent: ioredis. */
    client?: Client | undefined;
    /** Name for people; absent: that of the strategy. */
    label?: string | undefined;
    /** Id of the target of this lane; absent: the plan’s. */
    target?: string | undefined;
    /** How the private server of this lane ran; absent: as the plan’s. */
    server?: Server | undefined;
    /** Of this lane, in place of the plan’s. */
    network?: Network | undefined;
    /** The whole workload of this lane. */
    workload: Workload;
  }[];
  /** How the lanes take turns. */
  schedule: {
    /** turns: one lane at a time; race: all at once, as a demo. */
    mode: 'turns' | 'race';
    /** Time of one turn of a lane, ms. */
    sliceMs: number;
    /** The run lasted until the interval of every ratio was within this share of the ratio, or until maxDurationMs. */
    precision?: number | undefined;
    /** How many times threads and connections were made; absent: once. */
    starts?: number | undefined;
    /** With precision: counted time of a lane at most, ms. */
    maxDurationMs?: number | undefined;
    /** Sent and drained before each slice and not counted, ms. */
    settleMs: number;
    /** Whether warm-up ends as soon as every lane is level. */
    untilLevel: boolean;
    /** Order of the lanes from round to round. */
    order: 'mirrored' | 'rotating' | 'random';
  };
  /** A separate client that watches; absent: none. */
  bystander?:
    | {
        /** GETs per second. */
        rps: number;
      }
    | undefined;
  /** Slots that a private cluster moves to another master; absent: none. */
  moveSlots?:
    | {
        /** So long after the beginning, ms. */
        afterMs: number;
      }
    | undefined;
};

/** Where it was measured. */
export type Environment = {
  /** Version of Node.js. */
  node: string;
  /** Client library with its version. */
  client: string;
  /** The server that was measured; where lanes measured several, that of the first lane. */
  server: {
    /** Name of the server, such as redis. */
    name: string;
    /** Its version; null when it does not tell. */
    version: string | null;
    /** Its mode, such as standalone; null when it does not tell. */
    mode: string | null;
    /** Its memory allocator, as in jemalloc-5.3.0; null when it does not tell; absent in older results. */
    allocator?: string | null | undefined;
  };
  /** Version of the protocol. */
  resp: 2 | 3;
  /** CPU of the client machine. */
  cpuModel: string;
  /** Cores of the client machine. */
  cores: number;
  /** Memory of the client machine, bytes. */
  memoryBytes: number;
  /** Operating system and architecture of the client machine. */
  platform: string;
  /** turns: one lane at a time; race: all at once, as a demo. */
  schedule: 'turns' | 'race';
  /** What lay between client and server, in words. */
  network: string;
  /** Whether client and server ran on one machine; null when not known. */
  sharedMachine: boolean | null;
  /** Version of Roundtrip. */
  roundtrip: string;
  /** Median of 100 bare PINGs before the run, ms; null when not measured. */
  pingMs: number | null;
  /** Load machines that carried the lanes out; absent: the client machine did. */
  agents?:
    | {
        /** What it calls itself. */
        name: string;
        /** Name of its machine, or of its container. */
        host: string;
        /** Tells its machine from others: the same in all containers of one machine. */
        machine?: string | undefined;
        /** Version of Node.js. */
        node: string;
        /** CPU of its machine. */
        cpuModel: string;
        /** Cores of its machine. */
        cores: number;
        /** Load of its machine before the run: processes that run or wait, over a minute. */
        load: number;
        /** Median of bare PINGs to the server before the run, ms. */
        pingMs: number;
        /** Shortest exchange with the control Redis, ms. */
        controlMs: number;
        /** How far its wall clock is ahead of the control Redis’s, ms. */
        clockAheadMs: number;
      }[]
    | undefined;
};

export type Warning =
  | {
      /** What was found. */
      code: 'server-busy';
      /** What others send to the server, commands per second. */
      commandsPerSecond: number;
    }
  | {
      /** What was found. */
      code: 'server-restarted';
      /** How the private server had ended. */
      ended: string;
    }
  | {
      /** What was found. */
      code: 'node-restarted';
      /** How a node of the private cluster had ended. */
      ended: string;
    }
  | {
      /** What was found. */
      code: 'run-not-marked';
      /** Why, as the system or the server said it. */
      reason: string;
    }
  | {
      /** What was found. */
      code: 'different-allocators';
      /** A lane whose server has another memory allocator. */
      lane: string;
      /** That one, as in libc. */
      allocator: string;
      /** The first lane. */
      baseline: string;
      /** The memory allocator of its server, as in jemalloc-5.3.0. */
      baselineAllocator: string;
    }
  | {
      /** What was found. */
      code: 'keys-left';
      /** What the keys begin with. */
      prefix: string;
      /** Why, as the system or the server said it. */
      reason: string;
    }
  | {
      /** What was found. */
      code: 'slots-not-moved';
      /** Why, as the system or the server said it. */
      reason: string;
    }
  | {
      /** What was found. */
      code: 'memory-nearly-full';
    }
  | {
      /** What was found. */
      code: 'changed-in-last-round';
    }
  | {
      /** What was found. */
      code: 'changed-too-late';
    }
  | {
      /** What was found. */
      code: 'changed-after-some';
    }
  | {
      /** What was found. */
      code: 'round-trips-differ';
      /** The lane with the shortest round trip. */
      shortest: string;
      /** Its median while that lane ran, ms. */
      shortestMs: number;
      /** The lane with the longest one. */
      longest: string;
      /** Its median while that lane ran, ms. */
      longestMs: number;
    }
  | {
      /** What was found. */
      code: 'warm-up-not-level';
    }
  | {
      /** What was found. */
      code: 'agents-on-one-host';
      /** Name of the machine. */
      host: string;
      /** Agents that run on it. */
      agents: number;
      /** Its cores. */
      cores: number;
    }
  | {
      /** What was found. */
      code: 'rounds-void';
      /** Rounds in which figures of a slice contradicted one another. */
      rounds: number;
    }
  | {
      /** What was found. */
      code: 'not-precise';
      /** How close to its ratio an interval was to end, a share. */
      asked: number;
      /** Of the widest interval; null: a ratio has none. */
      reached: number | null;
    }
  | {
      /** What was found. */
      code: 'slices-disagree';
      /** Coefficient of variation of the slices, a share. */
      cv: number;
    }
  | {
      /** What was found. */
      code: 'throughput-drifted';
      /** From the first slices to the last, a share; below 0: it fell. */
      change: number;
    }
  | {
      /** What was found. */
      code: 'counts-differ';
      /** Calls that were sent. */
      sent: number;
      /** Calls that the server counted; null: it does not tell. */
      counted: number | null;
    }
  | {
      /** What was found. */
      code: 'round-trip-rose';
      /** Median before the run, ms. */
      beforeMs: number;
      /** Median while the lane ran, ms. */
      duringMs: number;
    }
  | {
      /** What was found. */
      code: 'work-differs';
      /** Share of its commands that found what they asked for. */
      hitRate: number;
      /** The same of the first lane. */
      baseline: number;
    }
  | {
      /** What was found. */
      code: 'queue-grows';
      /** Commands that were due and not sent when its last slice ended. */
      backlog: number;
    }
  | {
      /** What was found. */
      code: 'agent-saturated';
      /** Name of the agent. */
      agent: string;
      /** How busy its threads were, a share. */
      busy: number;
    }
  | {
      /** What was found. */
      code: 'agents-apart';
      /** Slices in which agents did not send at the same time. */
      slices: number;
    }
  | {
      /** What was found. */
      code: 'commands-failed';
      /** Commands that failed. */
      failed: number;
    }
  | {
      /** What was found. */
      code: 'stored';
      /** In English. */
      text: string;
    };

export type SerialisedError = {
  /** Kind of error. */
  name: string;
  /** Code of the system or of Redis, such as ECONNREFUSED; null when it has none. */
  code: string | null;
  /** What was wrong. */
  message: string;
  /** Where in the program; null when not known. */
  stack: string | null;
};

/** What the lane took of the client machine. */
export type ClientFigures = {
  /** Client library; null: the lane uses none; absent in older results. */
  library?: string | null | undefined;
  /** Its version; null: the lane uses none. */
  version?: string | null | undefined;
  /** CPU of the lane’s threads, as a share of one core (1.5 is one and a half cores); null where not told. */
  cpu: number | null;
  /** Time in which the lane’s threads were ready and had no core, as a share of one core; null where not told; absent in older results. */
  coreWait?: number | null | undefined;
  /** Mean over the lane’s threads, a share from 0 to 1. */
  eventLoopUtilisation: number;
  /** Largest that the lane’s threads took for their heaps and buffers, bytes; absent in older results. */
  memoryBytes?: number | undefined;
};

/** What the server said over the counted slices; null where it does not tell. */
export type ServerFigures = {
  /** CPU of the server while the lane had something to send, as a share of one core; its main thread where told. */
  cpu: number | null;
  /** Reads from sockets, a count. */
  reads: number | null;
  /** Writes to sockets, a count. */
  writes: number | null;
  /** Calls that commandstats counted, without Roundtrip’s own bookkeeping. */
  calls: number | null;
  /** CPU per command, µs. */
  cpuMicrosPerCommand: number | null;
  /** Commands that one read from a socket brought, a count. */
  commandsPerRead: number | null;
  /** Memory in use at the end, bytes; of a cluster’s fullest master. */
  usedMemoryBytes: number | null;
  /** What each master of a cluster did; absent where there is none. */
  cluster?:
    | {
        /** The masters. */
        nodes: {
          /** Address, HOST:PORT. */
          name: string;
          /** Calls of the lane’s commands that it counted. */
          calls: number | null;
          /** CPU, a share of one core. */
          cpu: number | null;
        }[];
        /** Answers that sent a client elsewhere, or refused it for its keys. */
        redirections: {
          /** MOVED: the slot is another master’s. */
          moved: number;
          /** ASK: the slot is on its way to another master, and the key there already or nowhere. */
          ask: number;
          /** TRYAGAIN: the slot is on its way, and the keys of one command are in two places. */
          tryAgain: number;
          /** CROSSSLOT: the keys of one command are in several slots. */
          crossSlot: number;
        } | null;
      }
    | undefined;
};

/**  */
export type LatencySummary = {
  /** Mean, ms. */
  mean: number;
  /** Smallest, ms. */
  min: number;
  /** Median, ms. */
  p50: number;
  /** 95 of 100 took no longer, ms. */
  p95: number;
  /** 99 of 100 took no longer, ms. */
  p99: number;
  /** 999 of 1000 took no longer, ms. */
  p999: number;
  /** Largest, ms. */
  max: number;
};

export type Throughput = {
  /** Median of the counted slices, commands per second: the figure to quote. */
  median: number;
  /** Mean of the counted slices, commands per second. */
  mean: number;
  /** Standard deviation of the counted slices, commands per second. */
  stddev: number;
  /** Coefficient of variation: stddev / mean, a share. */
  cv: number;
  /** 95 % interval of the median, commands per second; null for a single slice. */
  ci95: [number, number] | null;
  /** Each counted slice in order, commands per second. */
  slices: number[];
  /** How many of the slices each start of the lane has, in order; absent: it was started once. */
  starts?: number[] | undefined;
};

/** Which resource bounds the lane: a code with the figures that say so. */
export type Verdict =
  | {
      /** What was found. */
      code: 'rate';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'rate';
      /** What was reached of the requested rate, as a share. */
      reached: number;
    }
  | {
      /** What was found. */
      code: 'bandwidth';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'bandwidth';
      /** Used, Mbit/s. */
      mbit: number;
      /** What the link carries, Mbit/s. */
      ofMbit: number;
    }
  | {
      /** What was found. */
      code: 'proxy';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'proxy';
      /** How long its thread had work, as a share. */
      busy: number;
    }
  | {
      /** What was found. */
      code: 'server-cpu';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'server-cpu';
      /** How busy its main thread was, as a share. */
      busy: number;
      /** Whether the strategy hands over more than one command at a time. */
      batches: boolean;
      /** Share of the roofline, where it is near it; else null. */
      ofRoofline: number | null;
    }
  | {
      /** What was found. */
      code: 'client-cpu';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'client-cpu';
      /** How busy its threads were, as a share. */
      busy: number;
      /** Threads of the lane. */
      threads: number;
      /** Whether the strategy hands over more than one command at a time. */
      batches: boolean;
      /** Share of the roofline, where it is near it; else null. */
      ofRoofline: number | null;
    }
  | {
      /** What was found. */
      code: 'cores';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'cores';
      /** How long its threads had a core, as a share. */
      busy: number;
      /** How long they were ready and had none, as a share. */
      waiting: number;
      /** Threads of the lane. */
      threads: number;
    }
  | {
      /** What was found. */
      code: 'round-trip';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'round-trip';
      /** How busy both sides were. */
      load: {
        /** How busy the client was, as a share. */
        client: number;
        /** How busy the server was, as a share; null when not known. */
        server: number | null;
        /** Median of a trip, ms; null when not known. */
        tripMs: number | null;
        /** Median of a bare PING before the run, ms; null when not known, or not what the lane was measured over. */
        pingMs: number | null;
      };
      /** Whether the strategy hands over more than one command at a time. */
      batches: boolean;
    }
  | {
      /** What was found. */
      code: 'unclear';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'none';
      /** How busy both sides were. */
      load: {
        /** How busy the client was, as a share. */
        client: number;
        /** How busy the server was, as a share; null when not known. */
        server: number | null;
        /** Median of a trip, ms; null when not known. */
        tripMs: number | null;
        /** Median of a bare PING before the run, ms; null when not known, or not what the lane was measured over. */
        pingMs: number | null;
      };
    }
  | {
      /** What was found. */
      code: 'unmeasured';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'none';
    }
  | {
      /** What was found. */
      code: 'all-failed';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'none';
      /** Commands that failed. */
      failed: number;
      /** The class of most of them. */
      failure: string;
    }
  | {
      /** What was found. */
      code: 'stored';
      /** Which resource bounds the lane; none: no figure says. */
      bound: 'round-trip' | 'client-cpu' | 'cores' | 'server-cpu' | 'bandwidth' | 'proxy' | 'rate' | 'none';
      /** The evidence, in English. */
      sentence: string;
      /** What would help, in English. */
      advice: string;
    };

export type Comparison = {
  /** Id of the lane. */
  lane: string;
  /** Id of the lane that it is held against. */
  baseline: string;
  /** Middle of the paired ratios of throughput (Hodges and Lehmann, on their logarithms). */
  ratio: number;
  /** 95 % interval of the median, as a ratio; null for a single slice. */
  ci95: [number, number] | null;
  /** inconclusive: the interval includes 1, or there is none. */
  outcome: 'faster' | 'slower' | 'inconclusive';
  /** Pairs of slices. */
  pairs: number;
  /** The p50 in the same rounds; absent where the lanes have none of the same kind, and in older results. */
  latency?:
    | {
        /** command: from the call to the reply. response: open loop, from the moment a command was due. */
        kind: 'command' | 'response';
        /** Middle of the paired ratios of the p50s; above 1 is worse. */
        ratio: number;
        /** 95 % interval of the median, as a ratio; null for a single slice. */
        ci95: [number, number] | null;
        /** inconclusive: the interval includes 1, or there is none. */
        outcome: 'worse' | 'better' | 'inconclusive';
      }
    | undefined;
};

export type LaneResult = {
  /** Name of the lane, as in the plan. */
  id: string;
  /** Id of the strategy. */
  strategy: string;
  /** Name for people. */
  label: string;
  /** The server that this lane measured; absent where all lanes measured that of the environment. */
  target?:
    | {
        /** Id of the target. */
        id: string;
        /** Name of the server, such as valkey. */
        name: string;
        /** Its version; null when it does not tell. */
        version: string | null;
        /** Its mode, such as standalone; null when it does not tell. */
        mode: string | null;
        /** Its memory allocator; null when it does not tell. */
        allocator: string | null;
        /** Threads that read and write its sockets; null when it does not tell. */
        ioThreads: number | null;
        /** What it writes to disk, as in off or aof-always; null when it does not tell. */
        persistence: string | null;
        /** Whether it runs on the client’s machine; null when not known. */
        sharedMachine: boolean | null;
        /** Median of 100 bare PINGs before the run, ms; null when not measured. */
        pingMs: number | null;
      }
    | undefined;
  /** How the lane ended. */
  state: 'completed' | 'stopped' | 'failed';
  /** Why it did not complete; null when it did. */
  error: SerialisedError | null;
  /** Counted commands that succeeded. */
  commands: number;
  /** Counted commands that failed. */
  failed: number;
  /** Failed commands by class: the first word of a Redis error, timeout, connection lost. */
  failures: Record<string, number>;
  /** Commands sent before counting began: warm-up slices and settling moments. */
  warmupCommands: number;
  /** Completed commands per second; null when no slice was counted. */
  throughput: Throughput | null;
  /** Counted wall-clock time, ms. */
  elapsedMs: number;
  /** Latencies, ms, recorded in µs. */
  latencyMs: {
    /** From the call of a command to its reply, ms. */
    command: LatencySummary | null;
    /** From the flush of a batch to its last reply, ms. */
    batch: LatencySummary | null;
    /** Open loop: from the moment a command was due to its reply, ms. */
    response?: LatencySummary | null | undefined;
  };
  /** In a mix: latencies of each of its commands; absent for a single command, and in older results. */
  byCommand?:
    | {
        /** As on the wire: GET. */
        command: string;
        /** Of this command that were answered, failed ones included. */
        answered: number;
        /** From the call of this command to its reply, ms; null when none was answered. */
        latencyMs: LatencySummary | null;
      }[]
    | undefined;
  /** The p50 of each counted slice; absent where none was counted, and in older results. */
  latencySlices?:
    | {
        /** command: from the call to the reply. response: open loop, from the moment a command was due. */
        kind: 'command' | 'response';
        /** Each counted slice, as in throughput.slices; null: nothing was answered in it. */
        p50Ms: (number | null)[];
      }
    | undefined;
  /** Commands per socket write, as measured; null when nothing was written, or it cannot be counted. */
  effectiveBatch: number | null;
  /** Socket writes; null: the client library’s sockets are not Node’s. */
  writes: number | null;
  /** Sent, bytes; null as for writes. */
  bytesOut: number | null;
  /** Received, bytes; null as for writes. */
  bytesIn: number | null;
  /** What one socket write puts on the wire; null when nothing was written, or it cannot be counted. */
  perWrite: {
    /** Of one socket write, bytes. */
    bytes: number;
    /** TCP segments that these bytes take at an MTU of 1500. */
    segments: number;
  } | null;
  /** Round trips of PINGs over this lane’s network; null when nothing is in between. */
  roundTrip: {
    /** Before the run. */
    before: {
      /** Median round trip before the run, ms. */
      medianMs: number;
      /** 99th percentile of the round trip before the run, ms. */
      p99Ms: number;
      /** PINGs that were timed. */
      samples: number;
    };
    /** During the lane’s slices; null when not timed. */
    during: {
      /** Median round trip during the lane’s slices, ms. */
      medianMs: number;
      /** 99th percentile of the round trip during the lane’s slices, ms. */
      p99Ms: number;
      /** PINGs that were timed. */
      samples: number;
    } | null;
  } | null;
  /** Roundtrip’s own network while this lane had something to send; absent where nothing is in between. */
  proxy?:
    | {
        /** CPU of the busiest thread of the network between, as a share of one core; null where not told. */
        cpu: number | null;
        /** Time in which that thread was ready and had no core, as a share; null where not told. */
        coreWait: number | null;
      }
    | undefined;
  /** What passed the link that the kernel laid; absent where it laid none. */
  link?:
    | {
        /** Packets to the server for each command, acknowledgements included. */
        packetsOutPerCommand: number;
        /** Packets from the server for each command, acknowledgements included. */
        packetsInPerCommand: number;
        /** To the server while the lane had something to send, headers included, Mbit/s. */
        mbitOut: number;
        /** From the server, headers included, Mbit/s. */
        mbitIn: number;
      }
    | undefined;
  /** Share of reads that found something, 0 to 1; null when nothing was read, or when the replies do not show it. */
  hitRate: number | null;
  /** Open loop only; null for a closed loop. */
  rate: {
    /** Asked for, commands per second. */
    offered: number;
    /** Reached, commands per second. */
    achieved: number;
    /** Commands that were due and not sent when its last slice ended. */
    backlog?: number | undefined;
    /** Whether that number grew from slice to slice: response times then grow as long as the lane runs. */
    growing?: boolean | undefined;
  } | null;
  /** What the lane took of the client machine. */
  client: ClientFigures;
  /** What the server said over the counted slices; null where it does not tell. */
  server: ServerFigures;
  /** Whether the server counted just what this lane sent; null where it cannot be known. */
  countsAgree: boolean | null;
  /** Throughput as a share of the wire lane’s; null without one. */
  rooflineShare: number | null;
  /** Its gain over one-by-one as two factors; null where the lanes differ in more than the strategy; absent in older results. */
  gain?:
    | {
        /** Not waiting for each reply: concurrent ÷ one-by-one. */
        waiting: {
          /** Middle of the paired ratios of throughput. */
          ratio: number;
          /** 95 % interval of the median, as a ratio; null for a single slice. */
          ci95: [number, number] | null;
        };
        /** Batching: this lane ÷ concurrent, at equal commands in flight. */
        batching: {
          /** Middle of the paired ratios of throughput. */
          ratio: number;
          /** 95 % interval of the median, as a ratio; null for a single slice. */
          ci95: [number, number] | null;
        };
        /** Id of the concurrent lane; absent in older results. */
        concurrent?: string | undefined;
      }
    | null
    | undefined;
  /** What another client felt meanwhile; null when none watched. */
  bystander: {
    /** GETs per second that it sent. */
    rps: number;
    /** From the moment a GET was due to its reply, ms; null when none came back. */
    latencyMs: LatencySummary | null;
    /** From the moment a GET was due until its own thread had written it, ms; null when none came back; absent in older results. */
    sendLagMs?: LatencySummary | null | undefined;
    /** From writing a GET to its reply, ms; null when none came back; absent in older results. */
    waitMs?: LatencySummary | null | undefined;
  } | null;
  /** Which resource bounds the lane: a code with the figures that say so. */
  verdict: Verdict;
  /** What a reader of the figures should know: each a code with its figures. */
  warnings: Warning[];
  /** Of each agent; absent where the client machine carried the lane out. */
  agents?:
    | {
        /** Least share of a counted slice in which all agents sent at the same time, 0 to 1. */
        overlap: number;
        /** Slices that were void, because agents did not send at the same time, and were repeated. */
        repeated: number;
        /** Counted slices whose rate is not quoted, because agents did not send at the same time. */
        apart: number;
        /** In the order of the environment. */
        each: {
          /** Its name. */
          agent: string;
          /** Counted commands that succeeded. */
          commands: number;
          /** Counted commands that failed. */
          failed: number;
          /** Its commands by its own time, commands per second. */
          throughput: number;
          /** Of its commands alone: at a rate from when they were due, else from their call, ms; null when none was answered. */
          latencyMs: LatencySummary | null;
          /** CPU of its threads, as a share of one core; null when not known. */
          cpu: number | null;
          /** Time in which they were ready and had no core, likewise; null when not known. */
          coreWait: number | null;
          /** Of its event loops, 0 to 1. */
          eventLoopUtilisation: number;
        }[];
      }
    | undefined;
  /** All latencies that were recorded. */
  histograms: {
    /** Command latencies as HdrHistogram V2, compressed, base64; values in ns. null when nothing was recorded. */
    command: string | null;
    /** Batch latencies as HdrHistogram V2, compressed, base64; values in ns. null when nothing was recorded. */
    batch: string | null;
    /** Response times as HdrHistogram V2, compressed, base64; values in ns. null when nothing was recorded. */
    response: string | null;
  };
};

export type Result = {
  /** Version of this format. */
  schema: 2;
  /** Id of the run. */
  id: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** ISO 8601, UTC. */
  finishedAt: string;
  /** failed when a lane failed; stopped when it was ended early. */
  state: 'completed' | 'stopped' | 'failed';
  /** What was carried out, with every default said. */
  plan: Plan;
  /** Where it was measured. */
  environment: Environment;
  /** In the order of the plan. */
  lanes: LaneResult[];
  /** Each lane against the first, from slices paired by round. */
  comparisons: Comparison[];
  /** The bystander without load; null when none watched. */
  bystander: {
    /** GETs per second that it sent. */
    rps: number;
    /** From the moment a GET was due to its reply, ms; null when none came back. */
    latencyMs: LatencySummary | null;
    /** From the moment a GET was due until its own thread had written it, ms; null when none came back; absent in older results. */
    sendLagMs?: LatencySummary | null | undefined;
    /** From writing a GET to its reply, ms; null when none came back; absent in older results. */
    waitMs?: LatencySummary | null | undefined;
  } | null;
  /** What a reader of the figures should know of the whole run: each a code with its figures. */
  warnings: Warning[];
  /** How precise the ratios are, of a run that was to last until they are precise. */
  precision?:
    | {
        /** How close to its ratio every interval was to end, a share. */
        asked: number;
        /** The same of the widest interval; null: a ratio has none, or too few pairs. */
        reached: number | null;
        /** Why the run ended. */
        ended: 'precise' | 'max-duration' | 'stopped';
      }
    | undefined;
  /** Slots of a private cluster that were moved during the run; absent: none. */
  slotsMoved?:
    | {
        /** When it began, ms since the run did. */
        atMs: number;
        /** How long it took, ms. */
        tookMs: number;
        /** Master that had them, HOST:PORT. */
        from: string;
        /** Master that got them, HOST:PORT. */
        to: string;
        /** First and last slot. */
        slots: [number, number];
        /** Keys that went with them. */
        keys: number;
      }[]
    | undefined;
  /** Changes during the run, in order. */
  tunings: {
    /** When, ms since the run began. */
    atMs: number;
    /** Settings that were changed; those not named stayed. */
    tuning: {
      /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
      pipeline?: number | undefined;
      /** Payload, bytes. */
      dataSize?: number | undefined;
      /** Connections of the lane. */
      clients?: number | undefined;
      /** Open loop: commands per second for the whole lane; absent for a closed loop. */
      rps?: number | undefined;
      /** What lies in between from then on. */
      network?: Network | undefined;
    };
    /** Ids of the lanes whose figures are all from after it; absent in older results: of all. */
    countedIn?: string[] | undefined;
  }[];
};

export type Sample = {
  /** Name of the lane. */
  lane: string;
  /** Counted from 0 over the whole run, warm-up included; the same for all lanes of a round. */
  slice: number;
  /** Whether it counts: warm-up does not. */
  phase: 'warmup' | 'counted';
  /** Whether it is the last of its slice. */
  endsSlice: boolean;
  /** When it ended, ms since the run began. */
  atMs: number;
  /** How long this lane itself had been running at its end, ms. */
  laneMs: number;
  /** What it spans, ms. */
  elapsedMs: number;
  /** Commands that succeeded. */
  completed: number;
  /** Commands that failed. */
  failed: number;
  /** Failed commands by class: the first word of a Redis error, timeout, connection lost. */
  failures: Record<string, number>;
  /** Completed commands per second. */
  throughput: number;
  /** Sent, bytes. */
  bytesOut: number;
  /** Received, bytes. */
  bytesIn: number;
  /** Socket writes. */
  writes: number;
  /** Commands per socket write; null when nothing was written. */
  effectiveBatch: number | null;
  /** Reads that found something. */
  hits: number;
  /** Reads that found nothing. */
  misses: number;
  /** Latencies, ms. */
  latencyMs: {
    /** From the call of a command to its reply, ms; null when there was none. */
    command: LatencySummary | null;
    /** From the flush of a batch to its last reply, ms; null when there was none. */
    batch: LatencySummary | null;
    /** Open loop: from the moment a command was due to its reply, ms; null when there was none. */
    response: LatencySummary | null;
  };
  /** How response times spread in an open loop, command latencies elsewhere; absent when there were none, and in older runs. */
  latencySpread?:
    | {
        /** Number of the first bucket. Bucket n begins at 2^(⌊n/4⌋ − 3) × (1 + (n mod 4)/4) µs, and ends where n + 1 begins. */
        from: number;
        /** Each bucket from there to the slowest command, without gaps. */
        perMille: number[];
      }
    | undefined;
  /** Open loop: commands that were due in it; null for a closed loop. */
  offered: number | null;
  /** Open loop: commands due and not answered at its end; null for a closed loop. */
  backlog: number | null;
  /** What the lane took of the client machine. */
  client: ClientFigures;
  /** What the server said; null but at the end of a slice. */
  server: ServerFigures | null;
  /** The newest PING over the lane’s own network, ms; absent where nothing is in between. */
  roundTripMs?: number | undefined;
  /** p99 of another client’s GETs meanwhile, ms; null: none was answered; absent: nobody watched. */
  bystanderP99Ms?: number | null | undefined;
  /** The settings that it was measured with. */
  settings: {
    /** Number of live changes so far. */
    revision: number;
    /** Batch size, commands. */
    pipeline: number;
    /** Payload, bytes. */
    dataSize: number;
    /** Connections. */
    clients: number;
    /** Open loop: commands per second; null for a closed loop. */
    rps: number | null;
  };
};

export type RunEvent =
  | {
      type: 'run-started';
      runId: string;
      startedAt: string;
      /** What was carried out, with every default said. */
      plan: Plan;
      /** Where it was measured. */
      environment: Environment;
      totalMs: number | null;
    }
  | {
      type: 'slice-started';
      slice: number;
      /** Whether it counts: warm-up does not. */
      phase: 'warmup' | 'counted';
      /** Lanes whose turn it is. */
      lanes: string[];
    }
  | {
      type: 'sample';
      sample: Sample;
    }
  | {
      type: 'standing';
      standings: {
        /** Name of the lane. */
        lane: string;
        /** Completed commands per second; null when no slice was counted. */
        throughput: Throughput | null;
      }[];
      comparisons: Comparison[];
      totalMs?: number | null | undefined;
    }
  | {
      type: 'tuned';
      atMs: number;
      tuning: {
        /** Batch size, commands; for the strategies that do not batch, commands in flight per connection. */
        pipeline?: number | undefined;
        /** Payload, bytes. */
        dataSize?: number | undefined;
        /** Connections of the lane. */
        clients?: number | undefined;
        /** Open loop: commands per second for the whole lane; absent for a closed loop. */
        rps?: number | undefined;
        /** What lies in between from then on. */
        network?: Network | undefined;
      };
      revision: number;
      totalMs: number | null;
    }
  | {
      type: 'slots-moved';
      moved: {
        /** When it began, ms since the run did. */
        atMs: number;
        /** How long it took, ms. */
        tookMs: number;
        /** Master that had them, HOST:PORT. */
        from: string;
        /** Master that got them, HOST:PORT. */
        to: string;
        /** First and last slot. */
        slots: [number, number];
        /** Keys that went with them. */
        keys: number;
      };
    }
  | {
      type: 'lane-failed';
      lane: string;
      error: SerialisedError;
    }
  | {
      type: 'run-finished';
      result: Result;
    };
