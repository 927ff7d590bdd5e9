import { runnerImport, type Plugin } from 'vite';

/** Replaces the texts of what can be shared, which a module derives from the schemas, by its value: the page has no schemas. */
export const withoutSchemas = (): Plugin => ({
  name: 'without-schemas',
  load: {
    filter: { id: /\/shared\/plan\/shared-fields\.ts$/ },
    async handler(id) {
      const { module } = await runnerImport<{ default: unknown }>(id, { configFile: false });
      return `export default ${JSON.stringify(module.default)};`;
    },
  },
});
