import { PlatformError } from '../../kernel/index.ts';

/** Whether users of the tenant may, or must, have a second factor. */
export const SECOND_FACTOR = 'login.second-factor';
/** Keys of the roles whose holders must have one, separated by commas. */
export const SECOND_FACTOR_ROLES = 'login.second-factor-roles';

const POLICIES = ['off', 'allowed', 'required'] as const;
export type SecondFactorPolicy = (typeof POLICIES)[number];

/** Values that the host reads itself, so that a wrong one is refused instead of being ignored. */
const choices: ReadonlyMap<string, readonly string[]> = new Map([[SECOND_FACTOR, POLICIES]]);

/** @throws CONFIG_VALUE_REFUSED (400) for a value that the host cannot use */
export function assertKnownValue(configKey: string, configValue: string | undefined): void {
  const allowed = choices.get(configKey);
  if (configValue === undefined || !allowed || allowed.includes(configValue)) return;
  throw new PlatformError({
    code: 'CONFIG_VALUE_REFUSED',
    status: 400,
    message: `${configKey} cannot be "${configValue.slice(0, 50)}".`,
    fix: `Write ${allowed.join(', ')}.`,
  });
}
