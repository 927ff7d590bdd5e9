import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import type { WrittenWorkload } from '../../../shared/contract/written.ts';
import { unitWayOf, type UnitWay } from '../../../shared/plan/written/ways.ts';
import type { Endpoint } from '../../redis/connection/target.ts';

/** What a function of the user is told of its run. The address is that of the network in between, if there is one. */
export interface ProgramContext {
  /** redis://, rediss:// or unix://, with user and password where the server wants them. */
  url: string;
  host?: string | undefined;
  port?: number | undefined;
  /** Of a Unix socket. */
  path?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  db: number;
  tls?: object | undefined;
  /** What every key has to begin with. The client that is given puts it there by itself. */
  prefix: string;
}

/** Code of the user that one lane carries out. */
export interface ProgramModule<Client = unknown> {
  /** One unit of work. `i` counts the units of the lane. */
  unit: (redis: Client, i: number, context: ProgramContext) => unknown;
  /** A unit gives how many commands it sent. */
  countsSent?: true;
  /** Under which names servers count what units may send, in lower case; absent: as seen of the first units. */
  names?: readonly string[];
  /** A client of the user's own; absent: an ioredis connection. */
  connect?: ((context: ProgramContext) => unknown) | undefined;
  /** Once, before the first unit. */
  setup?: ((redis: Client, context: ProgramContext) => unknown) | undefined;
  /** Once, after the last. */
  teardown?: ((redis: Client, context: ProgramContext) => unknown) | undefined;
}

/** A program with its arguments. */
export interface Command {
  program: string;
  args: readonly string[];
}

/** Where the code of a lane is. It stands beside a plan, never in it: a plan that is sent names no code. */
export type LaneCode =
  /** A module, by its file: URL. */
  | { type: 'file'; url: string }
  /** A program in any language, a process for each client. */
  | { type: 'command'; command: Command }
  /** Functions of the library's caller, in the caller's own thread. */
  | { type: 'function'; program: ProgramModule }
  /** No code: units that a plan has in writing. */
  | { type: 'written'; written: WrittenWorkload; way: UnitWay };

/** By the id of the lane. */
export type CodeOfLanes = ReadonlyMap<string, LaneCode>;

/** Lanes that are commands: what they send is counted at a port that all lanes of their run have to pass. */
export const commandLanes = (code: CodeOfLanes | undefined): ReadonlySet<string> =>
  new Set([...(code ?? [])].flatMap(([id, { type }]) => (type === 'command' ? [id] : [])));

/** With what a plan itself says of its lanes. */
export function withWritten(
  { lanes, written }: Plan,
  code: CodeOfLanes | undefined,
): CodeOfLanes | undefined {
  if (!written) return code;
  const ofPlan = ({ id, strategy }: LanePlan): [string, LaneCode][] => {
    const way = unitWayOf(strategy);
    return way === undefined ? [] : [[id, { type: 'written', written, way }]];
  };
  return new Map([...lanes.flatMap(ofPlan), ...(code ?? [])]);
}

/** Of one lane, for where it is carried out. */
export interface ProgramPlan {
  /** Its name for people, as in the plan. */
  file: string;
  code: LaneCode;
}

/** The same endpoint as programs of all libraries take it. */
export function contextOf(endpoint: Endpoint, prefix: string): ProgramContext {
  const { host = 'localhost', port = 6379, path, username, password, db, tls } = endpoint;
  const user = encodeURIComponent(username ?? '');
  const access = password === undefined ? '' : `${user}:${encodeURIComponent(password)}@`;
  const address = host.includes(':') ? `[${host}]` : host;
  const place = path === undefined ? { host, port } : { path };
  return {
    url:
      path === undefined
        ? `${tls ? 'rediss' : 'redis'}://${access}${address}:${port}/${db}`
        : `unix://${access}${path}?db=${db}`,
    ...place,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    db,
    ...(tls === undefined ? {} : { tls }),
    prefix,
  };
}
