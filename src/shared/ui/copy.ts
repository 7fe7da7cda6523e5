/** Puts text on the clipboard; also where the page is not a secure context and the clipboard interface is missing. False when refused. */
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
