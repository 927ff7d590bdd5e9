import type { RecordingDraw } from './draw.ts';

/** Odd deeds of a program: before its commands, after its second reply, and at its end. */
interface Oddity {
  before?: string;
  amid?: string;
  after?: string;
}

/** Puts a function in the place of one of the language; it throws where the profiler calls it. */
const throwsForProfiler = (...holders: string[]): string =>
  holders
    .map((holder) => {
      const [, of = '', name = ''] = /^(.*)\.(\w+)$/.exec(holder) ?? [];
      return `{ const usual = ${holder};
  ${of}.${name} = function (...given) {
    if (isProfiler()) throw new Error('${name} is the program’s');
    return apply(usual, this, given);
  }; }`;
    })
    .join('\n');

const oddities: Readonly<Record<string, Oddity>> = {
  'stacks of its own': {
    before: `const own = (Error.prepareStackTrace = (error, calls) => error.message + ' ' + typeof calls[0].getFileName());`,
    after: `print(Error.prepareStackTrace === own, new Error('x').stack);`,
  },
  'stacks that throw': {
    before: `Error.prepareStackTrace = () => { throw new Error('no stack'); };`,
    after: `try { print(new Error('x').stack); } catch (error) { print(error.message); }`,
  },
  'stacks by an accessor': {
    before: `let sets = 0; Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => void sets++, configurable: true });`,
    after: `print(sets, typeof Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace').get, new Error('x').stack.slice(0, 8));`,
  },
  'stacks that nobody changes': {
    before: `Object.defineProperty(Error, 'prepareStackTrace', { value: (error) => 'own ' + error.message });`,
    after: `print(new Error('x').stack);`,
  },
  'a depth of stacks by an accessor': {
    before: `let sets = 0; Object.defineProperty(Error, 'stackTraceLimit', { get: () => 3, set: () => void sets++, configurable: true });`,
    after: `print(sets, Error.stackTraceLimit);`,
  },
  'no depth of stacks': {
    before: `delete Error.stackTraceLimit;`,
    after: `print(Object.hasOwn(Error, 'stackTraceLimit'), new Error('x').stack);`,
  },
  'no stacks': {
    before: `Error.stackTraceLimit = 0;`,
    after: `print(Error.stackTraceLimit, new Error('x').stack);`,
  },
  'a frozen Error': {
    before: `Object.freeze(Error);`,
    after: `print(new Error('x').stack.split('\\n').length > 1, Object.isFrozen(Error));`,
  },
  'frozen prototypes': {
    before: `for (const one of [Object, Array, Function, Promise, Map, WeakMap, Set]) Object.freeze(one.prototype);`,
  },
  'a frozen client': {
    before: `Object.freeze(clientClass.prototype); Object.freeze(Object.getPrototypeOf(clientClass.prototype));`,
  },
  'get on Object.prototype': {
    before: `const own = (Error.prepareStackTrace = (error) => 'own ' + error.message); Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true });`,
    after: `delete Object.prototype.get; print(Error.prepareStackTrace === own, new Error('x').stack);`,
  },
  'toJSON on Object.prototype': {
    before: `let asked = 0; Object.defineProperty(Object.prototype, 'toJSON', { value() { asked++; return 'x'; }, configurable: true });`,
    after: `print(asked);`,
  },
  'setters on Object.prototype': {
    before: `let sets = 0; for (const name of ['isSampled', 'unit', 'line', 'stack', 'key', 'k', 'id', 't1', 'buf', 'long', 'got', 'of'])
  Object.defineProperty(Object.prototype, name, { get: () => undefined, set(value) { sets++; Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true }); }, configurable: true });`,
    after: `print(sets > 100);`,
  },
  'methods of arrays that throw': {
    before: throwsForProfiler(
      ...['push', 'map', 'flatMap', 'filter', 'find', 'slice', 'join', 'some'].map(
        (name) => `Array.prototype.${name}`,
      ),
    ),
  },
  'methods of maps that throw': {
    before: throwsForProfiler(
      'Map.prototype.get',
      'Map.prototype.set',
      'WeakMap.prototype.get',
      'WeakMap.prototype.set',
      'Set.prototype.add',
      'WeakSet.prototype.has',
    ),
  },
  'functions of the language that throw': {
    before: throwsForProfiler(
      'JSON.stringify',
      'Object.getOwnPropertyDescriptor',
      'Object.getPrototypeOf',
      'Reflect.apply',
      'Math.random',
      'Error.captureStackTrace',
      'Buffer.from',
    ),
  },
  'no iterator': {
    before: `{ const usual = Array.prototype[Symbol.iterator]; Array.prototype[Symbol.iterator] = function () { if (isProfiler()) throw new Error('iterated'); return apply(usual, this, []); }; }`,
  },
  'a Promise of its own': {
    before: `globalThis.Promise = class Own extends Promise {};`,
    after: `print(Promise.name, (await Promise.resolve(1)) === 1);`,
  },
  'a then of its own': {
    before: `{ const usual = Promise.prototype.then; Promise.prototype.then = function (...given) { return apply(usual, this, given); }; }`,
  },
  'writes of its own': {
    before: `let writes = 0; { const { Socket } = require('node:net'); const usual = Socket.prototype.write; Socket.prototype.write = function (...given) { writes++; return apply(usual, this, given); }; }`,
    after: `print(writes > 0);`,
  },
  'a file system of its own': {
    before: `{ const fs = require('node:fs'); for (const name of ['writeSync', 'openSync', 'fstatSync', 'readFileSync', 'statSync']) fs[name] = () => { throw new Error(name + ' is the program’s'); }; syncBuiltinESMExports(); }`,
  },
  'no globals': {
    // node-redis connects without an end where it lacks the last two.
    before: `for (const name of ['queueMicrotask', 'structuredClone', ...(clientClass.name === 'Redis' ? ['performance', 'setImmediate'] : [])]) delete globalThis[name];`,
  },
  'clocks that stand': {
    before: `performance.now = () => NaN; Date.now = () => NaN; process.hrtime = () => [0, 0];`,
  },
  'an exit amid its commands': { amid: `void client.get('never'); process.exit(3);` },
  'an exit code': { after: `process.exitCode = 5;` },
  'a signal to itself': {
    after: `process.kill(process.pid, 'SIGTERM'); await new Promise((resolve) => setTimeout(resolve, 1000));`,
  },
  'an abort': {
    amid: `process.kill(process.pid, 'SIGKILL'); await new Promise((resolve) => setTimeout(resolve, 1000));`,
  },
  'a throw in nextTick': { amid: `process.nextTick(() => { throw new Error('in nextTick'); });` },
  'a throw in nextTick that is caught': {
    before: `process.on('uncaughtException', (error) => print('caught', error.message));`,
    amid: `process.nextTick(() => { throw new Error('in nextTick'); }); await new Promise((resolve) => setTimeout(resolve, 5));`,
  },
  'a rejection that is reported': {
    before: `process.on('unhandledRejection', (reason) => print('unhandled', String(reason)));`,
    amid: `void unit('rejected', async () => { await client.get('x'); throw new Error('rejected'); }); await new Promise((resolve) => setTimeout(resolve, 50));`,
  },
  'a throw in exit': { before: `process.on('exit', () => { throw new Error('in exit'); });` },
  'an exit code in exit': { before: `process.on('exit', () => { process.exitCode = 9; });` },
  'no listeners': { amid: `process.removeAllListeners();` },
  'no environment': {
    before: `for (const name of Object.keys(process.env)) delete process.env[name]; process.env = {};`,
    after: `print(Object.keys(process.env).length);`,
  },
  'a child without an environment': {
    amid: `print(require('node:child_process').execFileSync(process.execPath, ['-p', '1 + 1'], { env: {} }).toString());`,
  },
  'another folder': { before: `process.chdir('/');`, after: `print(process.cwd());` },
  'a folder that is gone': {
    before: `{ const { mkdtempSync, rmSync } = require('node:fs'); const folder = mkdtempSync('/tmp/gone-'); process.chdir(folder); rmSync(folder, { recursive: true }); }`,
  },
  'a deep stack': {
    amid: `{ const deep = (left) => (left === 0 ? client.get('deep') : deep(left - 1)); print(await deep(4000)); }`,
  },
  'a stack without an end': {
    amid: `{ const deep = () => deep() + 1; print(await unit('deep', async () => { await client.get('x'); try { return deep(); } catch (error) { return error.name; } })); }`,
  },
  'ten thousand at once': {
    amid: `print((await Promise.all(Array.from({ length: 10_000 }, (_, at) => client.get('many:' + at)))).length);`,
  },
  'hostile names': {
    amid: String.raw`for (const name of ['\u001b[2J', '<img src=x onerror=alert(1)>', '__proto__', 'a\nb', '\0', 'x'.repeat(1e6), '\uD800']) print(await unit(name, async () => [await client.get(name), await client.get(name), await client.get(name)].length));`,
  },
  'hostile keys': {
    amid: `for (const key of ['__proto__', 'constructor', '', '\\u001b[2J', 'k'.repeat(1e6)]) print(await client.get(key));`,
  },
  'stdout that is closed': { after: `process.stdout.destroy();` },
  'stdout that ends': { after: `await new Promise((resolve) => process.stdout.end('the end\\n', resolve));` },
  'files that are closed': {
    amid: `{ const fs = require('node:fs'); for (let at = 3; at < 64; at++) try { if (fs.fstatSync(at).isFile()) fs.closeSync(at); } catch {}
  const file = process.env.SCRATCH; const own = fs.openSync(file, 'w'); for (let at = 0; at < 3; at++) await client.get('c'); fs.writeSync(own, 'own'); fs.closeSync(own); print(fs.readFileSync(file, 'utf8')); }`,
  },
  'a thread': {
    amid: `{ const { Worker } = require('node:worker_threads'); const thread = new Worker('require("node:worker_threads").parentPort.postMessage(1); setInterval(() => 0, 1000)', { eval: true }); print(await new Promise((resolve) => thread.once('message', resolve))); print(await thread.terminate()); }`,
  },
  'a context of its own': {
    amid: `{ const { AsyncLocalStorage } = require('node:async_hooks'); const own = new AsyncLocalStorage(); print(await own.run(7, async () => { await client.get('x'); return unit('in it', async () => { await client.get('y'); return own.getStore(); }); })); }`,
  },
  'emitters of its own': {
    before: `{ const { EventEmitter } = require('node:events'); const usual = EventEmitter.init; EventEmitter.init = function (...given) { return apply(usual, this, given); }; }`,
  },
  'no temporary files': {
    amid: `{ const fs = require('node:fs'); const os = require('node:os'); for (const name of fs.readdirSync(os.tmpdir())) if (name.startsWith('roundtrip-')) fs.rmSync(os.tmpdir() + '/' + name, { recursive: true }); }`,
  },
  'a pipe among the traces': {
    amid: `for (const folder of traceFolders()) require('node:child_process').execFileSync('mkfifo', [folder + '/x.jsonl']);`,
  },
  'a device among the traces': {
    amid: `for (const folder of traceFolders()) require('node:fs').symlinkSync('/dev/zero', folder + '/x.jsonl');`,
  },
  'a folder among the traces': {
    amid: `for (const folder of traceFolders()) require('node:fs').mkdirSync(folder + '/x.jsonl/y', { recursive: true });`,
  },
  'lines among the traces': {
    amid: `for (const folder of traceFolders()) require('node:fs').writeFileSync(folder + '/x.jsonl', '{"k":"meta","v":2}\\n{"k":"site","id":1,"frames":[["/dev/zero",1,1,"\\u001b[2J"]],"owner":"__proto__"}\\n{"k":"count","units":[["moon","constructor",1]],"commands":1,"recorded":0,"spentMs":0,"tookMs":0}\\n');`,
  },
};

