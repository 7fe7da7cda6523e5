import { checkRoutes, joinRoute, type Finding, type StatedRoute } from '@platform/package-format';
import { callOf, lineageOf, UNKNOWN, type SourceClass } from './source-classes.ts';

const METHODS = ['Get', 'Post', 'Put', 'Delete', 'Patch'];
const BEANS = ['Controller', 'Service', 'Component', 'Mapper', 'JobExecutor', 'PluginService'];
const CALLED = ['Scheduled', 'EventListener', 'MessageListener'];

/**
 * Finds what the load refuses and the syntax of the sources tells: `PLUGIN_ROUTE_OUTSIDE_PREFIX`,
 * `PLUGIN_ROUTE_RESERVED`, `PLUGIN_ROUTE_DUPLICATE`, `PLUGIN_DECORATOR_STRAY`.
 *
 * Paths that are not literals stay unknown.
 */
export function checkClasses(code: string, classes: readonly SourceClass[]): Finding[] {
  const routes = classes
    .filter(({ abstract }) => !abstract)
    .flatMap((type) => routesOf(type, lineageOf(type, classes)));
  return [
    ...checkRoutes(code, routes).map((found) => refused(found.code, found.route, found.message, found.fix)),
    ...strayDecorators(classes),
  ];
}

interface PlacedRoute extends StatedRoute {
  readonly source: string;
  readonly line: number;
}

function routesOf(type: SourceClass, lineage: readonly SourceClass[]): PlacedRoute[] {
  const prefix = callOf(type.decorators, ['Controller'])?.argument;
  if (typeof prefix !== 'string') return [];
  // A method that a class decorates again has these routes, not those of its base class.
  const routed = new Map<string, PlacedRoute[]>();
  for (const { source, members } of lineage) {
    for (const { name, line, decorators } of members) {
      const stated = decorators.filter((decorator) => METHODS.includes(decorator.name));
      if (stated.length === 0 || routed.has(name)) continue;
      const handler = `${type.name}.${name}`;
      routed.set(
        name,
        stated.flatMap(({ name: method, argument = '' }): PlacedRoute[] =>
          argument === UNKNOWN
            ? []
            : [{ method: method.toUpperCase(), url: joinRoute(prefix, argument), handler, source, line }],
        ),
      );
    }
  }
  return [...routed.values()].flat();
}

/** Methods that nothing would ever call; beans inherit those of abstract and base classes. */
function strayDecorators(classes: readonly SourceClass[]): Finding[] {
  const extended = new Set(classes.map(({ base }) => base));
  return classes
    .filter(({ abstract, name }) => !abstract && !extended.has(name))
    .flatMap((type) => {
      const bean = callOf(type.decorators, BEANS);
      const calledBy = (names: readonly string[]) =>
        type.members.find(({ decorators }) => callOf(decorators, names));
      const stray = (names: readonly string[], why: string, fix: string): Finding[] => {
        const member = calledBy(names);
        const decorator = member && callOf(member.decorators, names);
        if (!decorator) return [];
        const message = `${type.name}.${member.name} has @${decorator.name}, but its class is not ${why}: it would never be called.`;
        return [refused('PLUGIN_DECORATOR_STRAY', { ...type, line: member.line }, message, fix)];
      };
      return [
        ...(bean ? [] : stray(CALLED, 'a bean', `Mark ${type.name} @Component().`)),
        ...(bean?.name === 'Controller'
          ? []
          : stray(METHODS, 'a controller', `Mark ${type.name} @Controller('/<code>/…').`)),
      ];
    });
}

export function refused(
  code: string,
  { source, line }: { readonly source: string; readonly line: number },
  message: string,
  fix: string,
): Finding {
  const at = { entry: source, pointer: `line ${line}` };
  return { code, severity: 'error', ...at, message: `${source}:${line}: ${message}`, fix };
}
