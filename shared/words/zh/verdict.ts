import type { Load } from '../../contract/verdict.ts';
import { numbers } from './numbers.ts';
import { severalTrips, type VerdictWords } from '../words.ts';

const batching = '换用批量策略：这些开销大多按往返次数计，而不是按命令数计。';

const nothingToGain = (share: number) =>
  `没有余地了：已达性能上限（不用客户端库的裸套接字）的 ${numbers.percent(share)}。`;

const evidence = ({ client, server, tripMs, meanTripMs, pingMs }: Load) => {
  const busy =
    server === null
      ? `客户端 ${numbers.percent(client)} 的时间在忙`
      : `客户端 ${numbers.percent(client)}、服务器 ${numbers.percent(server)} 的时间在忙`;
  // Of a lane that a cache answers, the trips are not known.
  if (tripMs === null) return busy;
  const ping =
    server !== null || pingMs === null || pingMs > tripMs
      ? ''
      : `，而单独一个 PING 至少要 ${numbers.inMs(pingMs)}`;
  const mean = meanTripMs === undefined ? '' : `，平均 ${numbers.inMs(meanTripMs)}：有些往返要久得多`;
  return `${busy}，一次往返 ${numbers.inMs(tripMs)}（p50）${ping}${mean}`;
};

export const verdict: VerdictWords = {
  unmeasured: () => ({ sentence: '没有测到速率。', advice: '原因请看错误信息或警告。' }),
  rate: ({ reached }) => ({
    sentence: `受限于设定的速率：达到了它的 ${numbers.percent(reached)}。`,
    advice: '提高速率，才能看出极限在哪里。',
  }),
  bandwidth: ({ mbit, ofMbit }) => ({
    sentence: `受限于带宽：${ofMbit} Mbit/s 中用了 ${numbers.fixed(mbit, 1)}。`,
    advice: '减少字节：更小或压缩过的载荷、更短的键、一条命令处理多个键。',
  }),
  proxy: ({ busy }) => ({
    sentence: `受限于本程序自己的代理：其线程有 ${numbers.percent(busy)} 的时间在忙。`,
    advice: '这里的极限不在 Redis，也不在策略：用更大的写入，或用真实网络代替代理。',
  }),
  'server-cpu': ({ busy, batches, ofRoofline }) => ({
    sentence: `受限于服务器 CPU：主线程 ${numbers.percent(busy)} 的时间在忙。`,
    advice:
      ofRoofline !== null
        ? nothingToGain(ofRoofline)
        : batches
          ? '更少或开销更小的命令，或更多服务器。'
          : batching,
  }),
  'client-cpu': ({ busy, threads, batches, ofRoofline }) => ({
    sentence: `受限于客户端 CPU：${threads === 1 ? '线程' : `${threads} 个线程`} ${numbers.percent(busy)} 的时间在忙。`,
    advice:
      ofRoofline !== null ? nothingToGain(ofRoofline) : batches ? '更多线程，或更少的字节和命令。' : batching,
  }),
  // What helps is said once, of all lanes.
  cores: ({ waiting }) => ({ sentence: `有 ${numbers.percent(waiting)} 的时间在等待 CPU。`, advice: '' }),
  'all-failed': ({ failed, failure }) => ({
    sentence: `什么都没有完成：全部 ${numbers.count(failed)} 条命令都失败了（${failure}）。`,
    advice: '这条赛道无法对比。如果这是服务器的回复，用 redis-cli 能看到完整的错误信息。',
  }),
  'round-trip': ({ load, batches, trips }) => ({
    sentence: `受限于往返等待：${evidence(load)}。`,
    advice:
      trips !== undefined
        ? trips < severalTrips
          ? '增加连接：一个单元只需一次往返。'
          : '减少单元内的往返，或增加连接。'
        : batches
          ? '加大批量，或增加连接。'
          : '换用批量策略，或增加连接。',
  }),
  unclear: ({ load }) => ({
    sentence: `${load.server === null ? '不知道服务器的负载，' : ''}无法判断受什么限制：${evidence(load)}。`,
    advice: '增加连接或加大批量，可以看出离哪个极限更近。',
  }),
};
