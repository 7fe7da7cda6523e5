import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTabsMemory } from './tabs-memory.ts';
import { homeKey, useTabsStore } from './tabs-store.ts';

const tab = (key: string) => ({ key, fullPath: key, cache: true });
const keys = (tabs: ReturnType<typeof useTabsStore>) => tabs.tabs.map((open) => open.key);

describe('tabs', () => {
  beforeEach(() => {
    setActivePinia(createPinia());
    sessionStorage.clear();
  });

  function opened(...paths: string[]) {
    const tabs = useTabsStore();
    for (const path of [homeKey, ...paths]) tabs.open(tab(path));
    return tabs;
  }

  it('keep one tab per page, with its latest query and title', () => {
    const tabs = opened('/a');
    tabs.setTitle('/a', 'Record 7');
    tabs.open({ ...tab('/a'), fullPath: '/a?q=1' });
    expect(tabs.tabs).toHaveLength(2);
    expect(tabs.find('/a')).toMatchObject({ fullPath: '/a?q=1', title: 'Record 7' });
  });

  it('begin with the first page, even when it is opened last, and without unsaved input', () => {
    const tabs = opened('/b');
    tabs.$reset();
    expect([keys(tabs), tabs.active]).toEqual([[], undefined]);
    tabs.open(tab('/a'));
    tabs.open(tab(homeKey));
    expect(keys(tabs)).toEqual([homeKey, '/a']);
    expect([tabs.active, tabs.unsaved]).toEqual([homeKey, false]);
  });

  it('ignore pages without a tab', () => {
    const tabs = opened('/a');
    tabs.refresh('/gone');
    tabs.setTitle('/gone', 'Gone');
    tabs.setUnsaved('/gone', true);
    tabs.setMark('/gone', 'failed');
    expect(tabs.tabs).toHaveLength(2);
    tabs.setMark('/a', 'failed');
    expect(tabs.find('/a')?.mark).toBe('failed');
  });

  it('lead to the first page when a lone tab is closed', () => {
    const tabs = useTabsStore();
    tabs.open(tab('/a'));
    expect(tabs.close(['/a'])).toBe(homeKey);
    tabs.active = undefined;
    expect(tabs.close([])).toBeUndefined();
  });

  it('activate the right neighbour of a closed tab, else the left', () => {
    const tabs = opened('/a', '/b', '/c', '/d');
    tabs.open(tab('/b'));
    expect(tabs.close(['/b'])).toBe('/c');
    tabs.open(tab('/d'));
    expect(tabs.close(['/d'])).toBe('/c');
  });

  it('stay when another one is closed', () => {
    const tabs = opened('/a', '/b');
    expect(tabs.close(['/a'])).toBeUndefined();
    expect(tabs.active).toBe('/b');
  });

  it('never close the first page', () => {
    const tabs = opened('/a', '/b');
    expect(tabs.close(keys(tabs))).toBe(homeKey);
    expect(keys(tabs)).toEqual([homeKey]);
  });

  it('close the others, or those to the right', () => {
    const tabs = opened('/a', '/b', '/c');
    expect(tabs.othersOf('/b')).toEqual(['/a', '/c']);
    expect(tabs.rightOf('/b')).toEqual(['/c']);
  });

  it('finding 19: pinned ones stand first, and are not closed with others', () => {
    const tabs = opened('/a', '/b', '/c', '/d');
    tabs.setPinned('/c', true);
    tabs.setPinned('/b', true);
    tabs.setPinned(homeKey, true);
    expect(keys(tabs)).toEqual([homeKey, '/c', '/b', '/a', '/d']);
    expect([tabs.othersOf('/a'), tabs.rightOf('/c'), tabs.closable()]).toEqual([
      ['/d'],
      ['/a', '/d'],
      ['/a', '/d'],
    ]);
    tabs.open({ ...tab('/b'), fullPath: '/b?q=1' });
    expect(tabs.find('/b')).toMatchObject({ pinned: true, fullPath: '/b?q=1' });
    tabs.setPinned('/c', false);
    expect(keys(tabs)).toEqual([homeKey, '/b', '/c', '/a', '/d']);
  });

  it('finding 19: are moved among their like, never before the first page', () => {
    const tabs = opened('/a', '/b', '/c');
    tabs.setPinned('/a', true);
    expect(tabs.move('/c', 2)).toBe(true);
    expect(keys(tabs)).toEqual([homeKey, '/a', '/c', '/b']);
    for (const place of [-1, 0, 1, 4]) expect(tabs.move('/c', place)).toBe(false);
    expect([tabs.move('/a', 2), tabs.move(homeKey, 1), tabs.move('/gone', 2)]).toEqual([false, false, false]);
    expect(keys(tabs)).toEqual([homeKey, '/a', '/c', '/b']);
  });

  it('report unsaved input, which a refresh discards', () => {
    const tabs = opened('/a');
    tabs.setUnsaved('/a', true);
    expect(tabs.unsaved).toBe(true);
    tabs.refresh('/a');
    expect(tabs.unsaved).toBe(false);
    expect(tabs.find('/a')?.revision).toBe(1);
  });

  it('are restored for the same user only', () => {
    const tabs = opened('/a');
    const memory = createTabsMemory(sessionStorage);
    memory.write('admin', tabs.tabs);
    expect(memory.read('admin').map((kept) => kept.fullPath)).toEqual([homeKey, '/a']);
    expect(memory.read('other')).toEqual([]);
    sessionStorage.setItem('platform.tabs', '{"owner":"admin","tabs":[1,null,{"fullPath":2}]}');
    expect(memory.read('admin')).toEqual([]);
    for (const damaged of ['{', '{"owner":"admin","tabs":"none"}']) {
      sessionStorage.setItem('platform.tabs', damaged);
      expect(memory.read('admin')).toEqual([]);
    }
    sessionStorage.clear();
    expect(memory.read('admin')).toEqual([]);
  });

  it('calls a page without a tab by the title that it has given itself, until another is shown', () => {
    const tabs = opened('/a');
    const page = { key: '/secret', fullPath: '/secret', titleKey: 'error.notFound.title', cache: false };
    tabs.setTitle('/secret', 'Not for you');
    expect(tabs.of(page).title).toBe('Not for you');
    expect(tabs.tabs).toHaveLength(2);
    expect(tabs.of({ ...page, key: '/other' }).title).toBeUndefined();
  });
});
