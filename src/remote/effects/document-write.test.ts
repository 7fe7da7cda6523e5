import { expect, it } from 'vitest';
import { refuseDocumentWrite } from './document-write.ts';

it('design 9.6-36: no application replaces the page that all are shown in', () => {
  document.body.innerHTML = '<p>the shell</p>';
  const allow = refuseDocumentWrite();
  expect(() => document.write('<h1>mine</h1>')).toThrow('document.write is refused');
  expect(() => document.open()).toThrow('document.open is refused');
  expect(document.body.textContent).toBe('the shell');
  allow();
  expect(Object.hasOwn(document, 'write')).toBe(false);
});
