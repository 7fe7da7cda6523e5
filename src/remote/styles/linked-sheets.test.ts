import { afterEach, describe, expect, it } from 'vitest';
import { createLinkedSheets } from './linked-sheets.ts';

function linkTo(href: string): { link: HTMLLinkElement; told: string[] } {
  const link = document.createElement('link');
  const told: string[] = [];
  Object.assign(link, { rel: 'stylesheet', href: new URL(href, document.baseURI).href });
  document.head.append(link);
  // Not before: this DOM tells at once that it loads no sheets.
  for (const type of ['load', 'error']) link.addEventListener(type, () => told.push(type));
  return { link, told };
}

function follow(refused: readonly string[] = []) {
  const inPage: string[] = [];
  const warnings: string[] = [];
  const start = createLinkedSheets({
    load: async (code, address) => {
      const sheet = `${code} ${new URL(address).pathname}`;
      if (refused.some((name) => address.endsWith(name))) throw new Error('404');
      inPage.push(sheet);
      return () => void inPage.splice(inPage.indexOf(sheet), 1);
    },
    warn: (text) => warnings.push(text),
    page: document,
  });
  return { start: () => start('plain', '/remote-apps/plain/index.js?v=1'), inPage, warnings };
}

afterEach(() => document.head.replaceChildren());

describe('design 5.2: sheets that a remote links by itself', () => {
  it('are scoped like others, and fire their load event for the builder', async () => {
    const { start, inPage } = follow();
    const links = start();
    const { link, told } = linkTo('/remote-apps/plain/a.css');
    await links.settled();
    expect(inPage).toEqual(['plain /remote-apps/plain/a.css']);
    expect(link.isConnected).toBe(false);
    expect(told).toEqual(['load']);
    links.stop();
    expect(inPage).toEqual([]);
  });

  it('are added again when the same entry is loaded again', async () => {
    const { start, inPage } = follow();
    const first = start();
    linkTo('/remote-apps/plain/a.css');
    await first.settled();
    first.stop();
    const second = start();
    await second.settled();
    expect(inPage).toEqual(['plain /remote-apps/plain/a.css']);
    second.stop();
  });

  it('are not added when they arrive after the end', async () => {
    const { start, inPage } = follow();
    const links = start();
    linkTo('/remote-apps/plain/a.css');
    const settled = links.settled();
    await Promise.resolve();
    links.stop();
    await settled;
    expect(inPage).toEqual([]);
    linkTo('/remote-apps/plain/b.css');
    await links.settled();
    expect(inPage).toEqual([]);
  });

  it('of others stay unchanged', async () => {
    const { start, inPage } = follow();
    const links = start();
    const { link } = linkTo('/remote-apps/plain-two/a.css');
    await links.settled();
    expect(link.isConnected).toBe(true);
    expect(inPage).toEqual([]);
    links.stop();
  });

  it('that are missing are reported to the builder and the log', async () => {
    const { start, warnings } = follow(['a.css']);
    const links = start();
    const { told } = linkTo('/remote-apps/plain/a.css');
    await links.settled();
    expect(told).toEqual(['error']);
    expect(warnings).toEqual(['plain: a linked style sheet could not be loaded: Error: 404']);
    links.stop();
  });
});
