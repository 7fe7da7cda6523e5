import { PlatformError, toPlatformError } from '../../kernel/index.ts';

/** @param reason without a full stop */
export const backupInvalid = (folder: string, reason: string, cause?: unknown): PlatformError =>
  new PlatformError({
    code: 'BACKUP_INVALID',
    message: `The backup in ${folder} is incomplete or was changed: ${reason}.`,
    fix: 'Use another backup.',
    cause,
  });

export const folderNotEmpty = (folder: string, fix: string): PlatformError =>
  new PlatformError({
    code: 'FOLDER_NOT_EMPTY',
    message: `${folder} is not empty.`,
    fix,
  });

/** The failure of a backup: a disk that is full is that of the backup, not the platform's. */
export function failureOfBackup(error: unknown, folder: string): unknown {
  const known = toPlatformError(error);
  if (known.code !== 'DISK_FULL') return error;
  return new PlatformError({
    code: known.code,
    status: known.status,
    message: `The disk of ${folder} is full.`,
    fix: 'Free space there, or name a folder on another disk. Nothing of this backup is left.',
    cause: error,
  });
}
