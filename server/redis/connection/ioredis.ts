const load = () => import('ioredis');

let loading: ReturnType<typeof load> | undefined;

/** ioredis, loaded for the first connection: help and descriptions of strategies do without it. */
export const loadIoredis = (): ReturnType<typeof load> => (loading ??= load());