const clients = {
  ioredis: {
    make: `const { default: clientClass } = require('ioredis');`,
    open: `const client = new clientClass(Number(PORT), { lazyConnect: true, retryStrategy: null }); client.on('error', () => undefined); await client.connect();`,
    close: `client.disconnect();`,
  },
  'node-redis': {
    make: `const { createClient } = require('@redis/client'); const clientClass = createClient().constructor;`,
    open: `const client = await createClient({ url: 'redis://127.0.0.1:' + PORT }).on('error', () => undefined).connect();`,
    close: `client.destroy();`,
  },
};

const works: Readonly<Record<string, { first: string; second: string }>> = {
  'outside of units': {
    first: `for (const key of ['a', 'b', 'c']) print(await client.get(key));`,
    second: `for (const key of ['d', 'e', 'f']) print(await client.get(key));`,
  },
  'in a unit': {
    first: `print(await unit('first', async () => [await client.get('a'), await client.get('b'), await client.get('c')]));`,
    second: `print(await unit('second', async () => [await client.get('a'), await client.get('b'), await client.get('c')]));`,
  },
  'side by side': {
    first: `print(await Promise.all(['a', 'b', 'c'].map((key) => client.get(key))));`,
    second: `print(await Promise.all(['d', 'e', 'f'].map((key) => unit(key, () => client.get(key)))));`,
  },
  'in a transaction': {
    first: `print(await client.multi().get('a').get('b').exec());`,
    second: `print(await client.multi().get('c').get('d').exec());`,
  },
};

