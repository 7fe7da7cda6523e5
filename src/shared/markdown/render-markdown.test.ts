import { expect, it } from 'vitest';
import { loadMarkdown } from './render-markdown.ts';

const elementsOf = async (text: string): Promise<HTMLElement> => {
  const box = document.createElement('div');
  box.innerHTML = (await loadMarkdown())(text);
  return box;
};

it('renders headings, lists and emphasis', async () => {
  const box = await elementsOf('# Sunday\n\n- **No** logins\n- until 6');
  expect(box.querySelector('h1')?.textContent).toBe('Sunday');
  expect(box.querySelectorAll('li')).toHaveLength(2);
  expect(box.querySelector('strong')?.textContent).toBe('No');
});

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&#58;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:alert(1))',
  '![x](https://elsewhere.example/pixel.png)',
  '<a href="javascript:alert(1)">x</a>',
  '<svg onload=alert(1)>',
  '"><iframe srcdoc="<script>alert(1)</script>">',
])('lets nothing run or load from %j', async (text) => {
  const box = await elementsOf(text);
  expect(box.querySelector('script, img, iframe, svg, object, embed, style')).toBeNull();
  for (const link of box.querySelectorAll('a')) {
    expect(link.getAttribute('href')).not.toMatch(/^\s*(javascript|data|vbscript):/i);
  }
  const attributes = [...box.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
});

it('opens other sites beside the shell, and its own pages within it', async () => {
  const box = await elementsOf('[there](https://elsewhere.example) [here](/system/users)');
  const [there, here] = box.querySelectorAll('a');
  expect([there?.target, there?.rel]).toEqual(['_blank', 'noopener noreferrer']);
  expect(here?.hasAttribute('target')).toBe(false);
});
