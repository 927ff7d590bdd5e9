import type { LineMessages } from './en.ts';

export const lines: LineMessages = {
  planFile: '命令选项无法表达全部设置：请把下面的方案存为 plan.json。',
  clone: '在提供本页面的 Roundtrip 文件夹里运行。',
  join: '请用 --join URL 或 ROUNDTRIP_JOIN 指定控制 Redis：本页不知道它的地址。',
  gate: '加到上面的命令后即为 CI 关卡：不成立时退出码为 99。',
  tools: '用于其他工具',
  toolsMore: '其他工具，一次一条赛道：它们既不预热也不轮流，比较数字时要当心。',
  notes: {
    strategy: '只有 Roundtrip 这样发送：该工具中间没有客户端库。',
    mix: '该工具一次只发一种命令，不能混合。',
    command: '该工具无法表达这条命令。',
    'private server': '私有服务器只在运行期间存在：请自行在 127.0.0.1:6379 启动 redis-server。',
    address: '请填上服务器的地址。',
    'server settings': '私有服务器的设置要由你自己的服务器来配置。',
    agents: '该工具只从一台机器发送。',
    network: '该工具不会附加往返时间、抖动或带宽限制。',
    'no duration': '它只按次数停止：请按可用时间选择 -n。',
    arrivals: '它的命令按相等的间隔到达。',
    'whole seconds': '它的时间只能是整秒。',
    rate: '它没有速率选项：收到回复就发，能多快就多快。',
    connections: '它的每个线程连接数相同：会少几个连接。',
    sizes: '它的载荷大小都一样。',
    keys: '它均匀抽取键，键名也是它自己的。',
    'empty keys': '它不会先写入键：读取的键并不存在。',
    members: '它的成员是载荷，而不是数字。',
  },
};
