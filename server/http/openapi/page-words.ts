/** As text of a page; what stands between backticks is code. */
export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');

/** The name of a schema, leading to its fields. */
export const linked = (name: string) => `<a href="#${name}">${name}</a>`;
