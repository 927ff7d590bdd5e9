import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '../../server/built.ts';

/** Text of files that no trace and no map may have opened; it has letters of no language. */
export const marker = 'planted7f3aqz';

export interface HostileFolder {
  /** The folder of the program, where traces are read. */
  root: string;
  /** Paths that a trace or a map names. Few of them are a source. */
  paths: readonly string[];
}

/** A program of one file, with all that a path can lead to: links, devices, pipes, folders, and a secret beside it. */
export function hostileFolder(base: string): HostileFolder {
  const root = join(base, 'app');
  const secret = join(base, 'beside', 'secret.js');
  for (const folder of [join(root, 'built'), join(root, 'folder.js'), join(base, 'beside')])
    mkdirSync(folder, { recursive: true });
  copyFileSync(projectFile('examples/profile/shop.mjs'), join(root, 'shop.mjs'));
  writeFileSync(secret, `// ${marker}\n//# sourceMappingURL=secret.js.map\n`);
  const ofSecret = { version: 3, sources: [`${marker}.ts`], sourcesContent: [marker], names: [] };
  writeFileSync(`${secret}.map`, JSON.stringify({ ...ofSecret, mappings: 'AAAA;AACA'.repeat(40) }));
  execFileSync('mkfifo', [join(root, 'pipe.js')]);
  for (const [name, target] of [
    ['out.js', secret],
    ['zero.js', '/dev/zero'],
    ['loop.js', 'loop.js'],
    ['up.js', '..'],
  ] as const)
    symlinkSync(target, join(root, name));
  writeFileSync(join(root, 'huge.js'), '');
  truncateSync(join(root, 'huge.js'), 2 ** 30);
  const mapped = ['/dev/zero', '../beside/secret.js.map', 'pipe.js', 'folder.js', 'huge.js', 'mapped-6.js'];
  const mappedFiles = [...mapped, '%ff', 'http://127.0.0.1:1/x.map', `${'a/'.repeat(3000)}x`].map(
    (url, at) => {
      writeFileSync(join(root, `mapped-${at + 1}.js`), `f();\n//# sourceMappingURL=${url}\n`);
      return `mapped-${at + 1}.js`;
    },
  );
  return {
    root,
    paths: [
      ...mappedFiles,
      ...[
        'shop.mjs',
        './shop.mjs',
        'pipe.js',
        'out.js',
        'zero.js',
        'loop.js',
        'up.js',
        'huge.js',
        'folder.js',
      ],
      ...['../beside/secret.js', secret, `file://${secret}`, 'up.js/beside/secret.js', '../app/out.js'],
      ...[`webpack://x/../beside/secret.js`, `webpack://x/${secret}`, 'file://host/x.js', 'file:///a%2Fb.js'],
      ...[
        '/dev/zero',
        '/dev/stdin',
        '/proc/self/environ',
        '/proc/self/mem',
        '/etc/passwd',
        '..',
        '.',
        '',
        '/',
      ],
      ...[
        'http://127.0.0.1:1/x.js',
        'data:text/javascript,1',
        'node:fs',
        'a\0b.js',
        '\u001b[2J.js',
        '\u202Ea.js',
      ],
      ...[
        '<img src=x onerror=alert(1)>.js',
        '__proto__',
        'constructor',
        `${'x'.repeat(5000)}.js`,
        'a|b`c.js',
      ],
    ],
  };
}
