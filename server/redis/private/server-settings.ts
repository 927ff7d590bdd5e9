import { randomBytes } from 'node:crypto';
import { defined } from '../../../shared/contract/defined.ts';
import { limits } from '../../../shared/limits.ts';
import { describeServer } from '../../../shared/words/settings.ts';
import { english } from '../../../shared/words/en/index.ts';
import type { ServerPlan } from '../../../shared/contract/plan.ts';
import type { Persistence, ServerProgram } from '../../../shared/contract/enums.ts';

export interface ServerSettings {
  /** The first that is installed, by default. */
  program?: ServerProgram;
  /** Of the default user; with `user`, of that one. */
  password?: string;
  /** An ACL user (Redis 6.0 and later) with all rights; nobody gets in without. Needs `password`. */
  user?: string;
  /** TLS alone (Redis 6.0 and later, where built in), with a throw-away certificate that the endpoint trusts. */
  tls?: boolean;
  /** A Unix socket in the server's folder in place of a TCP port; not with `tls`. */
  unixSocket?: boolean;
  /** In a network namespace of its own, with a link of the kernel to it; beside that a Unix socket. Linux, as root. */
  kernelLink?: boolean;
  /**
   * What it writes to disk, in its temporary folder (`off`). `rdb`: a snapshot whenever 5 s have passed and 1000
   * keys have changed, often enough for a short run to meet one.
   */
  persistence?: Persistence;
  /** Threads for reading and writing sockets (1; Redis 6.0 and later). */
  ioThreads?: number;
  /** Half of the memory that there is, and at most 4 GiB, by default. */
  maxMemoryBytes?: number;
  /** Other servers that run at the same time: that half is divided among all of them. */
  besides?: number;
}

/** The settings that a plan asks for, with a password of the moment. */
export function settingsOf(plan: ServerPlan): ServerSettings {
  const { program, access, maxMemoryBytes, ...settings } = plan;
  const password = randomBytes(18).toString('base64url');
  return {
    ...settings,
    ...defined({ program, maxMemoryBytes }),
    ...(access === 'open' ? {} : { password }),
    ...(access === 'acl-user' ? { user: 'bench' } : {}),
  };
}

const mostIoThreads = limits.ioThreads.max;
const leastMemoryBytes = limits.maxMemoryBytes.min;

/** Throws RangeError for settings that no server can have; the message holds no secret. */
export function checkSettings(settings: ServerSettings): void {
  const { user, password, tls, unixSocket, ioThreads = 1, maxMemoryBytes = Infinity } = settings;
  if (user !== undefined && !/^[\w.-]+$/.test(user))
    throw new RangeError('user: a name of letters, digits and . _ - is needed');
  if (user !== undefined && password === undefined)
    throw new RangeError('user: an ACL user needs a password too');
  if (password === '') throw new RangeError('password: it must not be empty');
  if (tls && unixSocket) throw new RangeError('unixSocket: a Unix socket has no TLS; ask for one of them');
  if (!Number.isInteger(ioThreads) || ioThreads < 1 || ioThreads > mostIoThreads)
    throw new RangeError(`ioThreads: must be a whole number from 1 to ${mostIoThreads}, not ${ioThreads}`);
  if (maxMemoryBytes < leastMemoryBytes)
    throw new RangeError(`maxMemoryBytes: must be at least ${leastMemoryBytes}, not ${maxMemoryBytes}`);
}

/** What is unusual about a server, in words for its label: `TLS, AOF always`. Empty when nothing is. */
export function describeSettings(settings: ServerSettings): string {
  // The label names the program anyway.
  const {
    user,
    password,
    unixSocket,
    kernelLink: _link,
    program: _program,
    besides: _besides,
    ...others
  } = settings;
  const access = user !== undefined ? 'acl-user' : password !== undefined ? 'password' : 'open';
  const words = describeServer({ ...others, access }, english);
  return unixSocket ? ['Unix socket', words].filter((word) => word !== '').join(', ') : words;
}
