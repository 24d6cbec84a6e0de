/** 'DR' for Dana Reyes, '?' without a name. */
export const initialsOf = (person: { first_name: string; last_name: string }): string =>
  `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`.toUpperCase() || '?'
