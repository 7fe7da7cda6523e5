import type { Directive } from 'vue';

export type PermissionDirective = Directive<HTMLElement, string | readonly string[]>;

/**
 * `v-permission="'app:install:add'"` hides an element from those who lack the permission (any one
 * of a list). It serves the eye; the server decides.
 */
export function createPermissionDirective(
  can: (required: string | readonly string[]) => boolean,
): PermissionDirective {
  return {
    beforeMount: (element, { value }) => void (element.hidden = !can(value)),
    updated: (element, { value }) => void (element.hidden = !can(value)),
  };
}

declare module 'vue' {
  interface GlobalDirectives {
    vPermission: PermissionDirective;
  }
}
