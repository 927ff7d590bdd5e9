// Classes and values of a program that look like those of a library, and say so if anything of them is run.
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

const require = createRequire(process.env.PROJECT);
const { default: Redis } = require('ioredis');
const { createClient } = require('@redis/client');
const port = Number(process.env.REDIS_PORT);

class Bus extends EventEmitter {
  defineCommand() {
    console.log('defineCommand ran');
  }
  echo() {
    console.log('echo ran');
  }
  pipeline() {
    console.log('pipeline ran');
  }
  multi() {
    console.log('multi ran');
  }
  sendCommand() {
    console.log('sendCommand ran');
  }
  get callProcessJob() {
    console.log('a getter ran');
    return () => undefined;
  }
}
new Bus();
EventEmitter.call(
  new Proxy(
    {},
    {
      getPrototypeOf: () => {
        console.log('a trap ran');
        return null;
      },
      has: () => console.log('a trap ran'),
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
console.log(await counting.get('a'), pipelines);
console.log(await counting.pipeline([['get', 'a']]).exec(), pipelines);
counting.disconnect();

const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
const list = (at) =>
  new Proxy(['GET', 'a'], {
    get(target, name) {
      if (name === at) throw new Error(`${String(name)} was read by the profiler`);
      return Reflect.get(target, name);
    },
  });
console.log(await client.sendCommand(list('slice')));
const named = { toString: () => console.log('toString ran') };
console.log(await client.sendCommand([named, 'a']).catch((error) => error.name));
client.destroy();
