import { expect, it } from 'vitest';
import { previewKind } from './preview-kind.ts';

it.each([
  ['image/png', 'a.png', 'picture'],
  ['image/svg+xml', 'a.svg', 'none'],
  ['application/pdf', 'a.pdf', 'pdf'],
  ['text/csv', 'a', 'text'],
  ['application/octet-stream', 'page.HTML', 'text'],
  ['application/zip', 'a.zip', 'none'],
])('%s, named %s, is looked at as %s', (type, name, kind) => expect(previewKind(type, name)).toBe(kind));
