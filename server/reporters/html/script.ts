/** All that the page does besides being read: copy the plan. Without it, the plan can still be marked by hand. */
export const script = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const source = document.getElementById(button.dataset.copies);
  const usual = button.textContent;
  const say = (text) => { button.textContent = text; setTimeout(() => { button.textContent = usual; }, 2000); };
  const mark = () => { getSelection().selectAllChildren(source); };
  button.hidden = false;
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(source.textContent); say('Copied'); }
    catch { mark(); say(document.execCommand('copy') ? 'Copied' : 'Marked: copy it with the keyboard'); }
  });
}
`;
