import type { IncomingMessage } from 'node:http';
import type { AccessRules, AddressOf } from '../plugins/access.ts';
import type { FailedTokens } from '../plugins/failed-tokens.ts';
import type { Refusal } from '../plugins/errors.ts';
import { mayControl } from '../plugins/presenter.ts';
import type { FeedServer, ViewerSocket } from './viewers.ts';

/** What is used of a connection of Engine.IO, below Socket.IO. */
interface EngineConnection {
  request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
}

interface AdmissionOptions {
  access: AccessRules;
  /** The presenter's token; `null`: everybody may control. */
  token: string | null;
  failedTokens: FailedTokens;
  addressOf: AddressOf;
  /** Connections of one address. */
  most?: number;
}

/** A class of 200 with several pages each, and those that a reload has left and that are not missed yet. */
const mostOfOneAddress = 1200;

/** Who may connect to the live feed: pages of this server, so many of an address, and nobody who guesses tokens. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #open = new Map<string, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Why a connection is refused, in one sentence; `null`: it is not. */
  refusal(request: IncomingMessage): string | null {
    const { access, addressOf, most = mostOfOneAddress } = this.#options;
    const foreign = access.refusal(request.headers);
    if (foreign !== null) return foreign;
    const open = this.#open.get(addressOf(request)) ?? 0;
    return open < most ? null : `${open} connections of this address are open; no more are taken`;
  }

  /** Counts connections, and looks at each token. */
  guard(io: FeedServer): void {
    io.engine.on('connection', (connection: EngineConnection) => {
      const address = this.#options.addressOf(connection.request);
      this.#count(address, 1);
      connection.once('close', () => {
        this.#count(address, -1);
      });
    });
    io.use((viewer, next) => {
      const refusal = this.#greet(viewer);
      next(refusal ? Object.assign(new Error(refusal.message), { data: refusal.details }) : undefined);
    });
  }

  #count(address: string, by: 1 | -1): void {
    const open = (this.#open.get(address) ?? 0) + by;
    if (open > 0) this.#open.set(address, open);
    else this.#open.delete(address);
  }

  #greet(viewer: ViewerSocket): Refusal | null {
    const { token, failedTokens, addressOf } = this.#options;
    const shown: unknown = viewer.handshake.auth['token'];
    viewer.data.mayControl = mayControl(token, shown);
    if (viewer.data.mayControl || typeof shown !== 'string') return null;
    return failedTokens.refusal(addressOf(viewer.request), shown);
  }
}
