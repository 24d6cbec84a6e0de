// Deleting as the second specification words it, section 8.
import { errorMessages } from '#core/contract/errors.ts'
import { ApiError } from './api.ts'

const DELETED = 'Element was deleted successfully'

/** Deletes by `work`, and answers what is said then. What is gone already is gone. */
export async function deleteBy(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
  } catch (thrown) {
    const { status, code } = thrown instanceof ApiError ? thrown : { status: -1, code: '' }
    if (status >= 500) throw new ApiError(status, { message: errorMessages.tryAgain, code })
    if (status !== 404) throw thrown
  }
  return DELETED
}
