import { reasonOf } from '../../kernel/index.ts';
import { inheritedFacts, SCHEDULED } from '@platform/plugin-sdk/host';
import type { Bean } from '../container/container.ts';
import { refuseIf, type LoadFinding } from '../contract/load-finding.ts';
import { triggerOf, type Trigger } from './trigger.ts';

/** A scheduled bean method. */
export interface ScheduledMethod {
  /** Fully qualified class and method. */
  readonly name: string;
  readonly trigger: Trigger;
  readonly tenants: 'none' | 'each';
  readonly run: () => unknown;
}

/**
 * Collects the `@Scheduled` methods of an application's beans.
 *
 * @throws LoadRefusal with every invalid schedule
 */
export function collectSchedules(beans: readonly Bean[]): ScheduledMethod[] {
  const findings: LoadFinding[] = [];
  const methods = beans.flatMap(({ definition, instance }) =>
    inheritedFacts(definition.type, SCHEDULED)
      .flat()
      .flatMap(({ method, options }): ScheduledMethod[] => {
        const name = `${definition.name}.${String(method)}`;
        try {
          const run = (): unknown => (instance as Record<string | symbol, () => unknown>)[method]?.();
          return [{ name, trigger: triggerOf(options), tenants: options.tenants ?? 'none', run }];
        } catch (cause) {
          findings.push(invalid(name, cause));
          return [];
        }
      }),
  );
  refuseIf(findings);
  return methods;
}

const invalid = (name: string, cause: unknown): LoadFinding => ({
  code: 'PLUGIN_SCHEDULE_INVALID',
  message: `@Scheduled of ${name} is invalid: ${reasonOf(cause)}.`,
  fix: 'Set `cron` to five fields (six with seconds first) and an IANA time zone, or `every` to a duration such as 500ms, 30s, 5m, 2h or 1d.',
  cause,
});
