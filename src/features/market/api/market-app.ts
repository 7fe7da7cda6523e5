import type { FailedVersion } from '@/shared/tasks';

export type MarketState =
  'notInstalled' | 'installed' | 'upgradable' | 'incompatible' | 'disabled' | 'installing' | 'failed';

export type SignatureState = 'signed' | 'unsigned' | 'invalid' | 'unverifiable';

/** A listed application as the tenant sees it (`GET /app/market/list`). */
export interface MarketApp {
  appId: number;
  appCode: string;
  name: string;
  description?: string | null;
  icon?: string | null;
  category?: string | null;
  author?: string | null;
  homepage?: string | null;
  latestVersion: string | null;
  /** Of the latest version. */
  signatureState: SignatureState | null;
  state: MarketState;
  /** Why it is incompatible, or what failed. */
  reason?: string | null;
  /** Only these applications stand in the way. */
  missing?: readonly { appCode: string; range: string; installed: string | null }[];
  installId?: number | null;
  installedVersion?: string | null;
  /** A version that was tried here in vain; in a list only where it is the latest. */
  failed?: FailedVersion;
}

/** A version on offer. `status`: 1 published, 3 deprecated. */
export interface MarketVersion {
  versionId: number;
  version: string;
  status: number;
  releaseTime: string | null;
  releaseNotes?: string | null;
  packageSize: number;
  signatureState: SignatureState;
  deprecateReason?: string | null;
}

export interface ManifestMenu {
  key: string;
  type: 'M' | 'C' | 'F';
  name: string;
  perms?: string;
  visible?: boolean;
  children?: readonly ManifestMenu[];
}

/** What an application asks of the host beyond what every one may do (design 9.5, 41). */
export type ManifestPermissions = readonly string[] | Readonly<Record<string, unknown>>;

/** The parts of `app.json` that concern whoever decides about an installation. */
export interface MarketManifest {
  platform?: string | null;
  menus?: readonly ManifestMenu[] | null;
  permissions?: ManifestPermissions | null;
  dependencies?: Readonly<Record<string, string>> | null;
  optionalDependencies?: Readonly<Record<string, string>> | null;
  assets?: { backend?: string | null; frontend?: string | null } | null;
}

export interface MarketAppDetail extends MarketApp {
  versions: readonly MarketVersion[];
  /** Of the latest version. */
  manifest: MarketManifest | null;
  /** What the tenant has of the applications that the manifest names. */
  needed: readonly NeededApp[];
}

export interface NeededApp {
  appCode: string;
  installedVersion: string | null;
  /** It is there, but nobody can use it. */
  disabled: boolean;
}

/** How many applications there are (`GET /app/market/list/summary`). */
export interface MarketSummary {
  total: number;
  installed: number;
  updates: number;
  categories: readonly { name: string; count: number }[];
}
