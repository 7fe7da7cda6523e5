import type { Command, RemoteCommands } from '@platform/remote-app';
import { shallowRef, type ShallowRef } from 'vue';
import type { Disposer } from '../disposer.ts';

/** A command with its application's code. */
export interface OwnedCommand extends Command {
  app: string;
}

export type CommandList = ShallowRef<readonly OwnedCommand[]>;

export function createCommandList(): CommandList {
  return shallowRef([]);
}

/** `runtime.commands`: a command replaces the application's previous one with the same id. */
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
