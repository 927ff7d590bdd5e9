import { afterEach, expect, test } from 'vitest';
import { keepStack, Sites } from '../../server/profile/process/sites.ts';
import { projectRoot } from '../support/project-root.ts';

const names = ['prepareStackTrace', 'stackTraceLimit'] as const;
const usual = names.map((name) => Object.getOwnPropertyDescriptor(Error, name));
const restore = () => {
  for (const [at, name] of names.entries()) {
    const descriptor = usual[at];
    if (descriptor) Object.defineProperty(Error, name, descriptor);
    else Reflect.deleteProperty(Error, name);
  }
};
afterEach(restore);

const siteOfThis = (): number | null => {
  const stack = keepStack(siteOfThis);
  return new Sites(projectRoot, () => undefined).idOf(stack, 0);
};

test.each(names)('A setter of the program for Error.%s is not called', (name) => {
  expect(siteOfThis()).toBe(1);
  let sets = 0;
  const value = Error[name];
  Object.defineProperty(Error, name, {
    get: () => value,
    set: () => sets++,
    configurable: true,
  });
  siteOfThis();
  const isAccessor = Object.hasOwn(Object.getOwnPropertyDescriptor(Error, name) ?? {}, 'get');
  expect([sets, isAccessor]).toEqual([0, true]);
});

test('Error is as it was where all objects have a get', () => {
  const own = (error: Error) => `own ${error.message}`;
  Error.prepareStackTrace = own;
  Object.defineProperty(Object.prototype, 'get', { value: 1, configurable: true });
  try {
    siteOfThis();
  } catch {
    // What is recorded then does not matter here.
  }
  Reflect.deleteProperty(Object.prototype, 'get');
  const isOwn = Error.prepareStackTrace === own;
  restore();
  expect(isOwn).toBe(true);
});

test('A depth that was taken away is not put back', () => {
  Reflect.deleteProperty(Error, 'stackTraceLimit');
  siteOfThis();
  const isThere = Object.hasOwn(Error, 'stackTraceLimit');
  restore();
  expect(isThere).toBe(false);
});
