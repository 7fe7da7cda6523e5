import type { Database } from '../../data/index.ts';
import type { Logger } from '../../kernel/index.ts';
import type { InstallRegistry } from '../installs/install-registry.ts';
import type { InstallStore } from '../installs/install-store.ts';
import type { ListingStore } from '../listing/listing-store.ts';
import type { VersionMenus } from '../menus/version-menus.ts';
import type { DataRemoval } from '../migrations/data-removal.ts';
import type { Migrator } from '../migrations/migrator.ts';
import type { Placement } from '../placement/placement.ts';
import type { MarketSource } from '../source/market-source.ts';
import type { RuntimeEvents } from '../runtime/runtime-events.ts';
import type { PackageInspector } from '../versions/package-inspector.ts';
import type { PackageStorage } from '../versions/package-storage.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { ShellModules } from '../shell-modules.ts';
import type { Backends } from './backends.ts';

/** What operations work with. */
export interface OperationServices {
  readonly database: Database;
  readonly logger: Logger;
  readonly listings: ListingStore;
  readonly versions: VersionStore;
  readonly installs: InstallStore;
  readonly registry: InstallRegistry;
  /** Where the applications on offer come from. */
  readonly source: MarketSource;
  readonly storage: PackageStorage;
  readonly inspector: PackageInspector;
  readonly placement: Placement;
  readonly backends: Backends;
  readonly migrator: Migrator;
  readonly dataRemoval: DataRemoval;
  readonly menus: VersionMenus;
  readonly events: RuntimeEvents;
  /** Tells the applications of a tenant of what has become of one. */
  readonly publish: (tenantId: string, event: object) => Promise<void>;
  readonly tempDir: string;
  readonly platformVersion: string;
  /** What frontends get from the shell; undefined where this host serves none. */
  readonly shell: ShellModules | undefined;
  /** True: any tenant may change code that others use. (design 9.2-10) */
  readonly anyTenantUpgrades: boolean;
  /** Runs after installations or placements changed: what was remembered of them is out of date. */
  readonly changed: () => void;
}
