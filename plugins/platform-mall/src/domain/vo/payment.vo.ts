import { Type, type Static } from '@platform/plugin-sdk/web';

/** Where paying an order leads. */
export const PaymentVo = Type.Object({
  available: Type.Boolean({ description: 'False: no payment application is there, pay as the shop says' }),
  payNo: Type.Optional(Type.String()),
  redirectUrl: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
});
export type PaymentVo = Static<typeof PaymentVo>;