export interface DrawnProgram {
  about: string;
  source: string;
}

/** A program that sends commands and does something odd besides. Its output is the same each time. */
export function drawProgram(draw: RecordingDraw): DrawnProgram {
  const [library, work] = [draw.oneOf(Object.keys(clients)), draw.oneOf(Object.keys(works))];
  const names = [
    ...new Set(Array.from({ length: 1 + draw.below(2) }, () => draw.oneOf(Object.keys(oddities)))),
  ];
  const { make, open, close } = clients[library as keyof typeof clients];
  const { first = '', second = '' } = works[work] ?? {};
  const chosen = names.map((name) => oddities[name] ?? {});
  const part = (of: keyof Oddity) => chosen.map((one) => one[of] ?? '').filter((text) => text !== '');
  // Blocks of their own: two oddities may have names in common.
  const source = `import { createRequire, syncBuiltinESMExports } from 'node:module';
import { format } from 'node:util';
const { PROJECT, PORT, MARK } = process.env;
const require = createRequire(PROJECT + 'package.json');
const apply = Reflect.apply;
const write = process.stdout.write.bind(process.stdout);
const print = (...values) => void write(format(...values) + '\\n');
const isProfiler = () => (new Error().stack ?? '').split('\\n')[3]?.includes(PROJECT + 'dist/') === true;
const traceFolders = () => { const { folder } = JSON.parse(process.env.ROUNDTRIP_PROFILE ?? '{}'); return folder ? [folder] : []; };
const { unit } = await import(MARK);
${make}
const later = [];
${chosen.map(({ before = '', after = '' }) => `{ ${before}\nlater.push(async () => { ${after} }); }`).join('\n')}
${open}
${first}
${part('amid')
  .map((text) => `{ ${text} }`)
  .join('\n')}
${second}
${close}
for (const one of later) await one();
`;
  return { source, about: `${library}, ${work}, ${names.join(', ')}` };
}
