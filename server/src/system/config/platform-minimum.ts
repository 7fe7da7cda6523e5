import { DEFAULT_TENANT, requestContext } from '../../kernel/index.ts';
import { conflict } from '../shared/failures.ts';
import type { ConfigValues } from './config-values.ts';
import { SECOND_FACTOR } from './known-settings.ts';

/** Whether the platform's tenant requires a second factor, which then counts for every tenant. */
export async function platformRequiresFactor(values: ConfigValues): Promise<boolean> {
  const [row] = await values.rowsOf(SECOND_FACTOR, DEFAULT_TENANT);
  return row?.read() === 'required';
}

/**
 * A tenant may ask for more than the platform, not for less.
 *
 * @throws CONFIG_TOO_WEAK (409)
 */
export async function assertNotWeaker(
  values: ConfigValues,
  configKey: string,
  configValue: string | undefined,
): Promise<void> {
  if (configKey !== SECOND_FACTOR || configValue === undefined || configValue === 'required') return;
  const tenantId = requestContext.current()?.tenantId ?? DEFAULT_TENANT;
  if (tenantId === DEFAULT_TENANT || !(await platformRequiresFactor(values))) return;
  throw conflict(
    'CONFIG_TOO_WEAK',
    `The platform requires a second factor, so ${configKey} cannot be "${configValue}" here.`,
    'Write required, or remove the row.',
    { key: configKey, value: configValue },
  );
}
