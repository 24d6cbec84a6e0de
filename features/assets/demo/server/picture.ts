// Pictures of page 1 of the papers, made by `npm run demo:thumbnails`.
import { readFile } from 'node:fs/promises'

/** Where the picture of the paper with this name is kept. */
export const picturePlace = (name: string): URL =>
  new URL(`../thumbnails/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.webp`, import.meta.url)

export const pictureOf = (name: string): Promise<Buffer> => readFile(picturePlace(name))
