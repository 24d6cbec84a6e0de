// The score formula: its points and limits, which `hud.ts` applies. Source: RULINGS, section 4, 'Score'.

/** Number of days in a score, including the requested one. */
export const SCORE_DAYS = 30
export const points = { step: { L: 3, M: 4, H: 5 }, created: 2, won: 10, overdue: -2 } as const
/** Number of a person's creations per week that count, starting on Monday. */
export const MOST_CREATED = 5
