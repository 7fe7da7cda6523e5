import { resigned } from '../package-builder.ts';
import { noise } from './contents.ts';
import { edit, type HostilePackage } from './hostile-package.ts';

type Change = (text: string) => string | Buffer;
type Row = readonly [name: string, change: Change, sealed?: 'sealed'];

/** Swaps two of the lines that name files. */
const swapFiles: Change = (text) => {
  const lines = text.split('\n');
  [lines[6], lines[7]] = [lines[7]!, lines[6]!];
  return lines.join('\n');
};
const repeatFile: Change = (text) =>
  text.replace('files: 5', 'files: 6').replace(/^([0-9a-f]{64} .*)$/m, '$1\n$1');

/**
 * Packages that are changed after signing. Sealed ones are signed again unchanged, so that only the
 * grammar can refuse them.
 */
const rows: readonly Row[] = [
  ['empty', () => ''],
  ['blank', () => ' '],
  ['random', () => Buffer.from('ff00fe01', 'hex')],
  ['windows-lines', (text) => text.replaceAll('\n', '\r\n')],
  ['windows-lines', (text) => text.replaceAll('\n', '\r\n'), 'sealed'],
  ['byte-order-mark', (text) => `\ufeff${text}`],
  ['byte-order-mark', (text) => `\ufeff${text}`, 'sealed'],
  ['blank-line-first', (text) => `\n${text}`, 'sealed'],
  ['blank-line-between', (text) => text.replace('files:', '\nfiles:'), 'sealed'],
  ['line-after-the-signature', (text) => `${text}more\n`],
  ['second-signature-line', (text) => `${text}${text.slice(text.lastIndexOf('signature: '))}`],
  ['unknown-line', (text) => text.replace('app:', 'note: hi\napp:'), 'sealed'],
  ['lines-in-another-order', (text) => text.replace(/(app: hello)\n(version: 1\.0\.0)/, '$2\n$1'), 'sealed'],
  ['other-format', (text) => text.replace('platform-signature: 1', 'platform-signature: 2'), 'sealed'],
  ['other-algorithm', (text) => text.replace('ed25519', 'none'), 'sealed'],
  ['algorithm-in-capitals', (text) => text.replace('ed25519', 'Ed25519'), 'sealed'],
  ['other-application', (text) => text.replace('app: hello', 'app: member'), 'sealed'],
  ['other-version', (text) => text.replace('version: 1.0.0', 'version: 1.0.1'), 'sealed'],
  [
    'key-in-capitals',
    (text) =>
      text.replace(/key-id: (\w+)/, (line) =>
        line.toUpperCase().replace('KEY-ID', 'key-id').replace(/$/, 'A').slice(0, -1),
      ),
    'sealed',
  ],
  ['unknown-key', (text) => text.replace(/key-id: \w+/, 'key-id: 0123456789abcdef'), 'sealed'],
  ['two-spaces', (text) => text.replace('app: ', 'app:  '), 'sealed'],
  ['tab', (text) => text.replace('app: ', 'app:\t'), 'sealed'],
  ['last-space', (text) => text.replace('app: hello', 'app: hello '), 'sealed'],
  ['files-unsorted', swapFiles, 'sealed'],
  ['file-twice', repeatFile, 'sealed'],
  ['fewer-files-counted', (text) => text.replace('files: 5', 'files: 4'), 'sealed'],
  ['count-with-a-leading-zero', (text) => text.replace('files: 5', 'files: 05'), 'sealed'],
  ['size-with-a-leading-zero', (text) => text.replace(/^([0-9a-f]{64}) /m, '$1 0'), 'sealed'],
  ['size-with-a-sign', (text) => text.replace(/^([0-9a-f]{64}) /m, '$1 +'), 'sealed'],
  ['size-wrong', (text) => text.replace(/^([0-9a-f]{64}) \d+/m, '$1 1'), 'sealed'],
  ['hash-in-capitals', (text) => text.replace(/^[0-9a-f]{64}/m, (hash) => hash.toUpperCase()), 'sealed'],
  ['hash-cut', (text) => text.replace(/^[0-9a-f]{64}/m, (hash) => hash.slice(2)), 'sealed'],
  ['hash-wrong', (text) => text.replace(/^[0-9a-f]{64}/m, '0'.repeat(64)), 'sealed'],
  [
    'file-missing-in-it',
    (text) => text.replace('files: 5', 'files: 4').replace(/^[0-9a-f]{64} .*\n/m, ''),
    'sealed',
  ],
  [
    'file-missing-in-the-package',
    (text) =>
      text
        .replace('files: 5', 'files: 6')
        .replace('\nsignature: ', `\n${'0'.repeat(64)} 1 zzz.js\nsignature: `),
    'sealed',
  ],
  [
    'names-itself',
    (text) =>
      text
        .replace('files: 5', 'files: 6')
        .replace('\nsignature: ', `\n${'0'.repeat(64)} 1 signature.txt\nsignature: `),
    'sealed',
  ],
  ['path-with-traversal', (text) => text.replace(' app.json', ' ./app.json'), 'sealed'],
  [
    'of-other-bytes',
    (text) => text.replace(/^signature: .*/m, `signature: ${Buffer.alloc(64, 7).toString('base64')}`),
  ],
  [
    'of-zeros',
    (text) => text.replace(/^signature: .*/m, `signature: ${Buffer.alloc(64).toString('base64')}`),
  ],
  [
    'signature-cut',
    (text) => text.replace(/^signature: (.*)/m, (_, base64: string) => `signature: ${base64.slice(0, 40)}`),
  ],
  ['signature-without-padding', (text) => text.replace(/=+\n?$/, '\n')],
  ['signature-with-spaces', (text) => text.replace(/^signature: (.{10})/m, 'signature: $1 ')],
  [
    'signature-in-url-alphabet',
    (text) =>
      text.replace(/^signature: .*/m, (line) =>
        line.replaceAll('+', '-').replaceAll('/', '_').replace(/=*$/, ''),
      ),
  ],
  ['signature-with-another-last-bit', (text) => lastBit(text)],
  ['signature-empty', (text) => text.replace(/^signature: .*/m, 'signature: ')],
  ['signature-with-its-order-added', (text) => addOrder(text)],
];

