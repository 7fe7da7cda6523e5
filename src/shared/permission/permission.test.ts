import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { ref } from 'vue';
import { createPermissionDirective } from './directive.ts';
import { permissionCheck } from './index.ts';

describe('v-permission', () => {
  it('hides the element, and follows a change', async () => {
    const granted = ref<string[]>([]);
    const wrapper = mount(
      {
        template: '<button v-permission="\'a:b:c\'">{{ granted.length }}</button>',
        setup: () => ({ granted }),
      },
      {
        global: {
          directives: {
            permission: createPermissionDirective((wanted) => permissionCheck(granted.value)(wanted)),
          },
        },
      },
    );
    expect(wrapper.attributes('hidden')).toBeDefined();
    granted.value = ['a:b:c'];
    await wrapper.vm.$nextTick();
    expect(wrapper.attributes('hidden')).toBeUndefined();
  });
});
