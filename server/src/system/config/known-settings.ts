import { KNOWN_SETTINGS } from '@platform/host-api';
import { PlatformError } from '../../kernel/index.ts';

/** Whether users of the tenant may, or must, have a second factor. */
export const SECOND_FACTOR = 'login.second-factor';
/** Keys of the roles whose holders must have one, separated by commas. */
export const SECOND_FACTOR_ROLES = 'login.second-factor-roles';

export type SecondFactorPolicy = 'off' | 'allowed' | 'required';

/** @throws CONFIG_VALUE_REFUSED (400) for a value that the host cannot use */
export function assertKnownValue(configKey: string, configValue: string | undefined): void {
  // A wrong value is refused instead of being ignored.
  const known = KNOWN_SETTINGS.find((setting) => setting.configKey === configKey);
  const allowed = known?.choices ?? [];
  if (configValue === undefined || allowed.length === 0 || allowed.includes(configValue)) return;
  throw new PlatformError({
    code: 'CONFIG_VALUE_REFUSED',
    status: 400,
    message: `${configKey} cannot be "${configValue.slice(0, 50)}".`,
    fix: `Write ${allowed.join(', ')}.`,
    details: { params: { key: configKey, value: configValue.slice(0, 50), allowed: allowed.join(', ') } },
  });
}
