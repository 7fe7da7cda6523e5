export default {
  home: 'Go to the dashboard',
  back: 'Go back',
  notFound: {
    title: 'There is no such page',
    text: 'Nothing is at {path}. It may have moved, or its application is not installed.',
  },
  forbidden: {
    title: 'You may not open this page',
    text: 'Your roles do not include the permission it needs. Ask an administrator if you need it for your work.',
  },
  disabled: {
    title: '{name} is disabled',
    text: 'This page belongs to it. Nothing of it is lost; an administrator can enable it again.',
  },
  mayEnable: {
    title: '{name} is disabled',
    text: 'This page belongs to it, and is back as soon as you enable it.',
    action: 'Enable {name} under Installed',
  },
  unavailable: {
    title: 'This page is not part of this shell',
    text: 'The menu points to {component}, which this version does not have. Update the platform, or change the menu.',
  },
};
