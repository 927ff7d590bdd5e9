/** Colours as a canvas wants them: CSS variables and `light-dark()` resolved. */
export type Colours = (variable: string) => string;

/** Reads colours off the page as it looks now, each of them once. */
export function readColours(inside: HTMLElement): Colours {
  const known = new Map<string, string>();
  return (variable) => {
    const before = known.get(variable);
    if (before !== undefined) return before;
    const probe = document.createElement('span');
    probe.style.setProperty('color', `var(${variable})`);
    inside.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    known.set(variable, color);
    return color;
  };
}
