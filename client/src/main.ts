import { loadMessages } from './messages/index.ts';
import { chosenLanguage } from './messages/language.ts';
import './shell/styles/all.css';

const language = chosenLanguage(localStorage, navigator.languages);
document.documentElement.lang = language;
// Loaded beside each other. A language that imported this module instead would wait for it, and it for the language.
const [messages, { showPage }] = await Promise.all([loadMessages(language), import('./shell/show-page.ts')]);
const page = showPage(messages);
// Run can be pressed now: what was loaded before would have made it wait.
page.session.onAnswer(() => void import('./shell/face/face.css'));
