/** A program that starts a private server and then ends, or not, as its second argument says. */
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { startOf } from '../../../server/redis/private/leftovers.ts';

const [, , root = '', ending] = process.argv;
const { pid, folder, target } = await startEmbedded({ root });
process.stdout.write(`${JSON.stringify({ pid, folder, port: target.endpoint.port })}\n`);

switch (ending) {
  case 'wait':
    setInterval(() => undefined, 1000);
    break;
  case 'throw':
    setTimeout(() => {
      throw new Error('an error nobody caught');
    });
    break;
  case 'exit':
    process.exit(3);
    break;
  case 'own-handler':
    // It still needs its server while it closes in good order.
    process.on('SIGTERM', () => setTimeout(() => process.exit(startOf(pid) === null ? 1 : 7), 100));
    setInterval(() => undefined, 1000);
    break;
  default:
}
