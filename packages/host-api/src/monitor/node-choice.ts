import { Type } from 'typebox';

/** One host of several. */
export const NodeChoice = Type.Optional(
  Type.String({ maxLength: 64, description: 'Id of a host; the one that is reached without it' }),
);
