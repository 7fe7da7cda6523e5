import type { Finding } from '../finding.ts';
import { SIGNATURE_ENTRY } from '../signature/signature-file.ts';
import type { SignatureVerdict } from '../signature/verify.ts';

/** `app-market.security.mode` (spec: Authentication 7; the third is design 4.2's `off`). */
export type SecurityMode = 'enforce' | 'warn' | 'off';

/** Converts a verdict into findings: errors under `enforce`, warnings under `warn`. */
export function signatureFindings({ state, keyId, reason }: SignatureVerdict, mode: SecurityMode): Finding[] {
  if (mode === 'off' || state === 'signed') return [];
  const severity = mode === 'enforce' ? 'error' : 'warning';
  if (state === 'unsigned') {
    const message = 'The package is unsigned: it has no signature.txt.';
    return [
      {
        code: 'PACKAGE_UNSIGNED',
        severity,
        entry: SIGNATURE_ENTRY,
        message,
        fix: 'Package it without -NoSign, or run `npm run package -- sign <zip>`.',
      },
    ];
  }
  const code = state === 'unverifiable' ? 'PACKAGE_SIGNATURE_UNVERIFIABLE' : 'PACKAGE_SIGNATURE_INVALID';
  const fix = fixFor(state, keyId);
  return [
    {
      code,
      severity,
      entry: SIGNATURE_ENTRY,
      message: `Signature verification failed: ${reason ?? state}`,
      fix,
    },
  ];
}

function fixFor(state: SignatureVerdict['state'], keyId: string | undefined): string {
  if (state === 'invalid') return 'Get the package from its publisher again, or sign it again.';
  return keyId === undefined
    ? 'Fix the other findings first.'
    : "Sign it with a key that the host trusts. Or add the publisher's public key to app-market.security.public-key in config/application.yml of the host's data directory (npm run platform -- keys trust <file>) and restart the host.";
}
