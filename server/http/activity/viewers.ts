import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { FastifyRequest } from 'fastify';
import type {
  Acknowledgement,
  ClientToServerEvents,
  ServerToClientEvents,
  Action,
} from '../../../shared/contract/live.ts';
import { describeError } from '../plugins/errors.ts';
import type { Cursor } from './sample-log.ts';
import { pageHeader } from '../../../shared/contract/enums.ts';

/** What the feed knows of one connection. */
interface Viewer {
  mayControl: boolean;
  /** Counted as a presenter rather than as one of the audience. */
  presents: boolean;
  /** How far it has come in the run; `null`: there was none. */
  cursor: Cursor | null;
  /** The id of its guesses and votes; absent: it has made none. */
  guesser?: string;
}

export type FeedServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Viewer>;
export type ViewerSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Viewer>;

/** Whether all that was sent before has left this process. */
export const isDrained = ({ conn }: ViewerSocket): boolean =>
  conn.readyState === 'open' && conn.transport.writable;

/** Does what a viewer asked for and answers it. What a viewer sends need not be of the type that it should be of. */
export function acknowledge(
  answer: ((answer: Acknowledgement) => void) | undefined,
  work: () => void,
  onFault: (error: unknown) => void,
): void {
  const answered = attempt(work, onFault);
  if (typeof answer === 'function') answer(answered);
}

function attempt(work: () => void, onFault: (error: unknown) => void): Acknowledgement {
  try {
    work();
    return { ok: true };
  } catch (error) {
    const { status, details } = describeError(error);
    if (status >= 500) onFault(error);
    return { ok: false, error: details };
  }
}

/** Something besides activities that viewers are sent. */
export interface FeedPart {
  /** Called once, before the first viewer connects. */
  open(io: FeedServer): void;
  welcome?(viewer: ViewerSocket): void;
  /** Nothing may be sent after this. */
  close(): void;
}

/** Reports what one page does to all others, so that nobody has to guess why a run started, stopped or changed. */
export class ActionFeed implements FeedPart {
  #io: FeedServer | null = null;

  open(io: FeedServer): void {
    this.#io = io;
  }

  close(): void {
    this.#io = null;
  }

  /** `page`: the id of the socket whose page did it; any other text: no page did. */
  report(action: Omit<Action, 'by'>, page: unknown): void {
    const viewer = typeof page === 'string' ? this.#io?.sockets.sockets.get(page) : undefined;
    if (!viewer) this.#io?.emit('action', { ...action, by: 'program' });
    else viewer.broadcast.emit('action', { ...action, by: viewer.data.presents ? 'presenter' : 'viewer' });
  }
}

/** The page that sent this request; `undefined`: none. */
export const pageOf = ({ headers }: FastifyRequest): unknown => headers[pageHeader];
