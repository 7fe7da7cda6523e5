import { PLUGIN_SERVICE, inheritedFacts, type AbstractClass } from '@platform/plugin-sdk/host';
import type { Bean } from '../container/container.ts';

/** A bean that other applications can locate. */
export interface OfferedService {
  readonly token: AbstractClass;
  readonly bean: Bean;
}

/** Collects the `@PluginService` beans of an application. */
export function offeredServices(beans: readonly Bean[]): OfferedService[] {
  return beans.flatMap((bean) =>
    inheritedFacts(bean.definition.type, PLUGIN_SERVICE).flatMap(({ token }) =>
      token ? [{ token, bean }] : [],
    ),
  );
}
