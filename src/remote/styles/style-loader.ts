import { messageOf, RemoteError } from '../errors.ts';
import { createAddedSheets, type AddedSheets } from './added-sheets.ts';
import { createOwnLinks, type OwnLinks } from './own-links.ts';
import { fontsOfPage } from './page-fonts.ts';
import { noteSheetOwners } from './sheet-owners.ts';
import { scopeSheet } from './scope-sheet.ts';

export interface StyleLoader extends AddedSheets {
  /**
   * Fetches a sheet and puts it into the document, held inside the application's views.
   * @param address absolute address
   * @returns how to take it out again
   * @throws RemoteError REMOTE_STYLE_FAILED
   */
  load(code: string, address: string): Promise<() => void>;
  /**
   * Puts the text of a sheet into the document, likewise.
   * @param base absolute address that relative ones in it begin at
   */
  place(code: string, css: string, base: string): () => void;
  /** Holds the sheets that an application links by itself. @param entry address of its entry */
  follow(code: string, entry: string): OwnLinks;
  /** No longer notes whose sheets are whose. */
  stop(): void;
}

export interface StyleLoaderOptions {
  fetch: typeof fetch;
  document?: Document;
  warn(text: string): void;
  /** The application whose code is running; default: never known. */
  current?: () => string | undefined;
}

/** The shell loads the styles of remotes itself, so that it can wait for them, hold them, and take them out (design 5.2). */
export function createStyleLoader(options: StyleLoaderOptions): StyleLoader {
  const page = options.document ?? document;

  function place(code: string, css: string, base: string): () => void {
    const { text, dropped } = scopeSheet(parse(page, css), code, base, fontsOfPage(page));
    if (dropped.length > 0)
      options.warn(`${code}: rules that reach more than its views were left out: ${dropped.join(' ')}`);
    const element = page.createElement('style');
    element.dataset['remote'] = code;
    element.textContent = text;
    page.head.append(element);
    return () => element.remove();
  }

  const load = async (code: string, address: string) =>
    place(code, await fetchSheet(options.fetch, code, address), address);

  const scope = (code: string, rules: CSSRuleList): string => scopeSheet(rules, code, page.baseURI).text;
  const owners = noteSheetOwners({
    page,
    current: options.current ?? (() => undefined),
    scope: (code, css) => scope(code, parse(page, css)),
  });

  return {
    ...createAddedSheets({ page, owners, scope }),
    stop: () => owners.stop(),
    place,
    load,
    follow: createOwnLinks({ load, warn: (text) => options.warn(text), page }),
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
      message: `${address} answered ${type || 'no type'} instead of CSS`,
      status,
      requestId,
    });
  }
  return response.text();
}

/** Parsed in an inert document: its rules apply to nothing. */
function parse(page: Document, css: string): CSSRuleList {
  const inert = page.implementation.createHTMLDocument('');
  const element = inert.createElement('style');
  element.textContent = css;
  inert.head.append(element);
  return (element.sheet as CSSStyleSheet).cssRules;
}
