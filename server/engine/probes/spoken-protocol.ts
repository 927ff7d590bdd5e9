import { endpointOfNode } from '../../redis/connection/connect.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { Endpoint, Target } from '../../redis/connection/target.ts';
import { openWire } from '../resp/wire-connection.ts';

/**
 * Why a server does not speak RESP3, as it says itself; `null`: it does. Tried as every client library does: a
 * connection that begins with HELLO 3. What else may be wrong with it is told by the lanes.
 */
async function refusesResp3(endpoint: Endpoint): Promise<string | null> {
  const [first] = endpoint.cluster?.nodes ?? [];
  try {
    const { socket } = await openWire(first ? endpointOfNode(endpoint, first) : endpoint, 3);
    socket.destroy();
    return null;
  } catch (error) {
    return error instanceof Error && error.name === 'ReplyError' ? error.message : null;
  }
}

/**
 * The target in the protocol that all lanes of a plan can speak with it, and why it is not the one that was asked for.
 * One version for all lanes: some libraries would fall back by themselves, and others fail.
 */
export async function inSpokenProtocol(
  target: Target,
  { lanes }: Pick<Plan, 'lanes'>,
): Promise<{ target: Target; refusal: string | null }> {
  const asked = lanes.some(({ workload }) => workload.resp === 3);
  const refusal = asked ? await refusesResp3(target.endpoint) : null;
  return {
    target: refusal === null ? target : { ...target, endpoint: { ...target.endpoint, resp: 2 } },
    refusal,
  };
}
