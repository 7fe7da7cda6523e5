import { Type } from '../../kernel/index.ts';
import { PASSWORD_MAX } from '../auth/password-policy.ts';
import { Id, nullableText, optionalText, Status, text, Time } from '../shared/schemas.ts';

const email = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 100,
    pattern: String.raw`^$|^[^@\s]+@[^@\s]+$`,
  }),
);
const phone = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 30, pattern: String.raw`^[\d+() -]*$` }),
);
const roleIds = Type.Array(Id, { maxItems: 100, uniqueItems: true });
const details = {
  email,
  phone,
  avatar: optionalText(500),
  status: Type.Optional(Status),
  remark: optionalText(500),
};
const password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });

export const RoleRefSchema = Type.Object({ roleId: Id, roleKey: Type.String(), roleName: Type.String() });

export const UserSchema = Type.Object({
  userId: Id,
  userName: Type.String(),
  nickName: Type.String(),
  email: nullableText(),
  phone: nullableText(),
  avatar: nullableText(),
  status: Status,
  lastLoginTime: nullableText(),
  lastLoginIp: nullableText(),
  lockedUntil: nullableText(),
  remark: nullableText(),
  createTime: Time,
  roles: Type.Array(RoleRefSchema),
});

export const UserFilterSchema = Type.Object({
  userName: Type.Optional(Type.String()),
  nickName: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  status: Type.Optional(Status),
  roleId: Type.Optional(Id),
});

export const NewUserSchema = Type.Object({
  userName: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]{1,49}$' }),
  nickName: text(50),
  password: Type.Optional(password),
  roleIds: Type.Optional(roleIds),
  ...details,
});

export const UserChangeSchema = Type.Object({
  userId: Id,
  nickName: Type.Optional(text(50)),
  roleIds: Type.Optional(roleIds),
  ...details,
});

export const ProfileChangeSchema = Type.Object({
  nickName: Type.Optional(text(50)),
  email,
  phone,
  avatar: optionalText(500),
});

export const PasswordResultSchema = Type.Object({
  userId: Id,
  password: Type.Optional(Type.String({ description: 'Only where it was generated; told once.' })),
});

export const PasswordResetSchema = Type.Object({ password: Type.Optional(password) });

export const PasswordChangeSchema = Type.Object({ oldPassword: password, newPassword: password });
