import type { AppManifest, MenuNode } from '@platform/package-format';
import type { AppOptions } from './app-options.ts';
import { CreateAppError } from './errors.ts';

/** Behind the samples in the menu. */
const MENU_ORDER = 100;
/** "Items"; the sample calls them after itself. */
const PAGE_NAMES = { 'zh-CN': '事项' };

/** The manifest of the application, from that of the sample, renamed already. */
export function appManifest(sample: string, { code, name, parts }: AppOptions): string {
  const { version, platform, menus = [] } = JSON.parse(sample) as AppManifest;
  const page = menus[0]?.children?.find(({ key }) => key === `${code}:item`);
  if (!page) {
    throw new CreateAppError(
      'SAMPLE_CHANGED',
      'the menus of the sample have no page <code>:item',
      'Restore plugins/platform-hello, or adjust packages/create-app/src/manifest.ts.',
    );
  }
  const root: MenuNode = {
    ...menus[0]!,
    name,
    names: undefined,
    icon: 'List',
    order: MENU_ORDER,
    children: [{ ...page, names: PAGE_NAMES }],
  };
  const manifest = {
    code,
    name,
    version,
    description: `${name}: a list of items.`,
    descriptions: { 'zh-CN': `${name}：事项列表。` },
    icon: 'List',
    platform,
    assets: parts === 'backend' ? {} : { frontend: 'frontend/index.js' },
    menus: parts === 'backend' ? permissionsOnly(page) : [root],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Without a frontend there are no pages: roles are granted buttons at the root. (design 9.5-26) */
function permissionsOnly({ perms = '', children = [] }: MenuNode): MenuNode[] {
  const list: MenuNode = {
    key: perms,
    type: 'F',
    name: 'See items',
    names: { 'zh-CN': '查看事项' },
    perms,
    order: 0,
  };
  return [list, ...children];
}
