import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateKeyPair, loadPrivateKey, loadPublicKey, publicKeyOf } from './keys.ts';
import { signFiles } from './sign.ts';
import { formatSignature, parseSignature, type SignedFile } from './signature-file.ts';
import { verifySignature, type VerifyInput } from './verify.ts';

const pair = generateKeyPair();
const signingKey = loadPrivateKey(pair.privateKey);
const trusted = loadPublicKey(pair.publicKey);
const file = (path: string, digit = 'a', size = 3): SignedFile => ({ path, size, sha256: digit.repeat(64) });
const files = [file('backend/x.jar'), file('app.json', 'b'), file('frontend/ä.js', 'c', 0)];
const text = signFiles({ app: 'hello', version: '1.0.0', files }, signingKey);

const verify = (change: Partial<VerifyInput> = {}) =>
  verifySignature({
    signature: Buffer.from(text),
    files,
    manifest: { code: 'hello', version: '1.0.0' },
    trustedKeys: [trusted],
    ...change,
  });

test('writes the file as design 4.2 shows it', () => {
  const lines = text.split('\n');
  expect(lines.slice(0, 9)).toEqual([
    'platform-signature: 1',
    'algorithm: ed25519',
    `key-id: ${trusted.keyId}`,
    'app: hello',
    'version: 1.0.0',
    'files: 3',
    `${'b'.repeat(64)} 3 app.json`,
    `${'a'.repeat(64)} 3 backend/x.jar`,
    `${'c'.repeat(64)} 0 frontend/ä.js`,
  ]);
  expect(lines[9]).toMatch(/^signature: [A-Za-z0-9+/]{86}==$/);
  expect(lines.slice(10)).toEqual(['']);
});

test('tells signed, unsigned and unverifiable apart', () => {
  expect(verify()).toEqual({ state: 'signed', keyId: trusted.keyId });
  expect(verify({ signature: undefined })).toMatchObject({ state: 'unsigned' });
  expect(verify({ trustedKeys: [] })).toMatchObject({ state: 'unverifiable', keyId: trusted.keyId });
  expect(verify({ files: [...files, file('signature.txt', 'd')] })).toMatchObject({ state: 'signed' });
});

describe('invalid', () => {
  const other = loadPublicKey(generateKeyPair().publicKey);
  const cases: Array<[reason: string, change: Partial<VerifyInput>]> = [
    ['changed after signing: app.json.', { files: [files[0]!, file('app.json', 'e'), files[2]!] }],
    ['changed after signing: app.json.', { files: [files[0]!, file('app.json', 'b', 4), files[2]!] }],
    ['missing: backend/x.jar, frontend/ä.js.', { files: [files[1]!] }],
    ['not covered: frontend/evil.js.', { files: [...files, file('frontend/evil.js')] }],
    [
      'The signature is for hello 1.0.0, but the manifest says hello 1.0.1.',
      { manifest: { code: 'hello', version: '1.0.1' } },
    ],
    [
      'The signature is for hello 1.0.0, but the manifest says other 1.0.0.',
      { manifest: { code: 'other', version: '1.0.0' } },
    ],
    ['manifest cannot be read', { manifest: undefined }],
    ['revoked', { revokedKeys: [trusted.keyId] }],
    ['does not match', { trustedKeys: [{ ...other, keyId: trusted.keyId }] }],
    ['does not match', { signature: Buffer.from(text.replace(' 3 app.json', ' 4 app.json')) }],
    ['line 1', { signature: Buffer.from(`\uFEFF${text}`) }],
    ['line 1', { signature: Buffer.from(text.replaceAll('\n', '\r\n')) }],
    ['line 11', { signature: Buffer.from(`${text}\nmore`) }],
  ];
  test.each(cases)('%s', (reason, change) => {
    const verdict = verify(change);
    expect(verdict.state).toBe('invalid');
    expect(verdict.reason).toContain(reason);
  });
});

