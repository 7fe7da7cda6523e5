import './symbol-metadata.ts';

/** A class, abstract or not, that serves as a token for its implementations. */
export type AbstractClass<T = object> = abstract new (...args: never[]) => T;

/** One kind of metadata that decorators store on a class. Each area of the SDK has its own. */
export interface FactKey<T> {
  readonly symbol: symbol;
  create(): T;
}

export function factKey<T>(name: string, create: () => T): FactKey<T> {
  return Object.freeze({ symbol: Symbol.for(`@platform/plugin-sdk/${name}`), create });
}

/** Returns the class's own fact, and creates it at first use. */
export function factFor<T>(metadata: DecoratorMetadataObject, key: FactKey<T>): T {
  if (!Object.hasOwn(metadata, key.symbol)) metadata[key.symbol] = key.create();
  return metadata[key.symbol] as T;
}

/** The fact that decorators left on this very class; base classes are not looked at. */
export function ownFact<T>(type: AbstractClass, key: FactKey<T>): T | undefined {
  const metadata = ownMetadata(type);
  return metadata && Object.hasOwn(metadata, key.symbol) ? (metadata[key.symbol] as T) : undefined;
}

/** The facts of a class and its base classes, the outermost base first. */
export function inheritedFacts<T>(type: AbstractClass, key: FactKey<T>): T[] {
  const facts: T[] = [];
  for (let metadata = nearestMetadata(type); metadata; metadata = parentOf(metadata)) {
    if (Object.hasOwn(metadata, key.symbol)) facts.unshift(metadata[key.symbol] as T);
  }
  return facts;
}

const ownMetadata = (type: AbstractClass): DecoratorMetadataObject | undefined =>
  Object.hasOwn(type, Symbol.metadata) ? nearestMetadata(type) : undefined;

const nearestMetadata = (type: AbstractClass): DecoratorMetadataObject | undefined =>
  (type as { [Symbol.metadata]?: DecoratorMetadataObject | null })[Symbol.metadata] ?? undefined;

const parentOf = (metadata: DecoratorMetadataObject): DecoratorMetadataObject | undefined =>
  (Object.getPrototypeOf(metadata) as DecoratorMetadataObject | null) ?? undefined;
