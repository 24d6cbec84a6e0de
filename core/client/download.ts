// Downloads files, with a message while the server prepares them.
import { errorMessages } from '#core/contract/errors.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { ApiError } from './api.ts'
import { device } from './device.ts'
import { toast } from './toasts.ts'

const contentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
}

type DownloadTexts = {
  busy: string
  /** Used when the server gives no better message. */
  failed: string
}

/** The message stays until dismissed. An aborted fetch shows none. */
export async function download(fetchFile: () => Promise<FileAnswer>, { busy, failed }: DownloadTexts): Promise<void> {
  const isDone = toast({ message: busy, stays: true })
  try {
    const { error, file, name } = await fetchFile()
    if (error !== '') return void toast({ message: error, color: 'red', stays: true })
    const isSaved = await device.saveFile(
      name,
      new Blob([bytesOf(file)], { type: contentTypes[name.split('.').at(-1)!] ?? '' }),
    )
    if (isSaved) toast({ message: `Downloaded ${name}`, color: 'green', stays: true })
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return
    const isOffline = thrown instanceof ApiError && thrown.isOffline
    toast({ message: isOffline ? errorMessages.network : failed, color: 'red', stays: true })
  } finally {
    isDone()
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
