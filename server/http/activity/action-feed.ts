import type { FastifyRequest } from 'fastify';
import { pageHeader } from '../../../shared/contract/enums.ts';
import type { Action } from '../../../shared/contract/live.ts';
import type { FeedPart } from './viewers.ts';
import type { FeedServer } from './viewers.ts';

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
