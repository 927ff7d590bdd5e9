// @ts-check
/**
 * The paths that server and page are built from. An image is built from these alone: Dockerfile and .dockerignore
 * repeat the list, and a test holds them to it.
 */
export const productPaths = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tsconfig.base.json',
  'shared',
  'server',
  'client',
];

/** Folders of a clone that are built beside the product. */
export const toolPaths = ['bench', 'calibration', 'campaign'];
