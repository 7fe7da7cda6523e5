import { defineApp } from '@platform/remote-app';
import './events.ts';
import en from './messages/en.ts';
import zh from './messages/zh.ts';
import { registerCommands } from './commands.ts';
import { holdRuntime, type Views } from './runtime.ts';

export default defineApp<Views>({
  messages: { en, zh },
  views: { overview: () => import('./views/BoardView.vue') },
  setup(runtime) {
    holdRuntime(runtime);
    registerCommands(runtime);
  },
});
