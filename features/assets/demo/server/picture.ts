// Pictures of page 1 of the papers, made by `npm run papers`.
import { readFile } from 'node:fs/promises'

/** Where the picture of the paper with this name is kept. */
export const assetImagePath = (name: string): URL =>
  new URL(`../thumbnails/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.webp`, import.meta.url)

export const assetImage = (name: string): Promise<Buffer> => readFile(assetImagePath(name))
