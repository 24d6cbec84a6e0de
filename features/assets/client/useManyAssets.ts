import { useRef, useState } from 'react'
import { ApiError, newKey } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import type { FileUpload } from '#core/client/upload.ts'
import { ASSET_NAME_LENGTH, type AssetInput, routes } from '../contract.ts'
import { isPdf, nameIn, skippedFields, whyFailed } from './useAssetForm.ts'

/** Concurrent uploads, so that a slow file doesn't hold up the others. */
const LANES = 2
const MANY = 50

export type ManyUploadLine = {
  key: string
  file: File
  state: 'ready' | 'sending' | 'done' | 'failed'
  problem: string | null
  upload: FileUpload | null
}
type Fields = Omit<AssetInput, 'name' | 'upload_id' | 'owner_id' | 'review_on'> & {
  owner_id: string | undefined
  review_on: string | undefined
}
/** Uploaded data of a line, and the idempotency key that makes it an asset once. */
type Arrived = { uploadId: string; key: string; body: string }

const lineOf = (file: File): ManyUploadLine => ({
  key: [file.name, file.size, file.lastModified].join('/'),
  file,
  state: 'ready',
  problem: null,
  upload: null,
})

/** Turns each file into an asset. A rejected file stays with its reason and the others continue. */
export function useManyAssets(first: readonly File[] = []) {
  const [lines, setLines] = useState<readonly ManyUploadLine[]>(() => first.map(lineOf))
  const [isBusy, setBusy] = useState(false)
  const arrived = useRef(new Map<string, Arrived>())
  const going = useRef(new Map<string, FileUpload>())
  const isClosed = useRef(false)

  const change = (key: string, what: Partial<ManyUploadLine>) =>
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...what } : line)))
  /** Returns why some files were skipped. */
  const take = (files: File[]): string | null => {
    const known = new Set(lines.map(({ key }) => key))
    const added: ManyUploadLine[] = []
    for (const file of files.filter(isPdf)) {
      const line = lineOf(file)
      if (known.has(line.key)) continue
      known.add(line.key)
      added.push(line)
    }
    const room = Math.max(0, MANY - lines.length)
    setLines([...lines, ...added.slice(0, room)])
    const other = files.find((file) => !isPdf(file))
    if (other) return skippedFields(other)
    return added.length > room ? `Only ${MANY} files at a time. Upload the rest afterward.` : null
  }
  const sendOne = async ({ key, file }: ManyUploadLine, fields: Fields): Promise<boolean> => {
    change(key, { state: 'sending', problem: null })
    try {
      const { uploadId, key: once } = await arrive(key, file, JSON.stringify(fields))
      const name = nameIn(file).slice(0, ASSET_NAME_LENGTH)
      await sendForm(routes.add, { fields: { ...fields, name, upload_id: uploadId }, files: {}, key: once }).done
      change(key, { state: 'done', upload: null })
      return true
    } catch (thrown) {
      const { status = 0 } = thrown instanceof ApiError ? thrown : {}
      // A rejected request gets a new key. Without a response, the same body and key are repeated.
      if (status >= 400 && status < 500) arrived.current.delete(key)
      change(key, { state: 'failed', problem: whyFailed(thrown), upload: null })
      return false
    } finally {
      going.current.delete(key)
    }
  }
  const arrive = async (key: string, file: File, body: string): Promise<Arrived> => {
    const before = arrived.current.get(key)
    let uploadId = before?.uploadId
    if (uploadId === undefined) {
      const { uploadInPieces } = await import('#core/client/upload.ts')
      const upload = uploadInPieces('asset', file)
      going.current.set(key, upload)
      change(key, { upload })
      uploadId = await upload.done
    }
    const now = { uploadId, key: before?.body === body ? before.key : newKey(), body }
    arrived.current.set(key, now)
    return now
  }
  /** Returns how many are assets now, and whether all are. */
  const send = async (fields: Fields) => {
    setBusy(true)
    const left = lines.filter(({ state }) => state !== 'done')
    const queue = [...left]
    let made = 0
    const lane = async () => {
      for (let line = queue.shift(); line && !isClosed.current; line = queue.shift())
        if (await sendOne(line, fields)) made++
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    setBusy(false)
    return { made, isAll: made === left.length }
  }
  const leave = (key: string) => {
    arrived.current.delete(key)
    setLines((all) => all.filter((line) => line.key !== key))
  }
  const close = () => {
    isClosed.current = true
    for (const upload of going.current.values()) upload.cancel()
  }
  return { lines, isBusy, take, send, leave, close }
}
