import type { CDPSession, Page } from 'playwright-core';

/** What a page cost over a while. Times in ms, sizes in bytes. */
export interface PageFigures {
  elapsedMs: number;
  /** From one frame to the next, and what of it the main thread worked. */
  frame: { interval: Spread; work: Spread };
  /** What is in use after a garbage collection. */
  heap: { begin: number; end: number };
  /**
   * Bytes of ticks, in kB per second of the run's clock. Not of the watch's: a slow browser reports several ticks at
   * once. The snapshot that a page gets after a reconnect does not count.
   */
  feedKbPerSecond: number;
  /** Comes once, at the end. */
  resultBytes: number;
  layoutShifts: string[];
}

export interface Spread {
  median: number;
  p95: number;
}

/** What the script in the page keeps. */
interface Kept {
  intervals: number[];
  works: number[];
  shifts: string[];
}

/** As a text: it runs in the page, which this side of the project knows nothing of. */
const script = `(() => {
  const kept = (window.figures = { intervals: [], works: [], shifts: [] });
  const channel = new MessageChannel();
  let began = 0;
  channel.port1.onmessage = () => kept.works.push(performance.now() - began);
  const frame = () => {
    const now = performance.now();
    if (began > 0) kept.intervals.push(now - began);
    began = now;
    // Heard once the frame is done: after styles, layout and paint.
    channel.port2.postMessage(0);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const nameOf = (node) => node?.nodeType === 1 ? node.tagName + '.' + node.className : String(node?.nodeName);
  new PerformanceObserver((list) => {
    // Less than that is a digit that is wider than the one before.
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput && value >= 0.0005) kept.shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => nameOf(node)).join(', '));
  }).observe({ type: 'layout-shift' });
})()`;

/** Watches a page that is open, by the browser's debugging protocol. */
export class PageWatch {
  readonly #page: Page;
  readonly #session: CDPSession;
  #ticks: { runMs: number; bytes: number }[] = [];
  #resultBytes = 0;
  #begin = { atMs: 0, heap: 0 };

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
    session.on('Network.webSocketFrameReceived', ({ response }) => {
      const bytes = Buffer.byteLength(response.payloadData);
      if (/^\d+\["finished"/.test(response.payloadData)) this.#resultBytes += bytes;
      const tick = /^\d+\["tick",.*?"elapsedMs":([\d.]+)/.exec(response.payloadData);
      if (tick) this.#ticks.push({ runMs: Number(tick[1]), bytes });
    });
  }

  /** To be called before the page opens its feed: sockets that are open already are not seen. */
  static async of(page: Page): Promise<PageWatch> {
    const session = await page.context().newCDPSession(page);
    for (const domain of ['Network', 'Performance', 'HeapProfiler'] as const)
      await session.send(`${domain}.enable`);
    return new PageWatch(page, session);
  }

  /** First paint of the page as it was loaded, ms. */
  async firstPaintMs(): Promise<number> {
    return Number(
      await this.#page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`),
    );
  }

  async begin(): Promise<void> {
    await this.#page.evaluate(script);
    this.#ticks = [];
    this.#begin = { atMs: performance.now(), heap: await this.#heap() };
  }

  async end(): Promise<PageFigures> {
    const kept = await this.#page.evaluate<Kept>('window.figures');
    const elapsedMs = performance.now() - this.#begin.atMs;
    const feedKbPerSecond = perRunMs(this.#ticks);
    return {
      elapsedMs,
      frame: { interval: spread(kept.intervals), work: spread(kept.works) },
      heap: { begin: this.#begin.heap, end: await this.#heap() },
      feedKbPerSecond,
      resultBytes: this.#resultBytes,
      layoutShifts: kept.shifts,
    };
  }

  async #heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN;
  }
}

/** The first tick does not count: its samples are from before the watch. */
function perRunMs(ticks: readonly { runMs: number; bytes: number }[]): number {
  const bytes = ticks.slice(1).reduce((sum, tick) => sum + tick.bytes, 0);
  return bytes / ((ticks.at(-1)?.runMs ?? 0) - (ticks[0]?.runMs ?? 0));
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? NaN;
  return { median: at(0.5), p95: at(0.95) };
}
