/**
 * Node does not define `Symbol.metadata` yet. The registered symbol is what compilers fall back
 * to, so classes that were evaluated before and after this agree.
 */
if (!Object.hasOwn(Symbol, 'metadata')) {
  Object.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata') });
}
