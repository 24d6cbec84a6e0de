// Streams a zip, so that its length costs no memory.
import { Zip, ZipDeflate } from 'fflate'
import type { SheetColumn, SheetValue } from '../personSheet.ts'

export type StreamedSheet = {
  title: string
  columns: readonly SheetColumn[]
  pages: AsyncIterable<readonly SheetValue[][]>
}

export type ZipEntry = { push: (text: string) => void; end: (text?: string) => void }

export function openZip() {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece)
  })
  const encoder = new TextEncoder()
  return {
    /** The previous entry must have ended. */
    begin(name: string): ZipEntry {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      return {
        push: (text) => entry.push(encoder.encode(text)),
        end: (text = '') => entry.push(encoder.encode(text), true),
      }
    },
    end: () => zip.end(),
    /** Each chunk is returned once. */
    taken(): Uint8Array[] {
      const pieces = ready
      ready = []
      return pieces
    },
  }
}
