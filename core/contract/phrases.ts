// Sentences that several features show, so that each situation is described in the same words everywhere.

/** `what` completes "You can …", such as 'change your password'. */
export const whenOnline = (what: string): string => `You can ${what} when you’re back online.`

/** `what` completes "Go online to …", such as 'upload a video'. */
export const goOnlineTo = (what: string): string => `Go online to ${what}.`

/** The title of a list whose search or filters match nothing. */
export const noResults = 'No results'

/** `what` is a noun, such as 'webhook'. Servers respond with it to an ID that doesn't exist or that the person can't see. */
export const cannotFind = (what: string): string => `We couldn’t find this ${what}.`

/** `what` is what the person can't open, such as 'this report'. */
export const noAccessTo = (what: string): string => `You don’t have access to ${what}.`

/** Every route responds with it to people whose role or settings don't allow a call. */
export const noPermission = 'You don’t have permission to do this.'

/** Shown with data that's older than the device’s last sync. `when` is relative, such as '5 minutes ago'. */
export const refreshesOnline = (when: string): string => `Updated ${when}. Refreshes when you’re back online.`

/** `limit` includes its unit, such as '5 MB'. */
export const limitIs = (limit: string | number): string => `The limit is ${limit}.`

export const tooManyAttempts = 'Too many attempts. Wait a moment and try again.'

export const uploadCanceled = 'Upload canceled. Nothing was saved.'

/** An upload that another visit to the page can continue. */
export const resumeUpload = (name: string): string => `${name} didn’t finish uploading. Choose it again to resume.`

export const uploadUnfinished = 'This upload isn’t complete yet.'
