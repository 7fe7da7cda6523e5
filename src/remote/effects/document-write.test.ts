import { expect, it } from 'vitest';
import { blockDocumentWrite } from './document-write.ts';

it('design 9.6-36: no application can replace the page', () => {
  document.body.innerHTML = '<p>the shell</p>';
  const allow = blockDocumentWrite();
  expect(() => document.write('<h1>mine</h1>')).toThrow('"document.write" is blocked');
  expect(() => document.open()).toThrow('"document.open" is blocked');
  expect(document.body.textContent).toBe('the shell');
  allow();
  expect(Object.hasOwn(document, 'write')).toBe(false);
});
