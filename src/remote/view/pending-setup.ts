import { isVNode, type ComponentInternalInstance, type VNode } from 'vue';

/** Vue's internal state of a component with an asynchronous `setup`. */
interface AsyncState {
  readonly asyncDep?: object | null;
  readonly asyncResolved?: boolean;
  readonly suspense?: object | null;
}

/**
 * Whether a rendered part waits for its `setup` without a `Suspense`, so that Vue never shows it.
 */
export function hasPendingSetup({ component, children }: VNode): boolean {
  if (component) return isPending(component) || hasPendingSetup(component.subTree);
  return Array.isArray(children) && children.some((child) => isVNode(child) && hasPendingSetup(child));
}

function isPending(instance: ComponentInternalInstance & AsyncState): boolean {
  return Boolean(instance.asyncDep) && !instance.asyncResolved && !instance.suspense;
}
