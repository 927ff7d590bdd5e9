import { EventEmitter } from 'node:events';

/** Clients with the methods by which the profiler knows the libraries. Their server answers in a later turn. */

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

async function answer(name: string, key: unknown): Promise<string> {
  await later();
  if (name === 'fail') throw new Error(`${String(key)} was refused`);
  return `value of ${String(key)}`;
}

class Command {
  readonly name: string;
  readonly args: unknown[];
  promise: Promise<unknown> = Promise.resolve();
  resolve: (value: unknown) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor(name: string, args: unknown[]) {
    this.name = name;
    this.args = args;
    this.initPromise();
  }

  initPromise(): void {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  stringifyArguments(): void {
    this.args.forEach(String);
  }
}

class Commander extends EventEmitter {
  defineCommand(): void {
    // Its presence is looked at.
  }
}

/** A client with the methods of ioredis. */
export class OneClient extends Commander {
  sendCommand(command: Command): Promise<unknown> {
    answer(command.name, command.args[0]).then(command.resolve, command.reject);
    return command.promise;
  }

  get(key: string): Promise<unknown> {
    return this.sendCommand(new Command('get', [key]));
  }

  fail(key: string): Promise<unknown> {
    return this.sendCommand(new Command('fail', [key]));
  }

  pipeline(): Pipeline {
    return new Pipeline(this);
  }

  multi(): Pipeline {
    const pipeline = new Pipeline(this);
    pipeline._transactions = 1;
    pipeline.get('first');
    return pipeline;
  }
}

class Pipeline {
  readonly #client: OneClient;
  readonly _queue: Command[] = [];
  _transactions = 0;

  constructor(client: OneClient) {
    this.#client = client;
  }

  get(key: string): this {
    this.sendCommand(new Command('get', [key]));
    return this;
  }

  sendCommand(command: Command): void {
    this._queue.push(command);
  }

  fillResult(): void {
    // Its presence is looked at.
  }

  exec(): Promise<unknown[]> {
    return Promise.all(this._queue.map((command) => this.#client.sendCommand(command)));
  }
}

/** A client with the methods of node-redis 5 and 6. */
export class FiveClient extends EventEmitter {
  readonly _self = this;

  sendCommand(args: readonly string[]): Promise<unknown> {
    return answer(args[0]?.toLowerCase() ?? '', args[1]);
  }

  _executeCommand(): void {
    // Its presence is looked at.
  }

  _executePipeline(commands: readonly { args: readonly string[] }[]): Promise<unknown[]> {
    return Promise.all(commands.map(({ args }) => answer('get', args[1])));
  }

  _executeMulti(commands: readonly { args: readonly string[] }[]): Promise<unknown[]> {
    return Promise.all(commands.map(({ args }) => answer('get', args[1])));
  }
}

/** The source of a queue like that of node-redis 4, whose module has a folder of its own. */
export const fourQueue = `
exports.default = class {
  async addCommand(args) {
    await new Promise((resolve) => setImmediate(resolve));
    if (args[0] === 'FAIL') throw new Error(args[1] + ' was refused');
    return 'value of ' + args[1];
  }
  getCommandToSend() {}
};
`;

/** A worker with the methods of BullMQ. */
export class Worker extends EventEmitter {
  readonly name = 'mails';
  readonly #client: OneClient;

  constructor(client: OneClient) {
    super();
    this.#client = client;
  }

  async callProcessJob(job: { name: string; data: unknown }): Promise<unknown> {
    if (job.name === 'broken') throw new Error('a broken job');
    return [
      await this.#client.get('job:1'),
      await this.#client.get('job:2'),
      await this.#client.get('job:3'),
    ];
  }
}
