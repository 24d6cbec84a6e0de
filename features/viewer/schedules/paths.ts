// Where mailed reports are shown. Pure.

export const SCHEDULES = '/viewer/schedules'

/** The page, with one of them open. */
export const schedulePath = (id: string): string => `${SCHEDULES}?open=${id}`
