/** The words of written units, loaded once somebody chooses them. */
export const written = {
  title: 'Units of your service, as JSON',
  about:
    'What one unit sends, in stages. A stage begins when all replies to the one before are there. Each lane carries the same units out in its own way.',
  example: 'Take the example',
  open: 'Open a file',
  notJson: (why: string) => `This is no JSON: ${why}`,
  problems: 'What is wrong, by its place:',
  checked: (name: string) => `“${name}” can run.`,
};

export type WrittenMessages = typeof written;
