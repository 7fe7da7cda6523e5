import { factFor, factKey } from '../metadata/index.ts';

/** A permission string of three parts, `<application>:<resource>:<action>`. */
export type PermissionName = `${string}:${string}:${string}`;

/** Access rules of a class (key `undefined`) or of one of its methods. */
export type AccessFact = Map<string | symbol | undefined, 'public' | PermissionName>;

export const ACCESS = factKey<AccessFact>('access', () => new Map());

/** Works on a controller, and on one of its methods, which wins over the class. */
export type AccessDecorator = (
  target: unknown,
  context: ClassDecoratorContext | ClassMethodDecoratorContext,
) => void;

const grant =
  (access: 'public' | PermissionName): AccessDecorator =>
  (_target, context) =>
    void factFor(context.metadata, ACCESS).set(context.kind === 'class' ? undefined : context.name, access);

/** Lets everybody call, without a login. (spec: Open endpoints 1, Authentication 1) */
export function AuthIgnore(): AccessDecorator {
  return grant('public');
}

/**
 * Requires a permission, besides the login. (design 9.3-12)
 *
 * @example
 * ```ts
 * @Get('/list')
 * @Permission('notes:item:list')
 * list() { return this.items.selectList({}); }
 * ```
 */
export function Permission(name: PermissionName): AccessDecorator {
  return grant(name);
}
