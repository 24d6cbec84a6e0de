// Wording of deletions. Source: the second specification, section 8.
import { errorMessages } from '#core/contract/errors.ts'
import { ApiError } from './api.ts'

const DELETED = 'Element was deleted successfully'

/** Returns the message to show. An item that is already deleted counts as deleted. */
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
