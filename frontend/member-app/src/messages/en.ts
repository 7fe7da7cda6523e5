export default {
  list: {
    title: 'Members',
    purpose: 'Who is a member, at which level, with how many points.',
    empty: 'No members yet.',
  },
  field: {
    name: 'Name',
    phone: 'Phone',
    level: 'Level',
    points: 'Points',
    status: 'Status',
    since: 'Member since',
    source: 'Came through',
    sourceUnknown: 'Not known',
  },
  level: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' },
  status: { active: 'Active', frozen: 'Frozen' },
  action: { add: 'Add member' },
  dialog: { add: 'Add member', edit: 'Edit member' },
  remove: {
    title: 'Delete {name}?',
    many: 'Delete {count} members?',
    text: 'Their points are lost. This cannot be undone.',
  },
  rule: {
    nameRequired: 'Give the member’s name.',
    nameLength: 'At most 100 characters.',
    phone: '3 to 30 digits, spaces, brackets and hyphens; it may begin with +.',
  },
};
