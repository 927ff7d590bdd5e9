import { refusedBecause, refusedInEnglish } from './refused-command.ts';
import type { Problem } from './problem-reason.ts';
import { clusterTarget, serverPlanTarget } from './private-server.ts';
import type { ProblemReason } from './problem-reason.ts';

const amountOf = (count: number, of: 'entries' | 'characters') =>
  count === 1 ? `1 ${of === 'entries' ? 'entry' : 'character'}` : `${count} ${of}`;

const article = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
const inSeconds = (ms: number) => `${Number((ms / 1000).toFixed(1))} s`;

const kernelNetwork: Record<Extract<ProblemReason, { code: 'kernel-network' }>['why'], string> = {
  'not-linux': 'only Linux lays such a link; this machine runs another system',
  'not-root': 'the kernel lays such a link for root alone (or with CAP_NET_ADMIN and CAP_SYS_ADMIN)',
  'no-programs': 'needs the programs ip and tc (package iproute2), unshare and nsenter (util-linux)',
  refused: 'the kernel of this machine refuses to lay such a link, as in a container without CAP_NET_ADMIN',
  'no-delay':
    'the kernel of this machine cannot delay packets (it has no netem): leave the round trip out, or take the network proxy',
  'no-jitter':
    'the kernel reorders packets when it varies their delay: leave jitter out, or take the network proxy',
  'not-ours': `the kernel lays a link to the private server alone (target "${serverPlanTarget}")`,
  lanes: 'the kernel lays one link for all lanes: no lane can have a network of its own beside it',
};

const oneServerAlone: Record<Extract<ProblemReason, { code: 'one-server-alone' }>['what'], string> = {
  bystander: 'a bystander watches one server, and these lanes measure several',
  moveSlots: 'slots are moved while all lanes measure the private cluster, and these measure several servers',
  kernel: 'the kernel lays a link to one private server, and these lanes measure several',
};

const cutCannot: Record<Extract<ProblemReason, { code: 'cut-cannot' }>['why'], (every: string) => string> = {
  kernel: () =>
    'Roundtrip’s own proxy cuts connections, a link of the kernel does not: choose --network proxy',
  cluster: () => 'the link to a single server is cut, not that to a cluster',
  'no-library': () => 'uses no client library, which would reconnect: leave this strategy out',
  command: () => 'each write has to show how often it was applied, as only INCR does: choose -t incr',
  requests: () => 'cuts come at times: give a duration, not a number of requests',
  keepalive: () =>
    'a connection for each command is not there long enough to be cut: leave keepalive as it is',
  slice: (every) =>
    `a link that is cut every ${every} needs turns, and a duration, at least as long: a longer --slice or --duration`,
  units: () => 'of units it is not known which writes they send: the link is cut for commands alone',
};

const agentsCannot: Record<Extract<ProblemReason, { code: 'agents-cannot' }>['why'], string> = {
  'no-control':
    'agents are found on a control Redis, and none is known here: name it with --join or ROUNDTRIP_JOIN',
  network: 'agents measure over the network that they have: leave the network out, or the agents',
  'several-servers': 'agents measure one server: give all lanes the same target',
  'private-server':
    'agents cannot reach a private server of this machine: choose a target that was named with its address',
};

const programCannot: Record<Extract<ProblemReason, { code: 'program-cannot' }>['why'], string> = {
  cluster: 'a lane of your own code measures a single server, not a cluster',
  agents: 'agents run no code of yours: leave the agents out, or the lane',
  keepalive: 'a lane of your own code opens its connections itself: leave keepalive as it is',
};

const writtenValue: Record<
  Extract<ProblemReason, { code: 'written-value' }>['why'],
  (word: string) => string
> = {
  form: (word) =>
    `cannot read ${word}: write \${i}, \${i%100}, \${n}, \${random(100)}, \${data(100)}, or an earlier reply as \${name}, \${name.field}, \${name[0]} or \${name[n]}, without spaces`,
  unknown: (word) => `no earlier stage has a command with "as": "${word}"`,
  'same-stage': (word) =>
    `${word} is a reply of this stage, which is not there when the stage is sent: move this command to a later stage`,
  taken: (word) => `${word} is the name of another value already`,
  keyless: (word) => `${word} names no key: only commands that work on keys of the run are sent`,
  drawn: () => 'a command with a weight is not in every unit: leave out its name, or the weight',
};

const writtenCannot: Record<
  Extract<ProblemReason, { code: 'written-cannot' }>['why'],
  (strategies: readonly string[]) => string
> = {
  strategy: (strategies) => `written units are carried out by ${strategies.join(', ')}`,
  cluster: () => 'written units measure a single server, not a cluster',
  agents: () => 'agents carry no written units out: leave the agents out, or the units',
  commands: () => 'written units are sent in place of commands: leave the commands out, or the units',
  client: () => 'written units are carried out by ioredis: leave the client out',
};

