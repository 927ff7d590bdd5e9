// @ts-check
/**
 * Keeps a package from starting its system service. Debian and Ubuntu start a service as soon as its package is
 * installed, unless /usr/sbin/policy-rc.d says no (https://people.debian.org/~hmh/invokerc.d-policyrc.d-specification.txt).
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const policyPath = '/usr/sbin/policy-rc.d';
const marker = '# Temporary, by a preparation of Roundtrip; the file before it is beside it.';

/**
 * Carries `action` out while no service may be started. What stood in the place of the policy comes back
 * afterwards, also what an earlier preparation that was killed has left aside.
 * @template T
 * @param {() => Promise<T>} action
 * @param {string} [path] The policy file.
 * @returns {Promise<T>}
 */
export async function withoutStartingServices(action, path = policyPath) {
  restore(path);
  if (existsSync(path)) renameSync(path, aside(path));
  try {
    writeFileSync(path, `#!/bin/sh\n${marker}\nexit 101\n`, { mode: 0o755, flag: 'wx' });
    return await action();
  } finally {
    restore(path);
  }
}

/** @param {string} path */
function restore(path) {
  if (existsSync(path) && readFileSync(path, 'utf8').includes(marker)) rmSync(path);
  if (existsSync(aside(path)) && !existsSync(path)) renameSync(aside(path), path);
}

/** @param {string} path */
const aside = (path) => `${path}.before-roundtrip`;

/** The services that come with a Redis server's packages. */
const redisServices = ['redis-server', 'redis', 'valkey-server', 'valkey'];

/** How this machine starts services. */
const thisMachine = {
  hasSystemd: existsSync('/run/systemd/system'),
  /** @param {string} name */
  hasScript: (name) => existsSync(`/etc/init.d/${name}`),
  /** @param {string[]} command */
  ask: ([program = '', ...args]) => {
    const { status, stdout } = spawnSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return { status, answer: stdout?.trim() ?? '' };
  },
};

/**
 * The Redis services that run now, or start with the machine.
 * @param {typeof thisMachine} [machine]
 * @returns {string[]}
 */
export function redisServicesInUse({ hasSystemd, hasScript, ask } = thisMachine) {
  return redisServices.filter((name) =>
    hasSystemd
      ? ask(['systemctl', 'is-active', name]).answer === 'active' ||
        ask(['systemctl', 'is-enabled', name]).answer === 'enabled'
      : hasScript(name) && ask(['service', name, 'status']).status === 0,
  );
}

/**
 * The command that stops a service and keeps it from starting with the machine.
 * @param {string} name
 * @param {{ hasSystemd: boolean }} [machine]
 */
export const stopCommand = (name, { hasSystemd } = thisMachine) =>
  hasSystemd ? ['systemctl', 'disable', '--now', name] : ['service', name, 'stop'];
