import type MarkdownIt from 'markdown-it';

/** Renders Markdown as HTML that is safe to insert. */
export type RenderMarkdown = (text: string) => string;

/**
 * Loads the renderer. HTML within the text is shown as text, and links lead to pages and mail
 * addresses only, so that no script can come from it; pictures are left out, since loading them
 * would tell another site who reads. (design 12)
 */
export async function loadMarkdown(): Promise<RenderMarkdown> {
  const { default: Markdown } = await import('markdown-it');
  const markdown = new Markdown({ html: false, breaks: true }).disable(['image']);
  openElsewhere(markdown);
  return (text) => markdown.render(text);
}

/** Links to other sites open beside the shell, and get no hold of it. */
function openElsewhere({ renderer }: MarkdownIt): void {
  renderer.rules['link_open'] = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    if (token && /^[a-z][a-z0-9+.-]*:|^\/\//i.test(token.attrGet('href') ?? '')) {
      token.attrSet('target', '_blank');
      token.attrSet('rel', 'noopener noreferrer');
    }
    return self.renderToken(tokens, index, options);
  };
}
