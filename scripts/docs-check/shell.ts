import type { DocumentedCommand } from './read-commands.ts';

/** `cd` and `export` hold for what follows, `cd` until its block ends. */
export class Shell {
  #exports: string[] = [];
  #folder: DocumentedCommand | undefined;

  keep(command: DocumentedCommand): void {
    if (command.text.startsWith('cd ')) this.#folder = command;
    else this.#exports.push(command.text);
  }

  /** Lines that a reader of the command has entered before. */
  before({ file, block }: DocumentedCommand): readonly string[] {
    const folder = this.#folder;
    const isInside = folder?.file === file && folder.block === block;
    return [...this.#exports, ...(folder && isInside ? [folder.text] : [])];
  }
}
