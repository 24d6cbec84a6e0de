// URLs of scheduled reports. Pure.

export const SCHEDULES = '/viewer/schedules'

/** Returns the URL of the page with one of them open. */
export const schedulePath = (id: string): string => `${SCHEDULES}?open=${id}`