describe('grammar', () => {
  const path = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((value) => value.normalize('NFC'))
    .filter((value) => !/[\p{Cc}\u2028\u2029\\]/u.test(value) && value.isWellFormed());
  const anyFile = fc.record({
    path,
    size: fc.nat(),
    sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
  });
  const document = fc.record({
    keyId: fc.stringMatching(/^[0-9a-f]{16}$/),
    app: fc.stringMatching(/^[a-z][a-z0-9-]{1,31}$/),
    version: fc.tuple(fc.nat(), fc.nat(), fc.nat()).map((parts) => parts.join('.')),
    files: fc.uniqueArray(anyFile, { selector: ({ path: value }) => value, maxLength: 6 }),
    signature: fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  });

  test('parses formatted text to the same value and the same bytes', () => {
    fc.assert(
      fc.property(document, (value) => {
        const formatted = formatSignature(value);
        const parsed = parseSignature(Buffer.from(formatted));
        expect(formatSignature(parsed)).toBe(formatted);
        expect(parsed.files).toHaveLength(value.files.length);
      }),
    );
  });

  test('accepts only one text for each meaning', () => {
    const mutation = fc.record({
      at: fc.nat(text.length - 1),
      to: fc.string({ maxLength: 2 }),
      length: fc.nat(2),
    });
    fc.assert(
      fc.property(mutation, ({ at, to, length }) => {
        const changed = text.slice(0, at) + to + text.slice(at + length);
        try {
          expect(formatSignature(parseSignature(Buffer.from(changed)))).toBe(changed);
        } catch (error) {
          expect(error).toMatchObject({ code: 'SIGNATURE_MALFORMED' });
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('rejects every changed byte', () => {
    fc.assert(
      fc.property(fc.nat(Buffer.byteLength(text) - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const bytes = Buffer.from(text);
        bytes[at] = bytes[at]! ^ bits;
        expect(verify({ signature: bytes }).state).not.toBe('signed');
      }),
      { numRuns: 300 },
    );
  });
});

describe('keys', () => {
  test('derives the public half from the private one', () => {
    expect(publicKeyOf(signingKey)).toBe(pair.publicKey);
    expect(signingKey.keyId).toBe(trusted.keyId);
    expect(trusted.keyId).toMatch(/^[0-9a-f]{16}$/);
  });

  test('rejects other kinds of key, and text', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString();
    for (const value of [pem, 'no key', pair.privateKey]) {
      expect(() => loadPublicKey(value)).toThrow(expect.objectContaining({ code: 'KEY_INVALID' }));
    }
    expect(() => loadPrivateKey(pair.publicKey)).toThrow(expect.objectContaining({ code: 'KEY_INVALID' }));
  });
});

test('refuses to sign paths that have no unambiguous form', () => {
  const sign = (path: string) => () =>
    signFiles({ app: 'hello', version: '1.0.0', files: [file(path)] }, signingKey);
  for (const path of ['a\nb', 'a\\b', '', 'signature.txt']) {
    expect(sign(path)).toThrow(expect.objectContaining({ code: 'SIGNATURE_MALFORMED' }));
  }
});

describe('a malformed line is named', () => {
  const lines = text.split('\n');
  const fileLine = (path: string, { hash = 'b'.repeat(64), size = '3' } = {}) => `${hash} ${size} ${path}`;
  const reasonOf = (number: number, line: string): string | undefined =>
    verify({ signature: Buffer.from(lines.with(number - 1, line).join('\n')) }).reason;

  test.each([
    [1, 'platform-signature: 2'],
    [2, 'algorithm: rsa'],
    [3, 'key-id: 0123456789abcde'],
    [3, 'key-id: 0123456789abcdef0'],
    [3, 'key-id: 0123456789ABCDEF'],
    [3, ' key-id: 0123456789abcdef'],
    [4, 'app: Hello'],
    [4, 'app: hello '],
    [4, ' app: hello'],
    [5, 'version: v1'],
    [5, `version: ${'1'.repeat(33)}`],
    [5, 'version: 1.0.0 '],
    [5, ' version: 1.0.0'],
    [6, 'files: 03'],
    [6, 'files: 1000000'],
    [6, 'files: 3 '],
    [6, ' files: 3'],
    [7, fileLine('app.json', { hash: 'b'.repeat(63) })],
    [7, fileLine('app.json', { hash: 'B'.repeat(64) })],
    [7, fileLine('app.json', { hash: ` ${'b'.repeat(64)}` })],
    [7, fileLine('app.json', { size: '03' })],
    [7, fileLine('app.json', { size: '12345678901234567' })],
    [7, fileLine('')],
    [7, fileLine('a\u2028b')],
    [7, fileLine('a\u2029b')],
    [7, fileLine('a\u0000b')],
    [7, fileLine('a\\b')],
    [7, fileLine('a\u0308')],
    [8, lines[6]!],
    [8, fileLine('a')],
    [10, lines[9]!.replace('==', '=A')],
    [10, ` ${lines[9]}`],
    [10, `${lines[9]} `],
    [10, lines[9]!.replace('signature', 'Signature')],
    [11, ' '],
  ])('%i: %j', (number, line) => {
    expect(reasonOf(number, line)).toMatch(new RegExp(`^signature.txt, line ${number}: expected `));
  });

  test('behind the signature', () => {
    for (const end of ['\n', 'more\n', 'more\nand more\n'])
      expect(verify({ signature: Buffer.from(text + end) }).reason).toBe(
        'signature.txt, line 11: expected the end of the file after one line feed.',
      );
    expect(verify({ signature: Buffer.from(text.slice(0, -1)) }).reason).toMatch(/line 11: /);
  });

  test('that is not UTF-8', () => {
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('ä')] = 0xff;
    expect(verify({ signature: bytes }).reason).toBe('signature.txt, line 1: expected UTF-8.');
  });

  test('with another spelling of the same signature', () => {
    // The last digit before the padding has four bits that mean nothing.
    const [, digits = '', last = ''] = /^signature: (.{85})(.)==$/.exec(lines[9]!) ?? [];
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const other = alphabet[alphabet.indexOf(last) ^ 1] ?? '';
    expect(reasonOf(10, `signature: ${digits}${other}==`)).toBe(
      'signature.txt, line 10: expected canonical Base64.',
    );
  });
});

test('accepts the longest version, and no files at all', () => {
  const version = '1'.repeat(32);
  const signed = signFiles({ app: 'hello', version, files: [] }, signingKey);
  const manifest = { code: 'hello', version };
  expect(verify({ signature: Buffer.from(signed), files: [], manifest })).toMatchObject({ state: 'signed' });
});

test('names the first three files of each difference, and counts the others', () => {
  const signed = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => file(path));
  const signature = Buffer.from(signFiles({ app: 'hello', version: '1.0.0', files: signed }, signingKey));
  const reasonFor = (present: readonly SignedFile[]) => verify({ signature, files: present }).reason;
  expect(reasonFor([file('a', 'b'), file('z')])).toBe(
    'changed after signing: a; missing: b, c, d and 2 more; not covered: z.',
  );
  expect(reasonFor(signed.slice(3))).toBe('missing: a, b, c.');
});

test('says what is wrong with a key', () => {
  const messageOf = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      return (error as Error).message;
    }
    return 'none';
  };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  expect(messageOf(() => loadPublicKey(pair.privateKey))).toBe('Expected a public key, found a private key.');
  expect(messageOf(() => loadPrivateKey('no key'))).toMatch(/^The private key cannot be read/);
  expect(messageOf(() => loadPublicKey('no key'))).toMatch(/^The public key cannot be read/);
  expect(messageOf(() => loadPrivateKey(rsa))).toMatch(/^The private key has the type rsa/);
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  expect(messageOf(() => loadPublicKey(pem))).toMatch(/^The public key has the type rsa/);
});
