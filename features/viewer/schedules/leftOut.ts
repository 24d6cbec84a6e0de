// Why somebody got nothing of a run: said in its history.

export const leftOut = {
  gone: 'Is no longer active.',
  unsubscribed: 'Does not want reports by e-mail.',
  forbidden: 'May not see this report any more.',
} as const
