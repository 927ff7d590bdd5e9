import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PlanInput } from '../../shared/contract/plan.ts';
import type { Result } from '../../shared/contract/result.ts';
import { builtFile } from '../../server/built.ts';

const main = fileURLToPath(builtFile('server/http/main.js'));

/** The server as users start it, in a process of its own, and what the kernel says of it. */
export class MeasuredServer {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(): Promise<MeasuredServer> {
    const child = spawn(process.execPath, [main, '--port', '0', '--history', 'off'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    while (!/http:\S+\n/.test(said)) {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      said += chunk.toString();
    }
    return new MeasuredServer(child, new URL(/http:\S+/.exec(said)?.[0] ?? '').origin);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
  }

  /**
   * CPU time of the main thread, which serves viewers and is none of the lanes', ms: utime and stime of proc(5) are
   * ticks of 10 ms, so the scheduler's nanoseconds are read.
   */
  mainThreadMs(): number {
    const { pid = 0 } = this.#child;
    const [onCpu] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(onCpu) / 1e6;
  }

  /** Resolves with the id. */
  async startRun(plan: PlanInput): Promise<string> {
    const answer = await fetch(`${this.url}/api/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    return ((await answer.json()) as { id: string }).id;
  }

  async resultOf(id: string): Promise<Result> {
    for (;;) {
      const answer = await fetch(`${this.url}/api/runs/${id}`);
      if (answer.ok) return (await answer.json()) as Result;
      await answer.arrayBuffer();
      await sleep(500);
    }
  }

  /** How long it takes until the run has ended, ms. */
  async stop(): Promise<number> {
    const began = performance.now();
    const answer = await fetch(`${this.url}/api/runs/current`, { method: 'DELETE' });
    const { ended } = (await answer.json()) as { ended: boolean };
    return ended ? performance.now() - began : Infinity;
  }
}
