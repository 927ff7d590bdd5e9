import { request, type IncomingHttpHeaders } from 'node:http';

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One HTTP request as it is written here; `fetch` does not let a caller choose the Host. */
export const ask = (
  url: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
      });
    });
    outgoing.on('upgrade', (incoming, socket) => {
      socket.destroy();
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: '' });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The headers of a WebSocket handshake. */
export const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

export const socketIoPath = (transport: 'websocket' | 'polling'): string =>
  `/socket.io/?EIO=4&transport=${transport}`;