/** Signature files that are nearly right (design 4.2: strict grammar; spec: Authentication 6). */
export const SIGNATURES: readonly HostilePackage[] = [
  { name: 'unsigned', code: 'PACKAGE_UNSIGNED', sign: false },
  {
    name: 'signature-covers-too-little',
    code: 'PACKAGE_SIGNATURE_INVALID',
    extra: [{ name: 'frontend/more.js', content: '1' }],
  },
  {
    name: 'signature-of-an-earlier-content',
    code: 'PACKAGE_SIGNATURE_INVALID',
    entries: (entries) =>
      entries.map((entry) =>
        entry.name === 'frontend/index.js' ? { ...entry, content: `${String(entry.content)} ` } : entry,
      ),
  },
  {
    name: 'signature-is-a-folder',
    code: 'PACKAGE_UNSIGNED',
    sign: false,
    extra: [{ name: 'signature.txt/', mode: 0o040755, method: 0 }],
  },
  {
    name: 'signature-in-a-folder',
    code: 'PACKAGE_UNSIGNED',
    entries: (entries) =>
      entries.map((entry) =>
        entry.name === 'signature.txt' ? { ...entry, name: 'frontend/signature.txt' } : entry,
      ),
  },
  {
    name: 'signature-too-large',
    code: 'PACKAGE_SIGNATURE_INVALID',
    signature: (text) => text + noise(9 * 1024 * 1024),
    entries: edit('signature.txt', { method: 0 }),
  },
  ...rows.map(([name, change, sealed]) => ({
    name: `signature-${name}${sealed && rows.some(([other, , also]) => other === name && !also) ? '-sealed' : ''}`,
    code: name === 'unknown-key' ? 'PACKAGE_SIGNATURE_UNVERIFIABLE' : 'PACKAGE_SIGNATURE_INVALID',
    signature: (text: string) => (sealed ? resigned(String(change(text))) : change(text)),
  })),
];

/** The unused bits of the last character of the base64 are set: other text, the same bytes. */
function lastBit(text: string): string {
  return text.replace(/(.)==/, (_, letter: string) => `${String.fromCharCode(letter.charCodeAt(0) + 1)}==`);
}

/** S + L in place of S: the same equation, which a lenient implementation takes. */
function addOrder(text: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  return text.replace(/^signature: (.*)/m, (_, base64: string) => {
    const bytes = Buffer.from(base64, 'base64');
    let s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
    for (let at = 32; at < 64; at++) {
      bytes[at] = Number(s & 0xffn);
      s >>= 8n;
    }
    return `signature: ${bytes.toString('base64')}`;
  });
}
