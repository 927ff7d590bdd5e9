/** Commands whose method takes the words of the line one by one, and gives the reply as it came. */
export const sentByMethod: ReadonlySet<string> = new Set([
  'PING',
  'SET',
  'GET',
  'SETEX',
  'INCR',
  'APPEND',
  'LPUSH',
  'RPUSH',
  'LPOP',
  'LRANGE',
  'SADD',
  'HSET',
  'HGET',
  'DEL',
]);

/** The other commands of @redis/client that a lane or the client itself calls. The build leaves out the rest. */
const calledByName = {
  mGet: 'MGET',
  mSet: 'MSET',
  scriptLoad: 'SCRIPT_LOAD',
  AUTH: 'AUTH',
  CLIENT_SETNAME: 'CLIENT_SETNAME',
  READONLY: 'READONLY',
};

/** What its cache answers: the build leaves out what the library knows of the other commands. */
const cachedCommands = ['get', 'hget', 'lrange'];

/** What stands for `command-metadata-data.js` of @redis/client in the build. */
export const metadataInBuild = (): string => {
  const isRead = { isKeyless: false, flags: ['readonly'] };
  const known = Object.fromEntries(cachedCommands.map((name) => [name, isRead]));
  return `exports.COMMAND_METADATA = ${JSON.stringify({ std: known })};`;
};

/** What stands for `commands/index.js` of @redis/client in the build: 24 of its 409 commands. */
export const commandsInBuild = (): string =>
  `exports.__esModule = true; exports.default = { ${[
    ...[...sentByMethod].map((name) => [name, name] as const),
    ...Object.entries(calledByName),
  ]
    .map(([method, file]) => `${method}: require('./${file}').default`)
    .join(', ')} };`;
