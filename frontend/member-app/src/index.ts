import { defineApp } from '@platform/remote-app';
import { registerCommands } from './commands.ts';
import './events.ts';
import en from './messages/en.ts';
import zh from './messages/zh.ts';
import { holdRuntime, type Views } from './runtime.ts';

export default defineApp<Views>({
  messages: { en, zh },
  views: { list: () => import('./views/MemberList.vue') },
  setup(runtime) {
    holdRuntime(runtime);
    registerCommands(runtime);
  },
});
