/** What the build was told: `DEMO_URL=https://… npm run build`. */
declare const DEMO_URL: string | null | undefined;

/** Where a page without a server opens results that are in its address; `null`: nowhere that this build knows. */
export const demoUrl = (here: string): URL | null =>
  typeof DEMO_URL === 'undefined' || DEMO_URL === null ? null : new URL(DEMO_URL, here);
