import type { AcceptedPackage } from './package-inspector.ts';

/** One sentence about a package's signature, for the answers of upload and deploy. */
export function securityNote(inspection: Pick<AcceptedPackage, 'signature'>): string {
  const { state, keyId, reason } = inspection.signature;
  switch (state) {
    case 'signed':
      return `Signed by the trusted key ${keyId ?? ''}.`;
    case 'unsigned':
      return 'The package is unsigned.';
    case 'invalid':
      return `Signature verification failed: ${reason ?? 'the signature does not fit the package'}.`;
    case 'unverifiable':
      return `The signature could not be verified: ${reason ?? 'its key is not known here'}.`;
  }
}
