export interface PackageFormatErrorInit {
  /** Stable upper-case code, documented for users. */
  code: string;
  message: string;
  /** The remedy in one sentence. */
  fix?: string;
  details?: unknown;
  cause?: unknown;
}

/** A package, archive, key or signature that cannot be used. */
export class PackageFormatError extends Error {
  readonly code: string;
  readonly fix?: string;
  readonly details?: unknown;

  constructor({ code, message, fix, details, cause }: PackageFormatErrorInit) {
    super(message, { cause });
    this.name = 'PackageFormatError';
    this.code = code;
    this.fix = fix;
    this.details = details;
  }
}
