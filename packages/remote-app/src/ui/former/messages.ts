/** Messages of the deprecated parts; an application may override them in `ui` of its messages. */
export const messages = {
  en: {
    ui: {
      search: 'Search',
      reset: 'Reset',
      save: 'Save',
      saved: 'Saved.',
      loadFailed: 'This could not be loaded.',
      actions: 'Actions',
      edit: 'Edit',
      remove: 'Delete',
      removeSelected: 'Delete {count}',
      removed: 'Deleted.',
      discard: 'Discard what you have entered?',
      discardAction: 'Discard',
    },
  },
  zh: {
    ui: {
      search: '查询',
      reset: '重置',
      save: '保存',
      saved: '已保存。',
      loadFailed: '加载失败。',
      actions: '操作',
      edit: '编辑',
      remove: '删除',
      removeSelected: '删除 {count} 项',
      removed: '已删除。',
      discard: '放弃已填写的内容？',
      discardAction: '放弃',
    },
  },
};
