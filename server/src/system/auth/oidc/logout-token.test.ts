import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyLogoutToken, type LogoutExpectation } from './logout-token.ts';

const NOW = 1_700_000_000;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const claims = {
  iss: 'https://id.example.com',
  aud: 'platform',
  iat: NOW,
  exp: NOW + 120,
  jti: 'one',
  sub: 'ada',
  sid: 'session',
  events: { [EVENT]: {} },
};

let key: CryptoKey;
let strange: CryptoKey;
let expected: LogoutExpectation;
beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  strange = (await generateKeyPair('ES256')).privateKey;
  expected = {
    keys: createLocalJWKSet({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }] }),
    issuer: claims.iss,
    clientId: claims.aud,
    algorithms: ['ES256', 'HS256', 'none'],
    now: NOW * 1000,
  };
});

const signed = (change: Record<string, unknown> = {}, by = key): Promise<string> =>
  new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(by);
const verify = (token: string, more: Partial<LogoutExpectation> = {}) =>
  verifyLogoutToken(token, { ...expected, ...more });

describe('a logout token', () => {
  it('names a session, a person, or both', async () => {
    expect(await verify(await signed())).toEqual({ jti: 'one', sub: 'ada', sid: 'session' });
    expect(await verify(await signed({ sid: undefined }))).toEqual({ jti: 'one', sub: 'ada' });
    expect(await verify(await signed({ sub: undefined }))).toEqual({ jti: 'one', sid: 'session' });
  });

  it('needs no time of its end, and bears clocks that differ by a minute', async () => {
    expect(await verify(await signed({ exp: undefined, iat: NOW + 50 }))).toMatchObject({ jti: 'one' });
    expect(await verify(await signed({ aud: ['other', 'platform'] }))).toMatchObject({ jti: 'one' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'other' }],
    ['no audience', { aud: undefined }],
    ['no time', { iat: undefined }],
    ['a time that is too old', { iat: NOW - 700, exp: undefined }],
    ['a time that is to come', { iat: NOW + 120 }],
    ['an end that is past', { exp: NOW - 100 }],
    ['no name', { jti: undefined }],
    ['an empty name', { jti: '' }],
    ['no event', { events: undefined }],
    ['an event of another kind', { events: { 'http://example.com/other': {} } }],
    ['an event that is no object', { events: { [EVENT]: true } }],
    ['events in a list', { events: [EVENT] }],
    ['a nonce, as an ID token', { nonce: 'n' }],
    ['neither person nor session', { sub: undefined, sid: undefined }],
    ['a session that is no text', { sid: 7 }],
  ])('counts for nothing with %s', async (_what, change) => {
    await expect(verify(await signed(change))).rejects.toMatchObject({
      code: 'OIDC_LOGOUT_INVALID',
      status: 400,
    });
  });

  it('counts for nothing without the signature of the provider', async () => {
    const refused = { code: 'OIDC_LOGOUT_INVALID', status: 400 };
    await expect(verify(await signed({}, strange))).rejects.toMatchObject(refused);
    await expect(verify(new UnsecuredJWT(claims).encode())).rejects.toMatchObject(refused);
    const secret = new TextEncoder().encode('client-secret-that-is-long-enough');
    const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    await expect(verify(shared)).rejects.toMatchObject(refused);
    await expect(verify(shared, { keys: () => secret })).rejects.toMatchObject(refused);
    await expect(verify('no.token')).rejects.toMatchObject(refused);
  });

  it('is told from keys that cannot be read', async () => {
    const keys = () => Promise.reject(new TypeError('fetch failed'));
    await expect(verify(await signed(), { keys })).rejects.toMatchObject({
      code: 'OIDC_LOGOUT_FAILED',
      status: 400,
    });
  });
});
