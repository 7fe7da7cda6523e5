import { requestContext } from '../../kernel/index.ts';

/**
 * `FinalizationRegistry` for one application. Its callbacks come from the garbage collector, in no context at all: here
 * they run in the application's, and what they throw is its own. (design 3.4)
 */
export function ownFinalizers(
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
