import { Type } from 'typebox';
import { contract, Nothing, optionalText, Password, SeenTime, text, type DataOf } from '../contract/index.ts';
import { email, phone, UserSchema } from './users.ts';

export const ProfileChangeSchema = Type.Object({
  nickName: Type.Optional(text(50)),
  email,
  phone,
  avatar: optionalText(500),
  updateTime: SeenTime,
});

export const PasswordChangeSchema = Type.Object({ oldPassword: Password, newPassword: Password });

export const profileContracts = {
  get: contract({
    method: 'GET',
    url: '/system/user/profile',
    auth: 'login',
    ofPerson: true,
    summary: 'The own profile',
    schema: { response: UserSchema },
  }),
  edit: contract({
    method: 'PUT',
    url: '/system/user/profile',
    auth: 'login',
    ofPerson: true,
    summary: 'Change the own profile',
    schema: { body: ProfileChangeSchema, response: Nothing },
  }),
  password: contract({
    method: 'PUT',
    url: '/system/user/profile/password',
    auth: 'login',
    ofPerson: true,
    summary: 'Change the own password; ends the other sessions',
    schema: {
      body: PasswordChangeSchema,
      response: Type.Object({ endedSessions: Type.Integer() }),
    },
  }),
};

export type ProfileChange = DataOf<typeof ProfileChangeSchema>;
export type PasswordChange = DataOf<typeof PasswordChangeSchema>;
