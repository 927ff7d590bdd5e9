// A program that looks closely at what `unit` gives and throws.
import { setTimeout as sleep } from 'node:timers/promises';
import { unit } from '@roundtrip-lab/roundtrip/profile';
import { format } from 'node:util';

const print = (...values) => process.stdout.write(`${format(...values)}\n`);

const failing = async (message) => {
  await sleep(1);
  throw new Error(message);
};
const seen = (promise) => promise.catch((error) => `${error.name}: ${error.message}`);

const started = Object.assign(sleep(2, 'done'), { pid: 42 });
print(unit('started', () => started) === started, started.pid, await started);
class Counted extends Promise {}
print(unit('subclass', () => Counted.resolve(1)).constructor === Counted);
const lazy = { then: () => print('a query was sent') };
print(unit('lazy', () => lazy) === lazy);
const throwing = { toString: () => print('toString was called') };
print([42, undefined, Symbol('name'), throwing].map((name) => unit(name, () => 'any name')));
for (const wrong of [5, undefined])
  try {
    unit('no function', wrong);
  } catch (error) {
    print(`${error.name}: ${error.message}`);
  }
print(await seen(unit('handled', () => failing('handled'))));
print(await seen(unit('outer', () => unit('inner', async () => failing('handled twice')))));
const before = Promise.reject(new Error('handled before'));
before.catch(() => undefined);
unit('before', () => before);
await sleep(5);

// Nothing handles this one: Node ends the program.
unit('unhandled', () => unit('inner', () => failing('handled by nobody')));
await sleep(1000);
print('lived on');
