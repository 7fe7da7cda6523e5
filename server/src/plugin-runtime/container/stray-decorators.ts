import {
  EVENT_LISTENERS,
  inheritedFacts,
  MESSAGE_LISTENERS,
  ROUTES,
  SCHEDULED,
  type AbstractClass,
  type FactKey,
} from '@platform/plugin-sdk/host';
import type { LoadFinding } from '../contract/load-finding.ts';
import type { PluginClass } from '../modules/evaluate-classes.ts';
import type { BeanDefinition } from './bean-definition.ts';

const needBean: ReadonlyArray<readonly [string, FactKey<readonly unknown[]>]> = [
  ['@Scheduled', SCHEDULED],
  ['@EventListener', EVENT_LISTENERS],
  ['@MessageListener', MESSAGE_LISTENERS],
];

/**
 * Finds decorated methods that nothing would ever call.
 *
 * Their class is not a bean, or has routes without being a controller. Abstract classes and base
 * classes of beans are exempt, because beans inherit their methods. (design 9.1-3)
 */
export function strayDecorators(
  classes: readonly PluginClass[],
  beans: readonly BeanDefinition[],
): LoadFinding[] {
  const kinds = new Map<AbstractClass, string>(beans.map(({ type, kind }) => [type, kind]));
  const passedOn = ({ type, abstract }: PluginClass): boolean =>
    abstract || beans.some((bean) => bean.type.prototype instanceof type);
  return classes
    .filter((found) => !passedOn(found))
    .flatMap(({ name, type }) => {
      const kind = kinds.get(type);
      const has = (key: FactKey<readonly unknown[]>): boolean =>
        inheritedFacts(type, key).some((facts) => facts.length > 0);
      const withoutBean = kind === undefined ? needBean.filter(([, key]) => has(key)) : [];
      return [
        ...withoutBean.map(([decorator]) => stray(name, decorator, 'is not a bean', 'Mark it @Component().')),
        ...(kind !== 'controller' && has(ROUTES)
          ? [stray(name, 'a route', 'is not a controller', "Mark it @Controller('/<code>/…').")]
          : []),
      ];
    });
}

const stray = (name: string, what: string, why: string, fix: string): LoadFinding => ({
  code: 'PLUGIN_DECORATOR_STRAY',
  message: `${name} has ${what}, but ${why}: it would never be called.`,
  fix,
});
