import { flushPromises } from '@vue/test-utils';
import type { mountPage } from './mount-page.ts';

type Page = Awaited<ReturnType<typeof mountPage>>['page'];

/** Opens the menu of a row. @returns its items by their label */
export async function openRowMenu(page: Page, subject: string): Promise<Map<string, HTMLElement>> {
  await page.get(`[aria-label="More actions: ${subject}"]`).trigger('click');
  await flushPromises();
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  return new Map(items.map((item) => [item.textContent.trim(), item]));
}

/** Chooses an action that is in the menu of a row. */
export async function chooseInRow(page: Page, subject: string, label: string): Promise<void> {
  const item = (await openRowMenu(page, subject)).get(label);
  if (!item) throw new Error(`The menu of ${subject} has no item "${label}".`);
  item.click();
  await flushPromises();
}

/** The button with this text. */
export const buttonOf = (page: Page, text: string) =>
  page.findAll('button').find((button) => button.text() === text);

/** Types into the inputs of the open drawer in their order, and submits its form. */
export async function submitDrawer(...values: readonly string[]): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('.el-drawer form');
  const inputs = form?.querySelectorAll('input') ?? [];
  for (const [at, value] of values.entries()) {
    const input = inputs[at];
    if (!input) throw new Error(`The form has no input ${at}.`);
    input.value = value;
    input.dispatchEvent(new Event('input'));
  }
  await flushPromises();
  form?.requestSubmit();
  await flushPromises();
}
