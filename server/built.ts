import { existsSync } from 'node:fs';

/** The folder of package.json. */
const project = folderOfProject();
// In tests this module runs from the sources; threads and programs still start from what was built.
const built = import.meta.url.endsWith('.ts') ? new URL('dist/', project) : folderOfBuild();

/** A file by its place in the project. */
export const projectFile = (path: string): URL => new URL(path, project);

/** A file of what was built, by its place in dist/ (or in the folder that stands for it). */
export const builtFile = (path: string): URL => new URL(path, built);

function folderOfProject(): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('../', folder);
    if (above.href === folder.href) throw new Error(`there is no package.json above ${import.meta.url}`);
    folder = above;
  }
  return folder;
}

function folderOfBuild(): URL {
  const [folder = ''] = import.meta.url.slice(project.href.length).split('/');
  return new URL(`${folder}/`, project);
}
