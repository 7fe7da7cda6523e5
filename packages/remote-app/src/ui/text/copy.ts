/**
 * Copies text to the clipboard, also in an insecure context, where the clipboard API is missing.
 * @returns whether the browser allowed it
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.style.cssText = 'position:fixed;opacity:0';
  const focused = document.activeElement;
  document.body.append(holder);
  holder.select();
  const done = document.execCommand('copy');
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
