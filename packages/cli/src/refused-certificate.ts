/** Errors of TLS that mean that the certificate of the host is not trusted. */
const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:UNTRUSTED|HAS_EXPIRED|NOT_YET_VALID)|ALTNAME_INVALID/;

/** Why a certificate of a host was refused, where that is the failure. */
export function refusedCertificate({ cause }: Error): string | undefined {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const { code = '', message = '' } = (inner ?? {}) as { readonly code?: string; readonly message?: string };
  return UNTRUSTED.test(code) ? message : undefined;
}
