import { seededName } from './seeded-name.ts';
import { textIn } from './text-in.ts';

/** Chinese names of the properties that every site has, by the names in applications. */
const CHINESE: Readonly<Record<string, readonly [given: string, chinese: string]>> = {
  name: ['Site name', '站点名称'],
  nameEn: ['Site name in English', '站点英文名称'],
  description: ['Site description', '站点说明'],
  copyright: ['Copyright line', '版权信息'],
  icp: ['Registration number', '备案号'],
  logo: ['Logo address', '标志地址'],
  favicon: ['Icon address', '图标地址'],
  backgroundImage: ['Background image address', '背景图片地址'],
};

interface NamedSetting {
  readonly configKey: string;
  readonly configName: string | null;
  readonly configNames?: Readonly<Record<string, string>> | undefined;
}

/** The name of a setting. One that an operator has changed is not translated. */
export const settingName = (
  { configKey, configName, configNames }: NamedSetting,
  locale: string,
): string | null =>
  textIn(configNames, locale) ?? seededName(CHINESE, configKey.split('.').at(-1) ?? '', configName, locale);
