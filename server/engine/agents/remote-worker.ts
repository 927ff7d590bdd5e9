import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { ToLane, WorkerListener, WorkerTransport } from '../lane/messages.ts';
import type { FromAgent } from './from-agent.ts';
import type { ToAgent } from './messages.ts';

interface RemoteShareParts {
  lane: number;
  thread: number;
  listener: WorkerListener;
  /** How far ahead a moment has to be that all agents know in time, ms. */
  leadMs: () => number;
  say: (message: ToAgent) => void;
  /** To all agents; the moment by `systemClock`. */
  go: (lane: number, at: number) => void;
}

/** A share of a lane on an agent, as the lane sees it. */
export class RemoteWorker implements WorkerTransport {
  readonly kind = 'agent';
  readonly #parts: RemoteShareParts;
  #ended = false;

  constructor(parts: RemoteShareParts) {
    this.#parts = parts;
    const { lane, thread } = parts;
    parts.say({ type: 'open', lane, thread });
  }

  get leadMs(): number {
    return this.#parts.leadMs();
  }

  post(message: ToLane): void {
    const { lane, thread, say, go } = this.#parts;
    if (this.#ended) return;
    switch (message.type) {
      case 'start':
        say({ type: 'start', lane, thread, message });
        break;
      case 'go':
        go(lane, message.at);
        break;
      case 'pause':
      case 'stop':
        say({ type: message.type, lane, thread });
        break;
      case 'plan':
      case 'lease':
        throw new Error(`an agent sees to "${message.type}" by itself`);
    }
  }

  terminate(): void {
    const { lane, thread, say } = this.#parts;
    if (!this.#ended) say({ type: 'terminate', lane, thread });
    this.#exited();
  }

  /** What its agent says of it. */
  onMessage(message: Exclude<FromAgent, { type: 'hello' | 'refused' | 'left' }>): void {
    const { listener } = this.#parts;
    if (this.#ended) return;
    switch (message.type) {
      case 'ready':
      case 'settled':
        listener.onMessage({ type: message.type });
        break;
      case 'failed':
        listener.failed(message.error);
        break;
      case 'exited':
        this.#exited();
        break;
      case 'sample':
        listener.onMessage(message.sample);
        break;
    }
  }

  lose(error: SerialisedError): void {
    if (this.#ended) return;
    this.#parts.listener.failed(error);
    this.#exited();
  }

  #exited(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#parts.listener.exited();
  }
}
