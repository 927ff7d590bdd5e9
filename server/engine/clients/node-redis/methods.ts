import { cacheable, commandIds, commands } from '../../../../shared/commands/workload.ts';

/** The other commands of @redis/client that a lane or the client itself calls. The build leaves out the rest. */
const calledByName = {
  mGet: 'MGET',
  mSet: 'MSET',
  scriptLoad: 'SCRIPT_LOAD',
  AUTH: 'AUTH',
  CLIENT_SETNAME: 'CLIENT_SETNAME',
  READONLY: 'READONLY',
};

/** The build has this in place of `command-metadata-data.js` of @redis/client: its cache answers no other command. */
export const metadataInBuild = (): string => {
  const isRead = { isKeyless: false, flags: ['readonly'] };
  const known = Object.fromEntries(cacheable().map((id) => [id, isRead]));
  return `exports.COMMAND_METADATA = ${JSON.stringify({ std: known })};`;
};

/** The build has this in place of `commands/index.js` of @redis/client. */
export const commandsInBuild = (): string =>
  `exports.__esModule = true; exports.default = { ${[
    ...commandIds
      .filter((id) => !commands[id].hasOwnMethod)
      .map((id) => [commands[id].name, commands[id].name]),
    ...Object.entries(calledByName),
  ]
    .map(([method, file]) => `${method}: require('./${file}').default`)
    .join(', ')} };`;
