// @vitest-environment node
import { expect, it } from 'vitest';
import { settingName } from './setting-name.ts';

it('has the properties of every site in Chinese, unless an operator has named them', () => {
  const setting = { configKey: 'hello.logo', configName: 'Logo address' };
  expect([settingName(setting, 'zh-CN'), settingName(setting, 'en-US')]).toEqual([
    '标志地址',
    'Logo address',
  ]);
  expect(settingName({ ...setting, configName: 'Bild' }, 'zh-CN')).toBe('Bild');
  expect(settingName({ configKey: 'hello.greeting', configName: null }, 'zh-CN')).toBeNull();
});

it('says a name in the language of the shell where the setting has it', () => {
  const setting = {
    configKey: 'a.logo',
    configName: 'Logo address',
    configNames: { zh: '徽标', fr: 'Logo' },
  };
  expect(['zh-CN', 'en-US', 'fr-FR'].map((locale) => settingName(setting, locale))).toEqual([
    '徽标',
    'Logo address',
    'Logo',
  ]);
});

it('knows no setting by the names that every object has', () => {
  expect(settingName({ configKey: 'hello.constructor', configName: 'Own' }, 'zh-CN')).toBe('Own');
});
