export default {
  title: 'Log in',
  heading: 'Log in to {name}',
  text: 'Use the account that your administrator gave you.',
  username: 'User name',
  password: 'Password',
  tenant: 'Tenant',
  otherTenant: 'Log in to another tenant',
  show: 'Show password',
  submit: 'Log in',
  busy: 'Logging in…',
  capsLock: 'Caps lock is on.',
  light: 'Light appearance',
  dark: 'Dark appearance',
  second: 'Enter the code that your authenticator shows, or a recovery code.',
  enrol:
    'Your account must have a second factor. Scan this with an authenticator app, then enter the code that it shows.',
  startOver: 'Start over',
};
