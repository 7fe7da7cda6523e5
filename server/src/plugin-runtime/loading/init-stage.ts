import type { BuiltContainer } from './container-stage.ts';
import type { LoadScope } from './load-scope.ts';

/** Declares the queues of an application and runs `init()` of its beans. */
export function initStage(
  scope: LoadScope,
  { container, consumers }: Pick<BuiltContainer, 'container' | 'consumers'>,
): Promise<void> {
  return scope.stages.run('init', async () => {
    await consumers.declare();
    // Comparing the intrinsics takes longer than an init stage that calls nothing.
    await (container.hasInit ? scope.guardedAsync(() => container.init()) : container.init());
  });
}
