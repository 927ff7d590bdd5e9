import type { Socket } from 'node:net';
import type { Batch } from '../../../server/engine/lane/batch.ts';
import type { ThreadPlan } from '../../../server/engine/lane/messages.ts';
import type { ConnectionContext, Strategy } from '../../../server/engine/lane/strategy.ts';
import type { LaneClient } from '../../../server/engine/lane/batch.ts';
import { findStrategy } from '../../../server/engine/strategies/index.ts';
import { exampleOf } from '../../../server/engine/workload/reply-kind.ts';
import type { PreparedCommand } from '../../../server/engine/workload/prepared-command.ts';
import { script } from './script.ts';
import { ScriptedServer } from './scripted-server.ts';

/** As long as a real socket goes by what it counts. */
class CountedSocket {
  bytesWritten = 0;
  bytesRead = 0;
  readonly _handle = Object.create({ writeBuffer: () => 0 }) as { writeBuffer: () => number };

  write(bytes: number): void {
    this.bytesWritten += bytes;
    this._handle.writeBuffer();
  }

  once(): this {
    return this;
  }
}

const bytesOfCommand = 40;
const bytesOfReply = 5;

/** The strategy of a lane, whose connections do what the test says. */
export function scriptedStrategy(plan: ThreadPlan): Strategy {
  const strategy = findStrategy(plan.strategy);
  if (!strategy) throw new Error(`no strategy "${plan.strategy}"`);
  const connect = async (context: ConnectionContext): Promise<LaneClient> => {
    const { refusesWith } = script.of(plan);
    if (refusesWith) throw refusesWith;
    return Promise.resolve(scriptedClient(plan, strategy, context));
  };
  return { ...strategy, connect, connectCluster: connect };
}

function scriptedClient(plan: ThreadPlan, strategy: Strategy, { meter, workload }: ConnectionContext) {
  const socket = new CountedSocket();
  meter.add(socket as unknown as Socket);
  const outstanding = new Set<Batch>();
  let before = 0;
  const { dataSize } = workload;
  return {
    send(batch: Batch) {
      const { latencyMs, answer, serverMicros } = script.of(plan);
      const commands = Array.from({ length: batch.size }, () => batch.draw().command);
      batch.flush();
      outstanding.add(batch);
      const what = { commands: batch.size, before: before++, atMs: script.clock.now() };
      const calls = callsOf(strategy, commands);
      for (const [name, count] of calls) {
        batch.countCalls(count);
        ScriptedServer.at(plan.endpoint.port)?.count(name, count, serverMicros);
      }
      socket.write(batch.size * (bytesOfCommand + dataSize));
      script.clock.after(latencyMs(what), () => {
        if (!outstanding.delete(batch)) return;
        socket.bytesRead += batch.size * bytesOfReply;
        for (const { accepts } of commands) {
          const said = answer(what);
          batch.reply(said === undefined ? exampleOf(accepts) : said);
        }
        batch.answer(batch.size);
      });
    },
    close() {
      for (const batch of outstanding) batch.abort(new Error('Connection is closed.'));
      outstanding.clear();
    },
  };
}

/** How often the server is called by which name. */
function callsOf(strategy: Strategy, commands: readonly PreparedCommand[]): Map<string, number> {
  const calls = new Map<string, number>();
  for (const command of commands) {
    const name = (strategy.serverCommand?.(command) ?? command.name).toLowerCase();
    const isTogether = strategy.serverCommand !== undefined;
    calls.set(name, isTogether ? 1 : (calls.get(name) ?? 0) + 1);
  }
  return calls;
}
