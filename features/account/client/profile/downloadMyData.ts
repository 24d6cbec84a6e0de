import { ApiError, headersOf } from '#core/client/api.ts'
import { device } from '#core/client/device.ts'
import { onServer } from '#core/client/serverAddress.ts'
import { session } from '#core/client/session.ts'
import { errorMessages } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import { routes } from '../../ownContract.ts'

const addresses = {
  workbook: addressOf(routes.myWorkbook, {}),
  csv: addressOf(routes.myWorkbook, { query: { format: 'csv' } }),
  record: addressOf(routes.myData, {}),
}
export type MyFile = keyof typeof addresses

/**
 * Saves the complete file in the device's downloads. Resolves to its name, or null if the person cancels. Rejects with
 * an ApiError.
 */
export async function downloadMyData(what: MyFile, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(onServer(addresses[what]), {
      headers: headersOf('GET', session.get()?.token),
      cache: 'no-store',
      signal,
    })
    if (!answer.ok) throw new ApiError(answer.status, await answer.json())
    const said = /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    const name = said ?? 'pursuit-my-data.json'
    return (await device.saveFile(name, await answer.blob())) ? name : null
  } catch (thrown) {
    if (thrown instanceof ApiError || thrown instanceof DOMException) throw thrown
    throw new ApiError(0, { message: errorMessages.network, code: 'network' })
  }
}
