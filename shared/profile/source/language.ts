/* What the functions of the language do with what they are given. Names that a source declares itself are its own. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Functions whose answer is made of their arguments. Those that throw for some of them follow. */
export const pureFunctions = words(
  'Number String Boolean Symbol Date Error TypeError RangeError parseInt parseFloat isNaN isFinite structuredClone encodeURIComponent encodeURI escape unescape',
);
export const throwingFunctions = words(
  'BigInt decodeURIComponent decodeURI URL URLSearchParams TextDecoder TextEncoder DataView ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array BigInt64Array BigUint64Array Uint8ClampedArray',
);

/** Objects of the language, all of whose functions are made of their arguments, and those that throw. */
export const pureObjects = words('Math Number String Date Buffer Intl JSON Reflect');
export const throwingMethods = words('JSON.parse Buffer.from');
/** These say something to people and change nothing of the program. */
export const silentObjects = words('console');
/** Functions without a reply in what they answer. */
export const clocks = words(
  'performance.now process.hrtime process.uptime crypto.randomUUID process.memoryUsage',
);

/** Classes of the language whose instances hold what they are given. */
export const containers = words('Array Map Set WeakMap WeakSet Object');
export const errors = /^(?:[A-Z]\w*)?Error$/;

/** Functions of `Object`, `Array` and `Promise` that answer with what their arguments hold. */
export const holders = words(
  'Object.keys Object.values Object.entries Object.fromEntries Object.freeze Object.seal Object.is Object.hasOwn Object.create Object.groupBy Map.groupBy Array.from Array.of Array.isArray Promise.all Promise.allSettled Promise.race Promise.any Promise.resolve Promise.reject',
);

/** Methods of lists and texts that change what they are called on. */
export const changing = words(
  'push unshift splice reverse sort fill copyWithin delete clear add set append pop shift setTime setDate setHours setMonth setFullYear',
);
/** Methods of lists and texts that change nothing by themselves. */
export const reading = words(
  'map filter find findIndex findLast findLastIndex some every flatMap flat reduce reduceRight forEach toSorted toReversed toSpliced with slice concat join includes indexOf lastIndexOf at keys values entries has get split trim trimStart trimEnd toString toLowerCase toUpperCase toISOString getTime toFixed padStart padEnd replace replaceAll startsWith endsWith charAt charCodeAt codePointAt substring substr match matchAll search repeat localeCompare normalize valueOf toJSON toLocaleString equals hasOwnProperty',
);
/** Methods of promises. */
export const later = words('then catch finally');

/** Methods that open a batch or another connection of a client: what they answer is one as well. */
export const batches = words('multi pipeline batch duplicate');
