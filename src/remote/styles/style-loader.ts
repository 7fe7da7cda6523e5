import { uniqueNamesMark } from '@platform/remote-app/host';
import { messageOf, RemoteError } from '../errors.ts';
import { createAddedSheets, type AddedSheets } from './added-sheets.ts';
import { createLinkedSheets, type LinkedSheets } from './linked-sheets.ts';
import { fontsOfPage } from './page-fonts.ts';
import { trackSheetOwners } from './sheet-owners.ts';
import { scopeSheet } from './scope-sheet.ts';

export interface StyleLoader extends AddedSheets {
  /**
   * Fetches the text of a sheet.
   * @param address absolute address
   * @throws RemoteError REMOTE_STYLE_FAILED
   */
  fetch(code: string, address: string): Promise<string>;
  /**
   * Adds a sheet to the document, scoped to the application's views.
   * @param base absolute address that resolves relative ones
   * @returns call to remove it
   */
  place(code: string, css: string, base: string): () => void;
  /** Scopes the sheets that an application links by itself. @param entry address of its entry */
  follow(code: string, entry: string): LinkedSheets;
  /** Stops recording the owners of sheets. */
  stop(): void;
}

export interface StyleLoaderOptions {
  fetch: typeof fetch;
  document?: Document;
  warn(text: string): void;
  /** The application whose code is running; default: unknown. */
  current?: () => string | undefined;
}

/**
 * Loads the styles of applications, so that the shell can await, scope and remove them (design
 * 5.2).
 */
export function createStyleLoader(options: StyleLoaderOptions): StyleLoader {
  const page = options.document ?? document;

  function place(code: string, css: string, base: string): () => void {
    const { text, dropped } = scopeSheet(parse(page, css), {
      code,
      address: base,
      shellFonts: fontsOfPage(page),
      uniqueNames: css.startsWith(uniqueNamesMark(code)),
    });
    if (dropped.length > 0)
      options.warn(`${code}: style rules that affect more than its views were removed: ${dropped.join(' ')}`);
    const element = page.createElement('style');
    element.dataset['remote'] = code;
    element.textContent = text;
    page.head.append(element);
    return () => element.remove();
  }

  const fetchText = (code: string, address: string) => fetchSheet(options.fetch, code, address);

  const scope = (code: string, rules: CSSRuleList): string =>
    scopeSheet(rules, { code, address: page.baseURI }).text;
  const owners = trackSheetOwners({
    page,
    current: options.current ?? (() => undefined),
    scope: (code, css) => scope(code, parse(page, css)),
  });

  return {
    ...createAddedSheets({ page, owners, scope }),
    stop: () => owners.stop(),
    place,
    fetch: fetchText,
    follow: createLinkedSheets({
      load: async (code, address) => place(code, await fetchText(code, address), address),
      warn: (text) => options.warn(text),
      page,
    }),
  };
}

async function fetchSheet(fetchAddress: typeof fetch, app: string, address: string): Promise<string> {
  const failed = { code: 'REMOTE_STYLE_FAILED', stage: 'style', app } as const;
  let response: Response;
  try {
    response = await fetchAddress(address, { credentials: 'same-origin' });
  } catch (cause) {
    throw new RemoteError({
      ...failed,
      message: `${address} cannot be reached: ${messageOf(cause)}`,
      cause,
      transient: true,
    });
  }
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok) {
    const transient = status >= 500 || status === 429;
    throw new RemoteError({
      ...failed,
      message: `${address} answered ${status}`,
      status,
      requestId,
      transient,
    });
  }
  if (!type.includes('css')) {
    throw new RemoteError({
      ...failed,
      message: `${address} answered ${type || 'no content type'} instead of CSS`,
      status,
      requestId,
    });
  }
  return response.text();
}

/** Parses in an inert document, where the rules apply to nothing. */
function parse(page: Document, css: string): CSSRuleList {
  const inert = page.implementation.createHTMLDocument('');
  const element = inert.createElement('style');
  element.textContent = css;
  inert.head.append(element);
  return (element.sheet as CSSStyleSheet).cssRules;
}
