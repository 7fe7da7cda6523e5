import { describe, expect, it } from 'vitest';
import { createSecret, enrolmentOf, stepOf } from './authenticator.ts';
import { codeHash, createRecoveryCodes } from './recovery-codes.ts';

/** The secret and the codes of RFC 6238, appendix B, SHA-1, shortened to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i is that of RFC 6238', (second, code, step) => {
    expect(stepOf(RFC_SECRET, code, second * 1000)).toBe(step);
  });

  it('is taken one time step early and late, not two', () => {
    const at = (seconds: number) => stepOf(RFC_SECRET, '287082', seconds * 1000);
    expect([at(0), at(29), at(30), at(59), at(60), at(89)]).toEqual([1, 1, 1, 1, 1, 1]);
    expect([at(90), at(119)]).toEqual([undefined, undefined]);
  });

  it.each(['', '28708', '2870820', '２８７０８２', '287o82', "1' or 1=1"])('%j is none', (code) => {
    expect(stepOf(RFC_SECRET, code, 59_000)).toBeUndefined();
  });
});

it('a secret has 160 bits and is never the same', () => {
  const secrets = Array.from({ length: 50 }, createSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('an enrolment names platform and account, whatever characters they have', () => {
  const { uri, qr } = enrolmentOf(RFC_SECRET, 'Acme: "Apps" & more', 'zoë@example.com');
  const url = new URL(uri);
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toContain('zoë@example.com');
  expect(url.searchParams.get('secret')).toBe(RFC_SECRET);
  expect(url.searchParams.get('issuer')).toBe('Acme  "Apps" & more');
  const svg = Buffer.from(qr.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
  expect(svg).toMatch(/^<svg [\s\S]+<\/svg>$/);
  expect(svg).not.toContain('script');
});

it('recovery codes are ten of 80 bits, and compared without blanks, dashes and capitals', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  const [code = ''] = codes;
  expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(codeHash(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(codeHash(code));
  expect(codeHash(code)).not.toContain(code.replaceAll('-', ''));
});
