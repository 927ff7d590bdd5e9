const han = /\p{Script=Han}/u;
const latin = /[\p{Script=Latin}\d%()×]/u;

/** A sentence whose slots stand apart from the characters around them where they are Latin, as is usual in print. */
export function say(words: TemplateStringsArray, ...slots: (string | number)[]): string {
  return slots
    .map(String)
    .reduce((said, slot, index) => apart(apart(said, slot), words[index + 1] ?? ''), words[0] ?? '');
}

function apart(before: string, after: string): string {
  const [last, first] = [before.at(-1) ?? '', after.at(0) ?? ''];
  const meets = (han.test(last) && latin.test(first)) || (latin.test(last) && han.test(first));
  return `${before}${meets ? ' ' : ''}${after}`;
}
