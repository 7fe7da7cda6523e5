export default {
  title: 'Log in',
  heading: 'Log in to {name}',
  text: 'Use the account that your administrator gave you.',
  username: 'User name',
  password: 'Password',
  tenant: 'Tenant',
  otherTenant: 'Log in to another tenant',
  submit: 'Log in',
  busy: 'Logging in…',
  capsLock: 'Caps lock is on.',
  light: 'Light appearance',
  dark: 'Dark appearance',
};
