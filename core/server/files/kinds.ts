// What files there are: who may bring one, what it may be, and who may open it. The rule is asked each time a file is opened.
import type { Tx } from '../database/firm.ts'
import type { SignedInSession } from '../sessions.ts'
import type { StoredFileType } from './types.ts'

/** Whose opening is decided. `tx` sees the firm's rows alone. */
export type FileAccess = {
  tx: Tx
  session: SignedInSession
  file: {
    id: string
    name: string
    type: string
    madeBy: string | null
    /** Of an earlier content that is asked for; undefined for the present one. */
    version?: number | undefined
  }
}

export type FileKind = {
  /** For ever, as route names are: files of it are kept under it. */
  name: string
  types: readonly StoredFileType[]
  /** The most bytes that one may have. */
  limit: number
  /** What to say of a file that is none of `types`. */
  otherType: string
  /** What to say of one that is larger; otherwise how large it may be. */
  tooLarge?: string
  /**
   * Asked at each opening and for each part of a video. 'anyone with its URL' is for what is public by nature, such as a logo in a
   * mail: its addresses last for weeks and can't be taken back.
   */
  mayOpen: 'anyone with its URL' | ((opening: FileAccess) => boolean | Promise<boolean>)
  /** Who may send one in pieces, asked for each piece. Otherwise it only comes through a call of its feature. */
  mayUpload?: (asked: { tx: Tx; session: SignedInSession }) => boolean | Promise<boolean>
  /** How many earlier contents are kept when one is replaced. A kind that says none can't be replaced. */
  versions?: number
  /** How long an address for one session lasts; 10 by default. It is worth nothing without the session and the rule. */
  minutes?: number
  /** The vendor's, for every firm: whoever opens one is of another firm than it is kept under, and the rule is asked in theirs. */
  isForAll?: true
}

export const defineFileKind = (kind: FileKind): FileKind => kind

const GB = 1024 ** 3
const MB = 1024 ** 2

export const maxFileSize = (bytes: number) =>
  bytes >= GB ? `${Math.floor(bytes / GB)} GB` : `${Math.floor(bytes / MB)} MB`
