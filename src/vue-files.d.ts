/**
 * Types for tools that cannot read single-file components, such as the linter. The compiler uses
 * the real types.
 */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}
