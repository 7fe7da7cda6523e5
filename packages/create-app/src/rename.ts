/** How a code is written in each kind of place. */
interface Spellings {
  /** Routes, folders, keys: the code as it is. */
  readonly kebab: string;
  /** Tables and packages (design 9.1-9). */
  readonly snake: string;
  /** Classes. */
  readonly pascal: string;
}

function spellingsOf(code: string): Spellings {
  const pascal = code
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return { kebab: code, snake: code.replaceAll('-', '_'), pascal };
}

/** Turns paths and texts of the sample `hello` into those of another application. */
export function renamer(code: string): (text: string) => string {
  const { kebab, snake, pascal } = spellingsOf(code);
  return (text) =>
    text
      .replaceAll('HELLO', snake.toUpperCase())
      .replaceAll('Hello', pascal)
      .replaceAll('hello_', `${snake}_`)
      .replaceAll('cn.platform.hello', `cn.platform.${snake}`)
      .replaceAll('hello', kebab);
}
