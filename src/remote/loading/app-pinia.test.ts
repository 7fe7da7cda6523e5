import { createPinia, defineStore, getActivePinia, setActivePinia } from 'pinia';
import { describe, expect, it } from 'vitest';
import { createAppPinia } from './app-pinia.ts';

describe('design 9.6-33: one Pinia for each application', () => {
  it('keeps stores of one name apart, and the shell’s Pinia the active one', () => {
    const shell = createPinia();
    setActivePinia(shell);
    const useCounter = defineStore('counter', { state: () => ({ n: 0 }) });
    const [hello, member] = [createAppPinia(shell), createAppPinia(shell)];
    expect(getActivePinia()).toBe(shell);
    useCounter(hello.pinia).n = 5;
    expect(useCounter(member.pinia).n).toBe(0);
    setActivePinia(hello.pinia);
    hello.dispose();
    expect(getActivePinia()).toBe(shell);
    expect(hello.pinia.state.value).toEqual({});
  });
});
