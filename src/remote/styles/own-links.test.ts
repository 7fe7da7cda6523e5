import { afterEach, describe, expect, it } from 'vitest';
import { createOwnLinks } from './own-links.ts';

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
  const start = createOwnLinks({
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
  it('are held as others are, and its builder is told that they are there', async () => {
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

  it('are there again when the same entry is loaded again: its builder links them once', async () => {
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

  it('of others stay where they are', async () => {
    const { start, inPage } = follow();
    const links = start();
    const { link } = linkTo('/remote-apps/plain-two/a.css');
    await links.settled();
    expect(link.isConnected).toBe(true);
    expect(inPage).toEqual([]);
    links.stop();
  });

  it('that are not there are told to the builder and to the log', async () => {
    const { start, warnings } = follow(['a.css']);
    const links = start();
    const { told } = linkTo('/remote-apps/plain/a.css');
    await links.settled();
    expect(told).toEqual(['error']);
    expect(warnings).toEqual(['plain: a sheet that it links was not loaded: Error: 404']);
    links.stop();
  });
});
