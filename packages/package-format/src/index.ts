export { PackageFormatError, type PackageFormatErrorInit } from './errors.ts';
export { ZipArchive } from './zip/zip-archive.ts';
export { readJarMappers, type JarMappers } from './zip/read-jar-mappers.ts';
export { writeZip, type PackedContent, type ZipInput } from './zip/write-zip.ts';
export type { ZipEntry } from './zip/records.ts';
export { bySeverity, hasErrors, type Finding, type Severity } from './finding.ts';
export { jarName } from './manifest/check-fields.ts';
export { platformFindings } from './manifest/check-platform.ts';
export { viewKeysOf, walkMenus } from './manifest/check-menus.ts';
export { builtinAccess, type BuiltinAccess } from './manifest/builtins.ts';
export {
  describePermissions,
  permissionsOf,
  type PermissionName,
  type Permissions,
} from './manifest/permissions.ts';
export { parseManifest, type ParsedManifest } from './manifest/parse-manifest.ts';
export { isReserved, RESERVED_NAMES } from './manifest/reserved-names.ts';
export { AppManifestSchema, MenuNodeSchema, type AppManifest, type MenuNode } from './manifest/schema.ts';
export {
  generateKeyPair,
  loadPrivateKey,
  loadPublicKey,
  publicKeyOf,
  type SigningKey,
  type TrustedKey,
} from './signature/keys.ts';
export { signFiles, type Signable } from './signature/sign.ts';
export {
  SIGNATURE_ENTRY,
  formatSignature,
  parseSignature,
  type SignatureFile,
  type SignedFile,
} from './signature/signature-file.ts';
export {
  verifySignature,
  type SignatureState,
  type SignatureVerdict,
  type VerifyInput,
} from './signature/verify.ts';
export { inspectPackage, type Inspection, type InspectOptions } from './inspect/inspect-package.ts';
export { signatureFindings, type SecurityMode } from './inspect/signature-findings.ts';
export { LIMITS } from './inspect/limits.ts';
export { checkRoutes, joinRoute, type RouteFinding, type StatedRoute } from './routes/check-routes.ts';
export { columnsAddedIfMissing, type AddedColumn } from './sql/added-columns.ts';
export { mysqlOnly, type MysqlOnly } from './sql/mysql-only.ts';
export { nameOfScript, scriptsFor, type ChosenScript } from './sql/scripts-for.ts';
export { scanSql, type SqlScan, type TableAction, type TableUse } from './sql/scan.ts';
export {
  appTextsSchema,
  catalogAppSchema,
  catalogIndexSchema,
  catalogVersionSchema,
  type AppTexts,
  type CatalogApp,
  type CatalogIndex,
  type CatalogVersion,
} from './catalog/schema.ts';
