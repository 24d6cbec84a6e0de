// A PDF that somebody sent -> one that can do nothing, its text, and a picture of its first page. Read in a process of its own.
import { join } from 'node:path'
import { limitConcurrency, runInSubprocess, unfitFile } from '../apart.ts'
import { MEMORY_BYTES, pdfMessages, SECONDS } from './limits.ts'
import type { Answered, SanitizedPdf } from './reader.ts'

const program = join(import.meta.dirname, 'reader.ts')
const inTurn = limitConcurrency()

/** Reads an uploaded PDF, and throws a Refusal with a sentence if it can't be accepted. */
export type ReadPdf = (bytes: Uint8Array, firm: { orgId: string }) => Promise<SanitizedPdf>

/** Limits for one reading; tests make them small. */
export type Within = { seconds?: number; memoryBytes?: number }

/** Throws 400 with a sentence for one that is locked, damaged, too long or too large to read, and 415 for what is no PDF. */
export async function sanitizePdf(
  bytes: Uint8Array,
  { orgId = '', seconds = SECONDS, memoryBytes = MEMORY_BYTES }: Within & { orgId?: string } = {},
): Promise<SanitizedPdf> {
  const answered = await inTurn(orgId, () =>
    runInSubprocess({
      ...{ program, usesAddons: true, seconds, memoryBytes, first: bytes },
      hear: (answered: Answered) => answered,
    }),
  )
  if ('unfit' in answered) throw unfitFile(answered.unfit, pdfMessages)
  return answered.harmless
}
