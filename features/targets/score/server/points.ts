// The numbers of the score. Source: RULINGS, section 4, 'Score'.

/** Days that a score looks back on, the asked day included. */
export const SCORE_DAYS = 30
export const points = { step: { L: 3, M: 4, H: 5 }, created: 2, won: 10, overdue: -2 } as const
/** So many of the Targets that a person creates in a week count: the first ones from Monday on. */
export const MOST_CREATED = 5
