import { expect, it } from 'vitest';
import { securityNote } from './security-note.ts';

type Signature = Parameters<typeof securityNote>[0]['signature'];

it.each<[Signature, string]>([
  [{ state: 'signed', keyId: 'abc' }, 'Signed by the trusted key abc.'],
  [{ state: 'unsigned' }, 'The package is unsigned.'],
  [{ state: 'invalid', reason: 'A file is changed' }, 'Signature verification failed: A file is changed.'],
  [{ state: 'invalid' }, 'Signature verification failed: the signature does not fit the package.'],
  [
    { state: 'unverifiable', reason: 'its key is revoked' },
    'The signature could not be verified: its key is revoked.',
  ],
  [{ state: 'unverifiable' }, 'The signature could not be verified: its key is not known here.'],
])('%j', (signature, note) => {
  expect(securityNote({ signature })).toBe(note);
});
