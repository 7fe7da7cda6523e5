import { Type } from 'typebox';

/** One host of several. */
export const NodeChoice = Type.Optional(
  Type.String({ maxLength: 64, description: 'Id of a host; the one that is reached without it' }),
);

/** All hosts together, unless one is named. */
export const OneNode = Type.Optional(Type.String({ maxLength: 64, description: 'One host instead of all' }));

export const OneApplication = Type.Optional(
  Type.String({ maxLength: 32, description: 'One application instead of all' }),
);
