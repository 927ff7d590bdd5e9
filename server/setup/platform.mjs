// @ts-check
/** What a machine's package manager calls the programs that Roundtrip needs, and the commands that install them. */

/** @typedef {'redis' | 'chromium'} Program */
/** @typedef {'apt-get' | 'dnf' | 'apk' | 'pacman' | 'brew'} PackageManager */

/**
 * Per manager: the refresh of its lists, its install command, what is added to both when nobody watches, and the
 * packages to try, in order: distributions differ in which of Redis and Valkey they carry.
 * @type {Record<PackageManager, {
 *   refresh?: string[], install: string[], unattended?: string[], packages: Record<Program, [string, ...string[]]>, asRoot: boolean
 * }>}
 */
const managers = {
  'apt-get': {
    refresh: ['apt-get', 'update'],
    // Chromium recommends printing, sound and network services.
    install: ['apt-get', 'install', '-y', '--no-install-recommends'],
    unattended: ['-qq', '-o', 'DPkg::Lock::Timeout=600'],
    packages: {
      redis: ['redis-server', 'valkey-server'],
      chromium: ['chromium-headless-shell', 'chromium', 'chromium-browser'],
    },
    asRoot: true,
  },
  dnf: {
    install: ['dnf', 'install', '-y'],
    packages: { redis: ['valkey', 'redis'], chromium: ['chromium'] },
    asRoot: true,
  },
  apk: {
    install: ['apk', 'add', '--no-cache'],
    packages: { redis: ['redis', 'valkey'], chromium: ['chromium'] },
    asRoot: true,
  },
  pacman: {
    refresh: ['pacman', '-Sy'],
    install: ['pacman', '-S', '--noconfirm', '--needed'],
    packages: { redis: ['valkey', 'redis'], chromium: ['chromium'] },
    asRoot: true,
  },
  brew: {
    install: ['brew', 'install'],
    packages: { redis: ['redis', 'valkey'], chromium: ['google-chrome'] },
    asRoot: false,
  },
};

/**
 * The package manager of this machine, or null. Homebrew comes first on a Mac only: elsewhere it is an extra.
 * @param {NodeJS.Platform} platform
 * @param {(name: string) => boolean} isInstalled
 * @returns {PackageManager | null}
 */
export function packageManagerOf(platform, isInstalled) {
  /** @type {PackageManager[]} */
  const order = platform === 'darwin' ? ['brew'] : ['apt-get', 'dnf', 'apk', 'pacman', 'brew'];
  return order.find(isInstalled) ?? null;
}

/**
 * The commands that install a program: first `refresh` (where the manager needs it), then the first of
 * `candidates` that works.
 * @param {PackageManager} manager
 * @param {Program} program
 * @returns {{ refresh: string[] | null, candidates: string[][] }}
 */
export function installCommands(manager, program) {
  const { refresh, install, unattended = [], packages } = managers[manager];
  return {
    refresh: refresh ? [...refresh, ...unattended] : null,
    candidates: packages[program].map((name) => [...install, ...unattended, name]),
  };
}

/**
 * What a person types to install a program here, in one line.
 * @param {PackageManager} manager
 * @param {Program} program
 * @param {boolean} isRoot
 */
export function installLine(manager, program, isRoot) {
  const { refresh, install, packages, asRoot } = managers[manager];
  const commands = [...(refresh ? [refresh] : []), [...install, packages[program][0]]];
  return commands
    .map((command) => (asRoot && !isRoot ? ['sudo', ...command] : command).join(' '))
    .join(' && ');
}

/**
 * Whether installing takes another user's rights.
 * @param {PackageManager} manager
 */
export const needsRoot = (manager) => managers[manager].asRoot;

/**
 * What to do about a missing program: `install` at once (root, and nobody to ask), `ask` in a terminal, or
 * `stop` and say how.
 * @param {{ manager: PackageManager | null, isRoot: boolean, isTerminal: boolean, hasSudo: boolean }} machine
 * @returns {'install' | 'ask' | 'stop'}
 */
export function decide({ manager, isRoot, isTerminal, hasSudo }) {
  if (manager === null) return 'stop';
  // Homebrew refuses to run as root; all others want it.
  const isAble = needsRoot(manager) ? isRoot || (isTerminal && hasSudo) : !isRoot;
  if (!isAble) return 'stop';
  if (isTerminal) return 'ask';
  return isRoot ? 'install' : 'stop';
}
