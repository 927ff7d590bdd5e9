import { loadCurve } from '../../../shared/sweep/load-curve.ts';
import { LoadRatesInvalid, readLoadRates } from '../../../shared/words/load-rates.ts';
import { assertSeries } from '../../engine/sweep/assert-series.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';
import { curveToJudge } from '../gate/assertions/evaluate.ts';
import { Gate, readGateCall } from '../gate/gate.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Terminal } from '../output/terminal.ts';
import { benchBy, seriesOf } from './bench.ts';

/** `bench --load-curve`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export function benchLoadCurve(given: GivenOptions, terminal: Terminal): Promise<number> {
  const rates = loadRatesIn(given);
  const gateCall = readGateCall(given);
  return benchBy(given, terminal, {
    // Options of an open loop need a rate, and what a lane cannot do at one, it cannot do at any.
    sets: [['workload', 'rps'], rates[0]],
    ready: (plan) => {
      assertSeries('a load curve', plan);
      const gate = new Gate(gateCall, { plan, rates });
      return seriesOf(
        (measured) => loadCurve(measured, rates),
        (result) => gate.assertionsOn(curveToJudge(result)),
      );
    },
  });
}

/** The rates, from low to high. Throws UsageError. */
export function loadRatesIn({ values, inFile }: GivenOptions): number[] {
  const name = inFile('load-curve') ?? '--load-curve';
  try {
    return readLoadRates(lastOf(values, 'load-curve') ?? '');
  } catch (error) {
    if (!(error instanceof LoadRatesInvalid)) throw error;
    throw new UsageError(`${name}: ${error.message}`, { cause: error });
  }
}
