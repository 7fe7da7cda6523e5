import { Type } from 'typebox';
import { contract, Id, type DataOf } from '../contract/index.ts';
import type { Duration } from '@platform/plugin-sdk/core';

const oneFile = Type.Object({ ossId: Id });

/** Unchecked here: the signature covers them, and a changed link must fail as a link. */
const linkQuery = Type.Object({
  tenant: Type.Optional(Type.Unknown()),
  expires: Type.Optional(Type.Unknown()),
  signature: Type.Optional(Type.Unknown()),
});

const LinkBody = Type.Object({
  expiresIn: Type.Optional(
    Type.Unsafe<number | Duration>({
      type: ['number', 'string'],
      description: 'Seconds, or `10m`; from one second to seven days, default: an hour',
    }),
  ),
});

export const FileLinkSchema = Type.Object({
  url: Type.String(),
  expires: Type.Optional(Type.Integer({ description: 'Seconds since 1970; none for a public file' })),
});

const contentAt = <const U extends string>(url: U, summary: string) =>
  contract({
    method: 'GET',
    url,
    auth: 'login',
    summary,
    schema: { params: oneFile },
    produces: 'application/octet-stream',
  });

export const fileContentContracts = {
  content: contentAt('/resource/oss/:ossId/content', 'The content of a file'),
  download: contentAt('/resource/oss/:ossId/download', 'Deprecated: use content'),
  link: contract({
    method: 'POST',
    url: '/resource/oss/:ossId/link',
    auth: 'login',
    summary: 'Make a link to a file, which works for anyone until it expires',
    schema: { params: oneFile, body: LinkBody, response: FileLinkSchema },
  }),
  linked: contract({
    method: 'GET',
    url: '/resource/oss/:ossId/link',
    auth: 'public',
    summary: 'The content of a file, by a link',
    schema: { params: Type.Object({ ossId: Type.String() }), query: linkQuery },
    produces: 'application/octet-stream',
  }),
};

export type FileLink = DataOf<typeof FileLinkSchema>;
