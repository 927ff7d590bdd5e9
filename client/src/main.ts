import { loadMessages } from './messages/index.ts';
import { chosenLanguage } from './state/language.ts';
import './styles/tokens.css';
import './styles/page.css';
import './styles/presenting.css';

const language = chosenLanguage(localStorage, navigator.languages);
document.documentElement.lang = language;
await loadMessages(language);
// Only now: what has words in it reads them as it is loaded.
const { showPage } = await import('./show-page.ts');
showPage();
