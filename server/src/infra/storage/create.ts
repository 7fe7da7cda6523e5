import { LocalStorage, type LocalStorageConfig } from './local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { S3Storage, type S3StorageConfig } from './s3-storage.ts';

export type ObjectStorageConfig = LocalStorageConfig | S3StorageConfig;

/** The storage that a configuration names; connects when it is first used. */
export function createObjectStorage(config: ObjectStorageConfig): ObjectStorage {
  return config.type === 'local' ? new LocalStorage(config) : new S3Storage(config);
}
