/** As much of a window as the page's rooms need. */
type RouteWindow = ConstructorParameters<typeof import('../client/src/navigation/route.svelte.ts').Route>[0];

/**
 * Rooms without addresses: a static host knows one page only, and a file has none. Back and Forward work: the browser's
 * history holds the path.
 */
export function placeOf(real: Window): RouteWindow {
  const location = { pathname: '/', search: '' };
  const go = (path: unknown) => {
    const [pathname = '/', search = ''] = typeof path === 'string' ? path.split('?') : [];
    Object.assign(location, { pathname, search: search && `?${search}` });
  };
  return {
    location,
    history: {
      pushState: (_state: unknown, _title: string, path: string) => {
        real.history.pushState(path, '');
        go(path);
      },
    },
    addEventListener: (type: string, listener: () => void) => {
      real.addEventListener(type, (event) => {
        go(event instanceof PopStateEvent ? (event.state as unknown) : null);
        listener();
      });
    },
    scrollTo: (x: number, y: number) => {
      real.scrollTo(x, y);
    },
  } as unknown as RouteWindow;
}
