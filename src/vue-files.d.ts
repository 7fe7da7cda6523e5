/** For tools that read TypeScript but no single-file components, such as the linter; the compiler sees the real types. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}
