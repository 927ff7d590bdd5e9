/** A program that starts a private cluster and waits to be killed. */
import { startPrivateCluster } from '../../../server/redis/cluster/private-cluster.ts';

const { servers } = await startPrivateCluster({ root: process.argv[2] ?? '' });
process.stdout.write(`${JSON.stringify(servers.map(({ pid, folder }) => ({ pid, folder })))}\n`);
setInterval(() => undefined, 1000);
