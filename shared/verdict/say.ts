import { formatMs } from '../words/format.ts';
import type { Verdict } from '../contract/lane-result.ts';
import type { Bottleneck, Load } from '../contract/bottleneck.ts';

export type Said = Omit<Verdict, 'bound'>;

/** A verdict in a language. Shares come as "12 %", times as "5.000 ms". */
export interface VerdictWords {
  unmeasured: Said;
  rate: (reached: string) => Said;
  bandwidth: (mbit: string, ofMbit: number) => Said;
  serverCpu: (busy: string, batches: boolean) => Said;
  clientCpu: (busy: string, threads: number, batches: boolean) => Said;
  /** The advice where little is left to be gained. */
  atRoofline: (share: string) => string;
  roundTrip: (evidence: string, batches: boolean) => Said;
  untold: (evidence: string, knowsServer: boolean) => Said;
  /** The evidence of the two above; `ping` only where nothing is known of the server. */
  load: (client: string, server: string | null, trip: string, ping: string | null) => string;
}

/** The finding as a sentence with its evidence, and what would help. */
export const sayVerdict = (finding: Bottleneck, words: VerdictWords): Verdict => ({
  bound: finding.bound,
  ...said(finding, words),
});

function said(finding: Bottleneck, words: VerdictWords): Said {
  switch (finding.bound) {
    case 'rate':
      return words.rate(percent(finding.reached));
    case 'bandwidth':
      return words.bandwidth(finding.mbit.toFixed(1), finding.ofMbit);
    case 'server-cpu':
    case 'client-cpu': {
      const { busy, batches, ofRoofline } = finding;
      const found =
        finding.bound === 'server-cpu'
          ? words.serverCpu(percent(busy), batches)
          : words.clientCpu(percent(busy), finding.threads, batches);
      return ofRoofline === null ? found : { ...found, advice: words.atRoofline(percent(ofRoofline)) };
    }
    case 'round-trip':
      return words.roundTrip(inWords(finding.load, words), finding.batches);
    case 'none':
      return finding.load === null
        ? words.unmeasured
        : words.untold(inWords(finding.load, words), finding.load.server !== null);
  }
}

const inWords = ({ client, server, tripMs, pingMs }: Load, words: VerdictWords) =>
  words.load(
    percent(client),
    server === null ? null : percent(server),
    ms(tripMs),
    server === null && pingMs !== null ? ms(pingMs) : null,
  );

const percent = (share: number) => `${Math.round(share * 100)} %`;
const ms = (value: number | null) => `${formatMs(value ?? NaN)} ms`;
