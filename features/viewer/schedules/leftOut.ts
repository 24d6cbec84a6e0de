// Reasons why a person got nothing in a run, shown in its history.

export const skippedRecipients = {
  gone: 'Is no longer active.',
  unsubscribed: 'Turned off reports by email.',
  forbidden: 'No longer has access to this report.',
} as const
