const key = 'roundtrip.token';

/**
 * The presenter's token from `#token=…`. It is kept for this tab, so that a reload keeps the right to start,
 * and taken out of the address, which a projector would show to everybody.
 */
export function takeToken(location: Location, history: History, storage: Storage): string | null {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get('token');
  if (token === null) return storage.getItem(key);
  storage.setItem(key, token);
  hash.delete('token');
  const rest = hash.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest ? `#${rest}` : ''));
  return token;
}
