import type { ModuleReport } from '../../kernel/index.ts';
import type { ApplicationDescription } from '../../plugin-runtime/index.ts';

interface Bean {
  readonly aliases: readonly string[];
  readonly scope: string;
  readonly type: string;
  readonly resource?: string;
  readonly dependencies: readonly string[];
}

/** The services of the host; a service depends on what its module uses. */
export function hostBeans(modules: readonly ModuleReport[]): Record<string, Bean> {
  const beans = modules.flatMap(({ name: module, provides, uses }) =>
    [...provides].map(([name, type]): [string, Bean] => [
      name,
      { aliases: [], scope: 'singleton', type, resource: `module ${module}`, dependencies: [...uses].sort() },
    ]),
  );
  return Object.fromEntries(beans);
}

export function applicationBeans({ beans, jar }: ApplicationDescription): Record<string, Bean> {
  return Object.fromEntries(
    beans.map(({ name, kind, tokens, dependencies }): [string, Bean] => [
      name,
      {
        aliases: tokens.filter((token) => token !== name),
        scope: 'singleton',
        type: kind,
        ...(jar === undefined ? {} : { resource: jar }),
        dependencies,
      },
    ]),
  );
}
