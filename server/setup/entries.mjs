// @ts-check

/**
 * What a script of package.json runs, and with which words on its command line.
 * @param {string} command
 * @param {readonly string[]} args
 */
export const programFor = (command, args) =>
  command === 'start'
    ? { entry: 'dist/server/http/main.js', words: [...args] }
    : { entry: 'dist/server/cli/main.js', words: [command, ...args] };

/**
 * Whether a private Redis server will be started: not where another one is named, or where only help is wanted.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export const needsServer = (args, env) =>
  !env.ROUNDTRIP_URL && !args.some((arg) => /^(-u|--url\b|--help$|-h$)/.test(arg));
