import type { Command, RemoteCommands } from '@platform/remote-app';
import { shallowRef, type ShallowRef } from 'vue';
import type { Disposer } from '../disposer.ts';

/** A command with the application it belongs to. */
export interface OwnedCommand extends Command {
  app: string;
}

export type CommandList = ShallowRef<readonly OwnedCommand[]>;

export function createCommandList(): CommandList {
  return shallowRef([]);
}

/** An application's way to the command palette; a command with an id that it used before takes the other's place. */
export function createCommands(list: CommandList, code: string, disposer: Disposer): RemoteCommands {
  return {
    register(command) {
      const owned: OwnedCommand = { ...command, app: code };
      list.value = [...list.value.filter(({ app, id }) => app !== code || id !== command.id), owned];
      const remove = () => {
        list.value = list.value.filter((other) => other !== owned);
      };
      disposer.add(remove);
      return remove;
    },
  };
}
