import { Component } from '@platform/plugin-sdk/core';
import { BEAN, ownFact, type AbstractClass } from '@platform/plugin-sdk/host';

export interface BeanProbe {
  /** To be loaded with the classes that it looks for. */
  readonly type: AbstractClass;
  /** The beans, once they are loaded. */
  readonly beans: readonly object[];
}

/** A component into which every bean of `classes` is injected, so that a test can have them. */
export function beanProbe(classes: readonly AbstractClass[]): BeanProbe {
  const beans: object[] = [];
  class TestProbe {
    constructor(...injected: object[]) {
      beans.push(...injected);
    }
  }
  const inject = classes.filter((type) => ownFact(type, BEAN) !== undefined);
  const metadata: DecoratorMetadataObject = {};
  const context = { kind: 'class', name: TestProbe.name, metadata, addInitializer: () => undefined };
  Component({ inject })(TestProbe, context as never);
  Object.defineProperty(TestProbe, Symbol.metadata, { value: metadata });
  return { type: TestProbe, beans };
}
