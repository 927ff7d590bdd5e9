// A program that looks closely at what `unit` gives and throws.
import { setTimeout as sleep } from 'node:timers/promises';
import { unit } from '@roundtrip-lab/roundtrip/profile';

const failing = async (message) => {
  await sleep(1);
  throw new Error(message);
};
const seen = (promise) => promise.catch((error) => `${error.name}: ${error.message}`);

const started = Object.assign(sleep(2, 'done'), { pid: 42 });
console.log(unit('started', () => started) === started, started.pid, await started);
class Counted extends Promise {}
console.log(unit('subclass', () => Counted.resolve(1)).constructor === Counted);
const lazy = { then: () => console.log('a query was sent') };
console.log(unit('lazy', () => lazy) === lazy);
const throwing = { toString: () => console.log('toString was called') };
console.log([42, undefined, Symbol('name'), throwing].map((name) => unit(name, () => 'any name')));
for (const wrong of [5, undefined])
  try {
    unit('no function', wrong);
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
console.log(await seen(unit('handled', () => failing('handled'))));
console.log(await seen(unit('outer', () => unit('inner', async () => failing('handled twice')))));
const before = Promise.reject(new Error('handled before'));
before.catch(() => undefined);
unit('before', () => before);
await sleep(5);

// Nothing handles this one: Node ends the program.
unit('unhandled', () => unit('inner', () => failing('handled by nobody')));
await sleep(1000);
console.log('lived on');
