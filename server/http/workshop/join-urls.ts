import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { isLoopback } from '../plugins/access.ts';

export interface JoinOptions {
  /** The address that the server is bound to, and its port. */
  host: string;
  port: number;
  /** Further names it may be called by, `name` or `name:port`: whoever set them knows how others reach it. */
  allowedHosts?: readonly string[];
  interfaces?: NodeJS.Dict<NetworkInterfaceInfo[]>;
}

/** Networks that lie within this machine: of containers, of virtual machines. */
const inner = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman|bridge)/i;

/**
 * Where the page can be opened from other machines, the likeliest first; none when only this one reaches it. The
 * presenter's token is in none of them.
 */
export function joinUrls({
  host,
  port,
  allowedHosts = [],
  interfaces = networkInterfaces(),
}: JoinOptions): string[] {
  const named = allowedHosts.filter(isOutside).map((name) => (/:\d+$/.test(name) ? name : `${name}:${port}`));
  const numbered = boundTo(host, interfaces).map((address) => `${bracketed(address)}:${port}`);
  return [...new Set([...named, ...numbered])].map((place) => new URL(`http://${place}/`).href);
}

const isOutside = (name: string): boolean => !isLoopback(name.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''));

function boundTo(host: string, interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  if (isLoopback(host)) return [];
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const outside = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ ...address, name })))
    .filter(({ internal }) => !internal);
  const [v4, v6] = [
    outside.filter(({ family }) => family === 'IPv4'),
    // An address of the link alone needs the name of an interface, which no address bar takes.
    outside.filter(({ family, address }) => family === 'IPv6' && !/^fe[89ab]/i.test(address)),
  ];
  const reached = host === '::' ? [...v4, ...v6] : v4;
  const [outer, within] = [
    reached.filter(({ name }) => !inner.test(name)),
    reached.filter(({ name }) => inner.test(name)),
  ];
  return [...outer, ...within].map(({ address }) => address);
}

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);
