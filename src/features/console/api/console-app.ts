import type { ErrorDetail } from '@/shared/http';

export type SignatureState = 'signed' | 'unsigned' | 'invalid' | 'unverifiable';

/** A listing record (`GET /app/console/list`). `status`: 0 unlisted, 1 listed. */
export interface ConsoleApp {
  appId: number;
  appCode: string;
  name: string;
  description?: string | null;
  icon?: string | null;
  category?: string | null;
  author?: string | null;
  homepage?: string | null;
  status: number;
  latestVersion?: string | null;
  /** How many tenants have it. */
  installs?: number;
  /** How many versions were saved. */
  versions?: number;
}

/** What people read of an application, and may change; an empty text clears a field. */
export type ListingChange = Partial<
  Record<'name' | 'description' | 'icon' | 'category' | 'author' | 'homepage', string>
>;

/** A saved version. `status`: 0 pending, 1 published, 2 unlisted, 3 deprecated (design 2.1). */
export interface ConsoleVersion {
  versionId: number;
  appId: number;
  appCode: string;
  version: string;
  status: number;
  releaseTime?: string | null;
  releaseNotes?: string | null;
  packageSize: number;
  packageSha256: string;
  signatureState: SignatureState;
  signerKeyId?: string | null;
  deprecateReason?: string | null;
  publisher?: string | null;
  createTime?: string;
  /** What the inspector noted when it was saved. */
  warnings?: readonly ErrorDetail[];
}

/** What an upload answers (spec: Endpoints 1). */
export interface ParsedPackage {
  packageUrl: string;
  packageSize: number;
  packageMd5: string;
  packageSha256: string;
  manifestJson: string;
  securityNote: string;
  appCode: string;
  version: string;
  name: string;
  findings: readonly ErrorDetail[];
  signature: { state: SignatureState; keyId?: string; reason?: string };
}

/** What `enforce` would refuse (spec: Endpoints 10). */
export interface SignatureReadiness {
  /** Of the host, now. */
  mode: 'enforce' | 'warn' | 'off';
  ready: boolean;
  checked: number;
  signed: number;
  unsigned: number;
  invalid: number;
  unverifiable: number;
  truncated: boolean;
  versions: readonly UnreadyVersion[];
}

/** How far a check is: versions that were looked at, and all that will be. */
export interface ReadinessProgress {
  done: number;
  total: number;
}

export interface UnreadyVersion {
  versionId: number;
  appId: number;
  appCode: string;
  version: string;
  state: SignatureState;
  reason: string | null;
  /** How many tenants have this version. */
  installs: number;
  /** How many tenants could roll back to it. */
  rollbacks: number;
}

export interface SavedVersion {
  versionId: number;
  appId: number;
}

/** What a deployment tells (spec: Deploy report fields). */
export interface DeployReport {
  hotLoaded?: boolean;
  hotLoadNote?: string | null;
  restartRequired?: boolean;
  security?: string;
  staleJars?: readonly string[];
  activeJar?: string | null;
  /** Classes that were left out, each with the package that is missing. */
  skippedClasses?: readonly { name: string; missing: string }[];
  /** What the version before had left open. */
  unloadReport?: {
    abortedRequests: number;
    openTimers: readonly string[];
    openHandles: readonly string[];
    failures: readonly string[];
  } | null;
  releasedCount?: number;
}
