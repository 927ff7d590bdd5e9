import { endpointOfNode } from '../../redis/connection/connect.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { openWire } from '../resp/wire-connection.ts';

/**
 * Why a server does not speak RESP3, as it says itself; `null`: it does. Tried as every client library does: a
 * connection that begins with HELLO 3. What else may be wrong with it is told by the lanes.
 */
export async function refusesResp3(endpoint: Endpoint): Promise<string | null> {
  const [first] = endpoint.cluster?.nodes ?? [];
  try {
    const { socket } = await openWire(first ? endpointOfNode(endpoint, first) : endpoint, 3);
    socket.destroy();
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'ReplyError' ? error.message : null;
  }
}
