import { page } from './html/page.ts';
import type { Reporter } from './reporter.ts';

/** One page with charts that needs nothing else: it opens offline, and holds the result within. */
export const html: Reporter = {
  id: 'html',
  help: 'one page with charts that opens offline',
  report(report, write) {
    write(page(report));
  },
};
