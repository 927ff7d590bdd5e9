import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate of a server and its key, PEM. Signed by itself. */
export interface Certificate {
  cert: string;
  key: string;
}

/** For how long it is good; longer than any run. */
const validMs = 7 * 24 * 3600_000;
/** Clocks differ. */
const earlierMs = 3600_000;

/**
 * A throw-away certificate for a server on this machine: `localhost` and 127.0.0.1, signed by itself (ECDSA on
 * P-256, RFC 5280), a week valid. Whoever is to trust it is given it as `ca`.
 */
export function makeCertificate(): Certificate {
  const now = Date.now();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from('roundtrip')))));
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
  const unsigned = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(now - earlierMs), time(now + validMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(ofServer, localNames)),
  );
  const signature = sign('sha256', unsigned, privateKey);
  return {
    cert: pem(sequence(unsigned, ecdsaWithSha256, bits(signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One element in DER: tag, length, content. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents);
const set = (content: Buffer) => der(0x31, content);
const integer = (bytes: Buffer) => der(0x02, bytes);
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

/** UTCTime: 261231235959Z. */
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

/** basicConstraints, critical: that of a server, no authority for others. GLIDE takes no authority for a server. */
const ofServer = sequence(objectId('551d13'), der(0x01, Buffer.from([255])), octets(sequence()));

/** subjectAltName: the names that it is good for. */
const localNames = sequence(
  objectId('551d11'),
  octets(sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
);

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
