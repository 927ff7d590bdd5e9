/** 文献的测量环境。 */
export const environments = {
  document0:
    '客户端 1 核、1 GB；服务器为 Xeon E5-2682 v4 2.5 GHz 的 2 核、4 GB。1000 Mbit/s 局域网；不用 AOF，也不做快照',
  document2: '回环，默认设置',
  document4: '虚拟机，1.99 GHz 的 2 核、3.7 GB',
} as const;
