// The logo and the image of a template: re-encoded, and public for emails, whose clients don't sign in.
import { readFile } from 'node:fs/promises'
import { defineFileKind, type FileKind } from '#core/server/files/kinds.ts'
import type { Received } from '#core/server/files/receive.ts'
import { type Files, filesOf, type Placed } from '#core/server/files/store.ts'
import { type ImageSize, notAPicture, pictureTypes, reencodeImage } from '#core/server/pictures.ts'
import type { Call } from '#core/server/routes.ts'
import type { TemplateChange, TemplateInput, templateRoutes } from '../templates.ts'

const MB = 1024 ** 2

const kindOf = (name: string): FileKind =>
  defineFileKind({
    name,
    types: pictureTypes,
    limit: 5 * MB,
    otherType: notAPicture,
    mayOpen: 'anyone with its URL',
  })

export const templateLogo = kindOf('digest_logo')
export const templateImage = kindOf('digest_image')

const pictureKinds = { logo: templateLogo, image: templateImage }

/** Pixels. Email clients show them at half the size, so they are sharp on dense screens. */
const bounds = {
  logo: { side: 480, height: 160, as: 'png', purpose: 'a logo' },
  image: { side: 1200, height: 480, as: 'jpeg', purpose: 'a banner' },
} satisfies Record<string, ImageSize>

export type TemplateImage = { placed: Placed; width: number; height: number }
export type TemplateReady<I> = { fields: I; logo: TemplateImage | null; image: TemplateImage | null; sent: unknown }

/** Re-encodes an image and stores its file. Throws an error message if it isn't an image. */
export async function placePicture(
  files: Files,
  orgId: string,
  as: keyof typeof bounds,
  given: Omit<Parameters<typeof reencodeImage>[0], 'orgId'>,
): Promise<TemplateImage> {
  const { width, height, ...drawn } = await reencodeImage({ orgId, ...given }, bounds[as])
  return { placed: await files.place(orgId, pictureKinds[as], drawn), width, height }
}

type Input = TemplateInput | TemplateChange
type Route = typeof templateRoutes.add | typeof templateRoutes.edit

/**
 * Reads the form of a request, with its images re-encoded and stored. Throws an error message for a file that isn't an
 * image.
 */
export async function receivedTemplate<P, I extends Input>(
  { request, database, session }: Call<P, unknown, I>,
  route: Route,
): Promise<TemplateReady<I>> {
  const files = filesOf(database)
  const orgId = session.org.id
  const form = await files.receive(request, route as never, pictureKinds)
  const given = { logo: form.files.logo?.[0], image: form.files.image?.[0] }
  const placeOne = async (as: keyof typeof bounds, file: Received | undefined): Promise<TemplateImage | null> => {
    if (!file) return null
    const { path, type, name } = file
    return placePicture(files, orgId, as, { content: await readFile(path), type, name })
  }
  try {
    const logo = await placeOne('logo', given.logo)
    const image = await placeOne('image', given.image)
    const sent = [form.fields, given.logo?.sha256.toString('hex'), given.image?.sha256.toString('hex')]
    return { fields: form.fields as I, logo, image, sent }
  } finally {
    await Promise.all(Object.values(given).map((file) => file?.discard()))
  }
}
