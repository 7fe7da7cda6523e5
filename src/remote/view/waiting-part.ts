import { isVNode, type ComponentInternalInstance, type VNode } from 'vue';

/** What Vue keeps of a component whose `setup` is asynchronous. */
interface Waiting {
  readonly asyncDep?: object | null;
  readonly asyncResolved?: boolean;
  readonly suspense?: object | null;
}

/** Whether something that was drawn waits for its asynchronous setup without a `Suspense` around it, so that Vue never shows it. */
export function hasWaitingPart({ component, children }: VNode): boolean {
  if (component) return waits(component) || hasWaitingPart(component.subTree);
  return Array.isArray(children) && children.some((child) => isVNode(child) && hasWaitingPart(child));
}

function waits(instance: ComponentInternalInstance & Waiting): boolean {
  return Boolean(instance.asyncDep) && !instance.asyncResolved && !instance.suspense;
}
