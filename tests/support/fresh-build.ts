import { buildIsStale } from '../../server/setup/freshness.mjs';

/** Global set-up of tests that start threads or programs from dist/: refuses one that was built from other sources. */
export default function freshBuild(): void {
  if (buildIsStale('.'))
    throw new Error(
      'dist/ was not built from these sources, and tests start threads and programs from it: npm run build',
    );
}
