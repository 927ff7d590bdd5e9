import type { Installation } from '../../contract/enums.ts';

/**
 * The command of this installation, to which arguments are added. Without `--no`, npx would install the package
 * `roundtrip` of npm, which is another program, wherever ours is missing. A container sees the folder that it is
 * started in, and ports of the host.
 */
export function localCommand(
  installation: Installation,
  name: 'start' | 'bench' | 'profile' | 'report',
): string {
  switch (installation) {
    case 'clone':
      return name === 'start' ? 'npm start --' : `npm run ${name} --`;
    case 'package':
      return `npx --no -- roundtrip ${name}`;
    case 'image':
      return `docker run --rm --network host -v "$PWD":/data roundtrip ${name}`;
  }
}
