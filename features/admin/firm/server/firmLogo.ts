// Validates a logo and re-encodes it as a small image.
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
  // Emails and the sign-in page show the logo.
  mayOpen: 'anyone with its URL',
})

/**
 * Decodes an image of any allowed type and redraws it as a PNG within bounds. Throws 415 with a message if it can't be
 * drawn.
 */
export const logoFrom = async (orgId: string, { path, type, name }: Received): Promise<MadeHere> =>
  reencodeImage(
    { orgId, content: await readFile(path), type, name },
    { side: firmLimits.logoPixels, as: 'png', purpose: 'a logo' },
  )
