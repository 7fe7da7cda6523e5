import { packageBytes } from '../package-builder.ts';
import { ARCHIVES, DAMAGED, DIRECTORIES, HEADERS } from './archives.ts';
import { COMBINATIONS, FRONTENDS, JARS } from './assets.ts';
import { CONTENTS, LAYOUT, MANIFEST_BYTES } from './contents.ts';
import type { HostilePackage } from './hostile-package.ts';
import { JAR_SOURCES } from './jar-sources.ts';
import { MANIFESTS } from './manifests.ts';
import { MIGRATIONS } from './migrations.ts';
import { KINDS, NAMES } from './names.ts';
import { SERVED_FILES } from './served-files.ts';
import { SHARED_ROWS } from './shared-rows.ts';
import { SIGNATURES } from './signatures.ts';
import { ZIP64 } from './zip64.ts';

export { publicKey } from '../package-builder.ts';
export type { HostilePackage };

const FILE_NAME = 'hello-1.0.0.zip';

/** The package that all of them are made of: a host that trusts the key takes it. */
export const goodArchive = (): Buffer => packageBytes();

/** The bytes of a hostile package, and the name that it is uploaded under. */
export const hostileArchive = (one: HostilePackage): { bytes: Buffer; fileName: string } => ({
  bytes: packageBytes(one),
  fileName: one.fileName ?? FILE_NAME,
});

/** Every kind of package that a host refuses, by what it attacks. */
export const HOSTILE_PACKAGES: Readonly<Record<string, readonly HostilePackage[]>> = {
  archive: ARCHIVES,
  directory: DIRECTORIES,
  zip64: ZIP64,
  headers: HEADERS,
  damaged: DAMAGED,
  names: NAMES,
  kinds: KINDS,
  layout: LAYOUT,
  contents: CONTENTS,
  'manifest bytes': MANIFEST_BYTES,
  manifest: MANIFESTS,
  signature: SIGNATURES,
  migrations: MIGRATIONS,
  'shared rows': SHARED_ROWS,
  frontend: FRONTENDS,
  'served files': SERVED_FILES,
  jar: JARS,
  'jar sources': JAR_SOURCES,
  combinations: COMBINATIONS,
};

/** The first package of each finding in each group. */
export const oneOfEachCode = (): Record<string, HostilePackage[]> =>
  Object.fromEntries(
    Object.entries(HOSTILE_PACKAGES).map(([group, packages]) => {
      const byCode = Map.groupBy(packages, ({ code }) => code);
      return [group, [...byCode.values()].flatMap(([first]) => first ?? [])];
    }),
  );
