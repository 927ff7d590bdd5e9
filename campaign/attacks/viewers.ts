import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../shared/contract/live.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { Subject } from '../subject.ts';

const token = 'token-of-the-campaign';
/** A tenth of them stop reading. */
const slowShare = 0.1;
const newInASecond = 100;
/** Of a server with 1,000 viewers, 100 of which read nothing, MB. */
const mostGrowth = 200;
/** From the start of a run to its end at each viewer. */
const deliveredMs = 60_000;

type ViewerSocket = Socket<ServerToClientEvents>;
interface Viewer {
  socket: ViewerSocket;
  /** Ids of runs whose start and end it received. */
  starts: string[];
  ends: string[];
}

/** A crowd in which some read nothing and some connect and leave: all others receive each start and end of a run. */
export const viewers: Attack = {
  name: 'viewers',
  isTimed: true,
  about: 'up to 1,000 viewers in a run, a tenth of whom read nothing; then 100 that connect each second',
  async run({ scale }) {
    const found = new Findings();
    const subject = new Subject();
    let crowd: Viewer[] = [];
    let slow: Viewer[] = [];
    try {
      const server = subject.start(['start', '--port', '0'], { ROUNDTRIP_TOKEN: token });
      const url = await server.url();
      const before = server.memoryMb();
      crowd = await joined(url, casesAt(scale, { short: 40, pairs: 1000, full: 1000 }));
      slow = crowd.splice(0, Math.round(crowd.length * slowShare));
      for (const { socket } of slow) stopReading(socket);
      const runMs = casesAt(scale, { short: 500, pairs: 2000, full: 2000 });
      for (let times = 0; times < casesAt(scale, { short: 1, pairs: 3, full: 20 }); times++) {
        const id = await startRun(url, runMs);
        for (const [index, seen] of (await seenBy(crowd, id)).entries())
          found.add(`viewer ${index} of ${crowd.length} in run ${times}`, seen);
      }
      const grown = server.memoryMb() - before;
      found.notes.push(
        `memory of the server with ${crowd.length} viewers and ${slow.length} that read nothing: ${grown} MB more`,
      );
      found.add('memory', grown > mostGrowth ? `${grown} MB more, of at most ${mostGrowth}` : null);
      await comeAndGo(found, url, casesAt(scale, { short: 1, pairs: 10, full: 120 }));
      found.add('the server, after all of them', await server.wrongAt(url));
      const ended = await server.stop();
      found.add('its end, with all who still watch', ended ? null : 'had not ended 10 s after SIGTERM');
    } finally {
      for (const { socket } of [...crowd, ...slow]) socket.close();
      subject.remove();
    }
    return found;
  },
};

const connect = (url: string): ViewerSocket =>
  io(url, { transports: ['websocket'], forceNew: true, reconnection: false });

function watching(url: string): Viewer {
  const viewer: Viewer = { socket: connect(url), starts: [], ends: [] };
  viewer.socket.on('snapshot', (run) => {
    if (run?.state === 'running') viewer.starts.push(run.runId);
  });
  viewer.socket.on('finished', ({ id }) => viewer.ends.push(id));
  return viewer;
}

async function joined(url: string, count: number): Promise<Viewer[]> {
  const crowd: Viewer[] = [];
  while (crowd.length < count) {
    const next = Array.from({ length: Math.min(50, count - crowd.length) }, () => watching(url));
    await Promise.all(
      next.map(({ socket }) => new Promise<void>((resolve) => socket.once('connect', resolve))),
    );
    crowd.push(...next);
  }
  return crowd;
}

/** What arrives stays in the buffers of the connection. */
export function stopReading({ io: { engine } }: ViewerSocket): void {
  const { ws } = engine.transport as unknown as { ws?: { _socket?: { pause: () => void } } };
  if (!ws?._socket) throw new Error('no connection to stop reading from');
  ws._socket.pause();
}

async function startRun(url: string, durationMs: number): Promise<string> {
  const answer = await fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
      workload: { durationMs, warmupMs: 200 },
    }),
  });
  if (answer.status !== 201) throw new Error(`the run was refused: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** For each viewer what it missed, or was told twice, of a run. */
async function seenBy(crowd: readonly Viewer[], id: string): Promise<(string | null)[]> {
  const times = (ids: readonly string[]) => ids.filter((one) => one === id).length;
  const deadline = performance.now() + deliveredMs;
  while (performance.now() < deadline && crowd.some(({ ends }) => times(ends) === 0)) await pause(100);
  return crowd.map(({ starts, ends, socket }) => {
    const [begun, ended] = [times(starts), times(ends)];
    return begun === 1 && ended === 1
      ? null
      : `${begun} starts and ${ended} ends${socket.connected ? '' : '; its connection is lost'}`;
  });
}

/** Viewers that connect during a run and leave at once, some before they are welcomed. */
async function comeAndGo(found: Findings, url: string, seconds: number): Promise<void> {
  await startRun(url, 1000 * seconds);
  for (let second = 0; second < seconds; second++) {
    const guests = Array.from({ length: newInASecond }, () => connect(url));
    await pause(900);
    found.add(
      `${newInASecond} connects in second ${second}`,
      guests.some(({ connected }) => connected) ? null : 'none got in',
    );
    for (const guest of guests) guest.close();
    await pause(100);
  }
}
