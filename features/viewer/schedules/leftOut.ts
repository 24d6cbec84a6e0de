// Why somebody got nothing of a run: said in its history.

export const skippedRecipients = {
  gone: 'Is no longer active.',
  unsubscribed: 'Turned off reports by email.',
  forbidden: 'No longer has access to this report.',
} as const
