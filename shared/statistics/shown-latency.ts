/**
 * The latency that is said of a lane. In an open loop it counts from the moment a command was due, so that waiting in
 * the queue counts; elsewhere from its call. `null`: no command was answered.
 */
export const shownLatency = <Latency>({
  command,
  response,
}: {
  command: Latency | null;
  response?: Latency | null | undefined;
}): Latency | null => response ?? command;
