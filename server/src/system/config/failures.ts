import { PlatformError } from '../../kernel/index.ts';

export function configKeyForeign(appCode: string, key: string): PlatformError {
  return new PlatformError({
    code: 'CONFIG_KEY_FOREIGN',
    status: 403,
    message: `The application ${appCode} may not write the setting ${key}, because it is not its own.`,
    fix: `Use the name ${appCode}.${key.replace(/^[^.]*\./, '')}.`,
  });
}
