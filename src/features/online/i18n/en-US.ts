export default {
  title: 'Sessions',
  purpose: 'Live sessions, with address and client.',
  user: 'User',
  client: 'Client',
  address: 'Address',
  since: 'Since',
  used: 'Last used',
  expires: 'Ends',
  current: 'This one',
  searchUser: 'Search by user',
  searchAddress: 'Search by address',
  end: {
    text: 'The user will have to log in again. Unsaved input may be lost.',
    done: 'No session was left to end. | One session has ended. | {count} sessions have ended.',
    one: { short: 'End', title: 'End the session of {name}?', action: 'End the session' },
    some: { title: 'End this session? | End {count} sessions?', action: 'End the sessions' },
    user: {
      short: 'End all of {name}',
      title: 'End all sessions of {name}?',
      action: 'End all sessions',
    },
  },
};
