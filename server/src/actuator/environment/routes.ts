import { environmentContracts } from '@platform/host-api';
import {
  CONFIG_SOURCES,
  defineRoute,
  PlatformError,
  type ModuleContext,
  type Route,
} from '../../kernel/index.ts';
import { configurationOf, systemEnvironment } from './environment.ts';

/** `/actuator/env`, with the sources in falling precedence. (spec: Monitoring endpoints) */
export function environmentRoutes(ctx: ModuleContext): Route[] {
  const profile = process.env['PLATFORM_PROFILE'];
  const profiles = { activeProfiles: profile ? [profile] : [], defaultProfiles: ['default'] };
  const propertySources = () => [
    configurationOf(ctx.config, ctx.services.find(CONFIG_SOURCES) ?? new Map()),
    systemEnvironment(process.env),
  ];
  return [
    defineRoute({
      ...environmentContracts.all,
      handler: () => ({ ...profiles, propertySources: propertySources() }),
    }),
    defineRoute({
      ...environmentContracts.one,
      handler: ({ params: { toMatch } }) => {
        const sources = propertySources().map(({ name, properties }) => {
          const property = Object.hasOwn(properties, toMatch) ? properties[toMatch] : undefined;
          return { name, ...(property ? { property } : {}) };
        });
        const first = sources.find(({ property }) => property);
        if (!first?.property) throw unknownProperty(toMatch);
        const property = { source: first.name, value: first.property.value };
        return { property, ...profiles, propertySources: sources };
      },
    }),
  ];
}

const unknownProperty = (name: string): PlatformError =>
  new PlatformError({
    code: 'ENV_PROPERTY_UNKNOWN',
    status: 404,
    message: `Neither the configuration nor the environment has ${name}.`,
    fix: 'GET /actuator/env lists all names.',
  });
