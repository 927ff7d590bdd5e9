import { loadMessages } from './messages/index.ts';
import { chosenLanguage } from './shell/language.ts';
import './shell/styles/tokens.css';
import './shell/styles/page.css';
import './shell/styles/presenting.css';

const language = chosenLanguage(localStorage, navigator.languages);
document.documentElement.lang = language;
await loadMessages(language);
// Only now: what has words in it reads them as it is loaded.
const { showPage } = await import('./shell/show-page.ts');
showPage();
