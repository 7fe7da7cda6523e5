import type { AbstractClass } from '@platform/plugin-sdk/host';
import type { SiblingBeans } from '../container/bean-graph.ts';
import type { PluginModule } from '../modules/plugin-module.ts';
import type { Siblings } from '../modules/siblings.ts';
import type { LoadedApplication } from './loaded-application.ts';

/** Classes and mappers of the loaded siblings of an application. (spec: L8) */
export class LoadedSiblings implements Siblings, SiblingBeans {
  readonly #applications: ReadonlyMap<string, LoadedApplication>;

  constructor(applications: readonly LoadedApplication[]) {
    this.#applications = new Map(applications.map((application) => [application.appCode, application]));
  }

  main(appCode: string): PluginModule | undefined {
    return this.#applications.get(appCode)?.parts.main;
  }

  missing(type: AbstractClass): string | undefined {
    for (const { parts } of this.#applications.values()) {
      const missing = parts.leftOut.get(type);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  beans(token: AbstractClass): ReturnType<SiblingBeans['beans']> {
    return [...this.#applications.values()].flatMap(({ appCode, parts }) =>
      parts.container.beans
        .filter(({ definition }) => definition.tokens.includes(token))
        .map(({ definition, instance }) => ({
          appCode,
          name: definition.name,
          mapper: definition.kind === 'mapper',
          instance,
        })),
    );
  }
}
