import { PlatformError } from '../../kernel/index.ts';

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
