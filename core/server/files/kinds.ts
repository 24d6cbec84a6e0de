// A kind decides who can upload and open a file. The rule runs at each opening.
import type { Tx } from '../database/tx.ts'
import type { SignedInSession } from '../sessions.ts'
import type { StoredFileType } from './types.ts'

/** `tx` sees only the firm's rows. */
export type FileAccess = {
  tx: Tx
  session: SignedInSession
  file: {
    id: string
    name: string
    type: string
    madeBy: string | null
    /** Undefined for the current version. */
    version?: number | undefined
  }
}

export type FileKind = {
  /** Permanent, because files are stored under it. */
  name: string
  types: readonly StoredFileType[]
  /** Maximum size in bytes. */
  limit: number
  /** Message for files that are none of `types`. */
  otherType: string
  /** Defaults to stating the limit. */
  tooLarge?: string
  /**
   * Checked at each opening and for each range of a video. 'anyone with its URL' is for public files, such as a logo in
   * an email: their URLs last for weeks and can't be revoked.
   */
  mayOpen: 'anyone with its URL' | ((opening: FileAccess) => boolean | Promise<boolean>)
  /** Runs for each piece. Without it, files come only through the feature's calls. */
  mayUpload?: (asked: { tx: Tx; session: SignedInSession }) => boolean | Promise<boolean>
  /** Earlier versions to store. If undefined, files can't be replaced. */
  versions?: number
  /** Minutes that a session's link lasts, 10 by default. */
  minutes?: number
  /** The vendor's files for all firms. The rule runs in the viewer's firm. */
  isForAll?: true
}

export const defineFileKind = (kind: FileKind): FileKind => kind

const GB = 1024 ** 3
const MB = 1024 ** 2

export const maxFileSize = (bytes: number) =>
  bytes >= GB ? `${Math.floor(bytes / GB)} GB` : `${Math.floor(bytes / MB)} MB`
