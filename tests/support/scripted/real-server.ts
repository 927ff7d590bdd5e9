/** A redis-server, where scripted lanes have a stand-in: to the modules of this folder the server's own are there. */
export { startEmbedded as startRealServer } from '../../../server/redis/private/embedded.ts';
