// What a logo may be, and what becomes of it: a small picture that is drawn anew.
import { readFile } from 'node:fs/promises'
import { defineFileKind } from '#core/server/files/kinds.ts'
import type { Received } from '#core/server/files/receive.ts'
import type { MadeHere } from '#core/server/files/store.ts'
import { notAPicture, pictureTypes, reencodeImage } from '#core/server/pictures.ts'
import { firmLimits } from '../contract.ts'

export const logoKind = defineFileKind({
  name: 'logo',
  limit: firmLimits.logo,
  types: pictureTypes,
  otherType: notAPicture,
  // It stands in mails and on the page where people sign in.
  mayOpen: 'anyone with its URL',
})

/** Decodes a picture of any allowed kind and draws it as a PNG within bounds. Throws 415 with a sentence for what can't be drawn. */
export const logoFrom = async (orgId: string, { path, type, name }: Received): Promise<MadeHere> =>
  reencodeImage(
    { orgId, content: await readFile(path), type, name },
    { side: firmLimits.logoPixels, as: 'png', purpose: 'a logo' },
  )
