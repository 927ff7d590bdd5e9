// Classes and values of a program that look like those of a library, and say so if anything of them is run.
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { format } from 'node:util';

const print = (...values) => process.stdout.write(`${format(...values)}\n`);

const require = createRequire(process.env.PROJECT);
const { default: Redis } = require('ioredis');
const { createClient } = require('@redis/client');
const port = Number(process.env.REDIS_PORT);

class Bus extends EventEmitter {
  defineCommand() {
    print('defineCommand ran');
  }
  echo() {
    print('echo ran');
  }
  pipeline() {
    print('pipeline ran');
  }
  multi() {
    print('multi ran');
  }
  sendCommand() {
    print('sendCommand ran');
  }
  get callProcessJob() {
    print('a getter ran');
    return () => undefined;
  }
}
new Bus();
EventEmitter.call(
  new Proxy(
    {},
    {
      getPrototypeOf: () => {
        print('a trap ran');
        return null;
      },
      has: () => print('a trap ran'),
    },
  ),
);

let pipelines = 0;
class Counting extends Redis {
  pipeline(...given) {
    pipelines++;
    return super.pipeline(...given);
  }
  multi(...given) {
    return super.multi(...given);
  }
  sendCommand(...given) {
    return super.sendCommand(...given);
  }
}
const counting = new Counting(port);
print(await counting.get('a'), pipelines);
print(await counting.pipeline([['get', 'a']]).exec(), pipelines);
counting.disconnect();

const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
const list = (at) =>
  new Proxy(['GET', 'a'], {
    get(target, name) {
      if (name === at) throw new Error(`${String(name)} was read by the profiler`);
      return Reflect.get(target, name);
    },
  });
print(await client.sendCommand(list('slice')));
const named = { toString: () => print('toString ran') };
print(await client.sendCommand([named, 'a']).catch((error) => error.name));
client.destroy();
