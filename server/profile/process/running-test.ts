import { AsyncResource } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { ownData } from './own-data.ts';
import { afterwards, hasOwnMethods, onRead, type Prototype } from './prototypes.ts';

/** Tests of node:test and mocha that have started; those that are over are removed when somebody looks. */
let started: object[] = [];
/** Global objects in which Jest or Vitest runs tests, the newest first. A file of tests has one. */
let sandboxes: WeakRef<object>[] = [];
const mostSandboxes = 8;

/** Notes the tests of node:test and mocha, known by the methods of an emitter that they make before the first one. */
export function watchTests(prototype: Prototype): void {
  if (hasOwnMethods(prototype, 'runTest', 'runTests', 'runSuite'))
    onRead(prototype, 'runTest', function () {
      start(ownData(this, 'test'));
    });
  if (hasOwnMethods(prototype, 'ok', 'fail', 'plan', 'enqueue', 'dequeue'))
    onRead(AsyncResource.prototype as unknown as Prototype, 'runInAsyncScope', function () {
      if (isOfNode(this)) start(this);
    });
}

/** Notes the global objects of Jest, and those of Vitest where each file has one. */
export function watchSandboxes(): void {
  const vm = createRequire(import.meta.url)('node:vm') as unknown as Prototype;
  afterwards(vm, 'createContext', (context) => {
    if (typeof context !== 'object' || !context) return;
    if (process.env['JEST_WORKER_ID'] === undefined && process.env['VITEST'] === undefined) return;
    sandboxes = [new WeakRef(context), ...sandboxes.slice(0, mostSandboxes - 1)];
  });
}

/** The test in progress, as its runner has it; `null`: there is none, or which of several cannot be told. */
export const runningTest = (): object | null => inSandbox() ?? noted();

function start(test: unknown): void {
  if (typeof test === 'object' && test && !started.includes(test)) started.push(test);
}

/** A Test of Node, and neither a suite nor a hook. */
const isOfNode = (thing: object): boolean => {
  const type = ownData(thing, 'reportedType') ?? 'test';
  return (
    type === 'test' &&
    typeof ownData(thing, 'nesting') === 'number' &&
    ownData(thing, 'endTime') === null &&
    Array.isArray(ownData(thing, 'subtests')) &&
    ownData(thing, 'hookType') === undefined
  );
};

/** Node writes down when a test ended, mocha how. */
const isOver = (test: object): boolean =>
  typeof ownData(test, 'endTime') === 'bigint' || typeof ownData(test, 'state') === 'string';

/** The innermost of tests of which each is within the one before. */
function noted(): object | null {
  if (started.length === 0) return null;
  started = started.filter((test) => !isOver(test));
  const last = started.at(-1);
  return last && started.every((test, at) => at === 0 || parentOf(test) === started[at - 1]) ? last : null;
}

function inSandbox(): object | null {
  const worker = ownData(ownData(globalThis, '__vitest_worker__'), 'current');
  if (worker !== undefined) return ofVitest(worker);
  for (const reference of sandboxes) {
    const sandbox = reference.deref();
    if (!sandbox) continue;
    // A sandbox of Jest is a Proxy of Jest's, which passes on what is asked here.
    const valueOf = (key: PropertyKey): unknown => Reflect.getOwnPropertyDescriptor(sandbox, key)?.value;
    const state = Object.getOwnPropertySymbols(sandbox).find(isStateOfJest);
    if (state) return ofJest(valueOf(state));
    const current = ownData(valueOf('__vitest_worker__'), 'current');
    if (current !== undefined) return ofVitest(current);
  }
  return null;
}

/** True in a process that runs tests of Vitest, Jest or node:test. */
export const isInRunner = (): boolean =>
  '__vitest_worker__' in globalThis ||
  process.env['NODE_TEST_CONTEXT'] !== undefined ||
  Object.getOwnPropertySymbols(globalThis).some(isStateOfJest);

const isStateOfJest = ({ description }: symbol): boolean => description === 'JEST_STATE_SYMBOL';

const ofJest = (state: unknown): object | null => aloneOf(ownData(state, 'currentlyRunningTest'));

const ofVitest = (task: unknown): object | null => (ownData(task, 'type') === 'test' ? aloneOf(task) : null);

/** Runners keep one test in progress. Of those that run side by side it is the one that started last. */
const aloneOf = (test: unknown): object | null =>
  typeof test === 'object' && test && ownData(test, 'concurrent') !== true ? test : null;

const parentOf = (test: unknown): unknown => ownData(test, 'suite') ?? ownData(test, 'parent');

const mostSuites = 20;

/** The title of a test with those of its suites. */
export function titleOf(test: object): string {
  const names: string[] = [];
  for (let one: unknown = test; one && names.length < mostSuites; one = parentOf(one)) {
    const name = ownData(one, 'title') ?? ownData(one, 'name');
    const isFile = ownData(one, 'filepath') !== undefined;
    if (typeof name === 'string' && !isFile && !roots.has(name)) names.unshift(name);
  }
  return names.join(' > ').slice(0, 120) || 'test';
}

/** The names that runners give to what holds all tests of a file. */
const roots = new Set(['', '<root>', 'ROOT_DESCRIBE_BLOCK']);
