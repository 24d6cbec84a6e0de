import { z } from 'zod'
import { noPermission } from './phrases.ts'

/** Body of every error response. Source: RULINGS, section 2. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** An expected rejection with a sentence for the person. Any other error is a bug. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly errors: Record<string, string> | undefined
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
  constructor(code: string, message: string, status = 409, errors?: Record<string, string>, retryAfter?: number) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
  }
  body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) }
  }
}

export const notFound = (message = 'We couldn’t find this.') => new Refusal('not_found', message, 404)
export const forbidden = (message = noPermission) => new Refusal('forbidden', message, 403)
export const invalid = (errors: Record<string, string>, message = 'Some fields need your attention.') =>
  new Refusal('invalid', message, 400, errors)

/** Rejects the later of two concurrent edits, so that no one overwrites an unseen change. */
export const changedMeanwhile = (what: string) =>
  new Refusal('stale', `Someone else changed this ${what} in the meantime. Review the latest version.`, 409)

/** General error messages of the specification, section 8. */
export const errorMessages = {
  generic: 'Oops! Something went wrong.',
  tryAgain: 'Looks like something went wrong, please try again',
  sync: 'We are unable to sync with the server.',
  networkTitle: 'Network Error',
  network: 'There is no internet connection.',
  wrongLogin: 'Invalid username or password',
  suspended: 'Your firm’s access to Pursuit is suspended. Contact your firm’s administrator.',
  unavailable: 'We are unable to sync with the server. Your changes are saved and will sync automatically.',
} as const

/** Returns a rule's sentence, or a generic one for a bug. */
export const messageOf = (error: unknown): string => (error instanceof Refusal ? error.message : errorMessages.generic)

/** Tells a device to wipe itself at its owner's request. */
export const WIPE_CODE = 'wipe'