/** Reasons in English, which every problem brings along; other languages have theirs in `shared/words/`. */
const words: {
  [Code in ProblemReason['code']]: (reason: Extract<ProblemReason, { code: Code }>) => string;
} = {
  'out-of-range': ({ min, max, unit }) =>
    `must be a number from ${min} to ${max}${unit === '' ? '' : ` ${unit}`}`,
  'not-one-of': ({ known }) => `must be one of ${known.join(', ')}`,
  'unknown-fields': ({ names }) => `no such field: ${names.join(', ')}`,
  'wrong-type': ({ expected }) => `must be ${article(expected)}`,
  'too-few': ({ least, of }) => `must have at least ${amountOf(least, of)}`,
  'too-many': ({ most, of }) => `must have at most ${amountOf(most, of)}`,
  'local-setting': () => 'is set on the command line alone, where Roundtrip runs',
  'names-code': () =>
    'names code: only --lane on the command line, and a call of the library, say which code is run',
  'program-cannot': ({ why }) => programCannot[why],
  'lane-id-form': () => 'lower-case letters, digits and -, at most 40',
  'key-prefix-form': ({ most }) => `must be 1 to ${most} ASCII letters, digits and : . _ -`,
  'same-lane-id': ({ id }) => `two lanes have the id "${id}"`,
  'too-many-slices': ({ slices, most }) =>
    `${slices} slices are more than ${most}: a longer slice, or a shorter duration`,
  'max-duration-without-precision': () =>
    'is for a run with a precision: give that too, or a duration instead',
  'precision-needs': ({ what }) =>
    ({
      'two-lanes': 'needs two lanes or more, because it is about ratios',
      turns: 'needs lanes that take turns: a race has no fair ratios',
      duration: 'needs a duration, not a number of requests',
      'one-start': 'needs one start: with several, the number of slices is fixed',
    })[what],
  'until-stopped-needs': ({ what }) =>
    ({
      turns: 'needs lanes that take turns: a race ends after its duration',
      'no-requests': 'is for lanes that stop by no number of requests',
      'no-precision': 'does not end when ratios are precise: leave schedule.precision out',
      'one-start': 'needs one start: leave schedule.starts out',
      'no-agents': 'needs lanes on this machine: leave agents out',
    })[what],
  'too-many-bytes-in-flight': ({ bytes, most, perCommand }) =>
    `clients × pipeline × (dataSize + ${perCommand}) is ${bytes} bytes in flight; at most ${most} fit`,
  'fewer-callers-than-clients': ({ callers, clients }) =>
    `${callers} callers cannot keep ${clients} connections busy: give at most as many connections as callers`,
  'more-threads-than-clients': ({ threads, clients }) =>
    `${threads} threads need at least as many clients, not ${clients}`,
  'sizes-reversed': ({ sizes }) => `the smallest size comes first, not ${sizes.join('-')}`,
  'weights-unlike-commands': ({ commands, weights }) =>
    `needs one weight per command: ${commands} commands, ${weights} weights`,
  'custom-command-alone': () => 'belongs to the command "custom", which belongs to it',
  'custom-command-twice': () => 'says what customCommand says: give one of them',
  'lines-unlike-commands': ({ commands, lines }) =>
    `needs one line per command "custom": ${commands} commands, ${lines} lines`,
  'nothing-to-tune': () => 'name at least one of pipeline, dataSize, clients, rps, network',
  'server-is-not-ours': ({ target }) =>
    `only the private server (target "${serverPlanTarget}") takes settings, not the target "${target}": it is not Roundtrip's to set up`,
  'program-not-installed': ({ program, installed }) =>
    `${program} is not installed: there is no such program on the PATH${installed.length > 0 ? ` (there is ${installed.join(', ')})` : ''}`,
  'one-server-alone': ({ what }) =>
    `${oneServerAlone[what]}: give all lanes the same server, or leave it out`,
  'slots-cannot-move': () => `slots can only be moved in the private cluster (target "${clusterTarget}")`,
  'agents-cannot': ({ why }) => agentsCannot[why],
  'too-few-clients-for-agents': ({ agents, threads, clients }) =>
    `${agents} agents with ${threads} ${threads === 1 ? 'thread' : 'threads'} each need at least ${agents * threads} clients, not ${clients}`,
  'kernel-network': ({ why }) => kernelNetwork[why],
  'cut-cannot': ({ why, everyMs }) => cutCannot[why](inSeconds(everyMs)),
  'client-cannot': ({ client, strategy, why, package: name, has = '' }) =>
    ({
      'no-library': `${strategy} uses no client library: leave the client out`,
      'no-cache': `${client} has no cache in the client: ${strategy} is a lane of ${has}, leave the client out`,
      gathers: `${client} cannot do ${strategy}, because it sends together what one turn of the event loop gathers: choose auto-pipeline`,
      'no-cluster': `lanes with ${client} measure no cluster: ${strategy === 'cached' ? '' : 'leave the client out, or '}choose a single server`,
      'not-installed': `${client} is not installed here: npm install ${name ?? client}`,
    })[why],
  'no-replica-reads': ({ why, strategies }) =>
    ({
      'no-cluster': 'only a cluster has replicas to read from: choose a cluster, or leave readFrom out',
      strategy: `this strategy sends all its commands to masters: reads go to replicas with ${strategies.join(', ')}`,
      'no-reads': 'needs a command that only reads, as get: all others go to masters',
      'no-replicas': 'this cluster has no replica: give the private cluster some with --cluster-replicas 3',
    })[why],
  'cached-cannot': ({ why }) =>
    ({
      resp: 'the server tells a cache of changed keys in RESP 3 alone: leave --resp 2 out',
      keepalive: 'a cache ends with its connection: keep connections',
      memory:
        'each connection has a cache of its own, and together they could hold more than a lane may: take fewer keys or connections',
    })[why],
  'writes-cannot': ({ why }) =>
    ({
      commands: 'only what GET reads has a version to judge by: -t get',
      threads: 'one thread knows all versions: --threads 1',
      keyspace: 'the versions of at most 1000000 keys are kept',
      agents: 'agents have no client that writes beside: leave one of the two out',
      cluster: 'nobody writes beside a lane in a cluster: choose a single server',
    })[why],
  'callers-cannot': ({ why, strategies }) =>
    ({
      batch: `callers await a single command each, and this strategy sends batches: choose among ${strategies.join(', ')}`,
      units: 'a unit is sent by one caller: -c says how many there are',
    })[why],
  'cannot-send': ({ strategy, able }) => `${strategy} can only send ${able.join(', ')}`,
  'form-missing': ({ command, has }) =>
    `this server has no ${command}, which ${has} have: choose pipeline, or set in place of setex`,
  'custom-command-empty': () => 'is empty: write a command, as in ZINCRBY __key__ 1 __rand_int__',
  'custom-command-unknown': ({ command }) =>
    `this server has no command ${command}: correct the name, or load its module`,
  'custom-command-refused': ({ command, flag }) =>
    `${command} is refused, as ${refusedInEnglish[refusedBecause(flag)]}: a line works at once on the keys that it names; code of your own may send it (--lane)`,
  'custom-command-beyond': ({ call }) =>
    `${call} reaches beyond KEYS: write each key as __key__ behind the count of keys, and take it from KEYS; any script runs in a program of yours (--lane)`,
  'custom-command-count': ({ command }) =>
    `${command} says how many keys follow: EVAL "script" 1 __key__, with as many __key__ as the number`,
  'custom-command-nested': ({ strategy }) =>
    `a script cannot call another, and ${strategy} sends its commands from one: choose another strategy`,
  'custom-command-words': ({ command, words, arity }) =>
    `${command} takes ${arity < 0 ? `at least ${-arity}` : arity} words on this server, its name included, not ${words}`,
  'custom-command-moving-keys': ({ command }) =>
    `which words of ${command} are keys depends on the others: write fixed words in place of __data__ and __rand_int__`,
  'custom-command-placeholder': ({ word }) =>
    `there is no ${word}: a run fills in __key__, __data__ and __rand_int__`,
  'custom-command-quote': ({ word }) => `the quote of ${word} is not closed`,
  'custom-command-keyless': ({ command }) =>
    `${command} names no key: only commands that work on __key__ are sent`,
  'custom-command-foreign-key': ({ key }) => `each key has to be __key__: "${key}" may be somebody else’s`,
  'too-many-keys-to-fill': ({ most }) =>
    `commands that read have their keys written first, at most ${most} keys`,
  'too-many-members-to-fill': ({ most, keys }) =>
    `members are written before the run: of ${keys} keys at most ${most} each`,
  'no-members': () =>
    'no command here works on a list, a set, a sorted set, a hash, a stream or a HyperLogLog: leave it out',
  'arrivals-without-rate': () => 'random arrivals need a requested rate',
  'no-rate-to-tune': () => 'this run has no requested rate: it sends as fast as it can',
  'no-network-to-tune': () => 'this run has no network in between that could be changed',
  'sizes-are-drawn': ({ sizes }) =>
    `the payloads of this run are drawn from ${sizes.join(' to ')} bytes: they cannot be given one size while it is in progress`,
  'written-value': ({ why, word }) => writtenValue[why](word),
  'written-too-large': ({ of, is, most }) =>
    ({
      commands: `sends ${is} commands; at most ${most} can be sent`,
      bytes: `sends ${is} bytes of data; at most ${most} can be sent`,
      letters: `has lines of ${is} characters together; at most ${most} fit into a plan`,
    })[of],
  'written-cannot': ({ why, strategies }) => writtenCannot[why](strategies),
  'budget-too-short': ({ budgetMs, leastMs }) =>
    `${inSeconds(budgetMs)} are too short for this search over this network: at least ${inSeconds(leastMs)}, or fewer strategies, or a smaller deepest batch`,
};

/** A problem with its reason, and that in English. */
export const problemAt = (field: string, reason: ProblemReason, more: Partial<Problem> = {}): Problem => ({
  field,
  value: undefined,
  message: (words[reason.code] as (reason: ProblemReason) => string)(reason),
  reason,
  ...more,
});
