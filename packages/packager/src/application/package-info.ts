import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';

/** `<code>-<version>.package-info.json` (spec: Files). */
export interface PackageInfo {
  appCode: string;
  version: string;
  /** Bytes. */
  packageSize: number;
  packageMd5: string;
  packageSha256: string;
  /** ISO 8601. */
  builtAt: string;
}

export async function describePackage(
  file: string,
  appCode: string,
  version: string,
  builtAt: Date,
): Promise<PackageInfo> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(file)) {
    md5.update(chunk as Buffer);
    sha256.update(chunk as Buffer);
  }
  return {
    appCode,
    version,
    packageSize: (await stat(file)).size,
    packageMd5: md5.digest('hex'),
    packageSha256: sha256.digest('hex'),
    builtAt: builtAt.toISOString(),
  };
}

export const infoFileOf = (packageFile: string): string =>
  packageFile.replace(/\.zip$/i, '.package-info.json');

export const writePackageInfo = (packageFile: string, info: PackageInfo): Promise<void> =>
  writeFile(infoFileOf(packageFile), `${JSON.stringify(info, null, 2)}\n`);
