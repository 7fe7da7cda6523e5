import { Type } from 'typebox';
import { oneOf, type DataOf } from '../contract/index.ts';

/** A setting that the host itself reads: its values, and how it is edited. */
export const KnownSettingSchema = Type.Object({
  configKey: Type.String(),
  kind: oneOf('choice', 'roles'),
  choices: Type.Array(Type.String(), { description: 'All values of a choice' }),
  initial: Type.String({ description: 'In effect without a row' }),
});

export type KnownSetting = DataOf<typeof KnownSettingSchema>;

/** The settings that the host reads itself. Any other belongs to an application. */
export const KNOWN_SETTINGS: readonly KnownSetting[] = [
  {
    configKey: 'login.second-factor',
    kind: 'choice',
    choices: ['off', 'allowed', 'required'],
    initial: 'allowed',
  },
  { configKey: 'login.second-factor-roles', kind: 'roles', choices: [], initial: '' },
];
