export { createObjectStorage, type ObjectStorageConfig } from './create.ts';
export type { LocalStorageConfig } from './local-storage.ts';
export type { ByteRange, ObjectStorage, PutOptions, StoredObjectInfo } from './object-storage.ts';
export type { S3StorageConfig } from './s3-storage.ts';
