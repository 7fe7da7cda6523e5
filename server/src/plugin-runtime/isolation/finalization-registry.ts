import { requestContext } from '../../kernel/index.ts';

/**
 * `FinalizationRegistry` for one application.
 *
 * The garbage collector runs callbacks outside of any context. Here they run in the application's,
 * and their errors count as its own. (design 3.4)
 */
export function finalizationRegistry(
  appCode: string,
  onFault: (error: unknown) => void,
): FinalizationRegistryConstructor {
  return class<T> extends FinalizationRegistry<T> {
    constructor(cleanup: (held: T) => void) {
      super((held) => {
        try {
          requestContext.runForApplication(appCode, () => cleanup(held));
        } catch (error) {
          onFault(error);
        }
      });
    }
  };
}
