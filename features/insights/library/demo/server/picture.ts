// Pictures of page 1 of the Library's PDFs, made by `npm run demo:thumbnails`.
import { readFile } from 'node:fs/promises'

/** Returns the location of the thumbnail of the PDF with this name. */
export const itemImagePath = (name: string): URL =>
  new URL(`../thumbnails/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.webp`, import.meta.url)

export const itemImage = (name: string): Promise<Buffer> => readFile(itemImagePath(name))
