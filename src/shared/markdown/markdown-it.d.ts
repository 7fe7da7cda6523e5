/** Types of the used part of markdown-it; the library brings none. */
declare module 'markdown-it' {
  interface Token {
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  type Rule = (
    tokens: Token[],
    index: number,
    options: object,
    environment: object,
    self: { renderToken(tokens: Token[], index: number, options: object): string },
  ) => string;

  export default class MarkdownIt {
    constructor(options: { readonly html: boolean; readonly breaks: boolean });
    readonly renderer: { readonly rules: Record<string, Rule | undefined> };
    disable(rules: readonly string[]): this;
    render(text: string): string;
  }
}
