/** Lanes of which the same is said, together: what it is, and their names. */
export function toldTogether(
  lanes: readonly { lane: string; message: string }[],
): { message: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { lane, message } of lanes) {
    const text = message.replace(/\.$/, '');
    groups.set(text, [...(groups.get(text) ?? []), lane]);
  }
  return [...groups].map(([message, names]) => ({ message, names }));
}
